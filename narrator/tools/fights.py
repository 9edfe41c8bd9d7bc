"""The tools that act on an adversary, a patient or a calamity: the program fills in the Threat and the stake."""

from collections.abc import Sequence
from typing import Any

from engine.core.check import Difficulty
from engine.core.foes import Manoeuvred
from engine.core.legal import CheckDomain, TargetDomain
from engine.core.sheet import Attribute, ItemId
from narrator.exchange import Schema
from narrator.proposals import DifficultyName, ProposeAttack, ProposeManoeuvre, ProposeOtherAction, UseLever
from narrator.proposals.words import DIFFICULTY
from narrator.schemas import choice, or_null, several
from narrator.situation import Situation
from narrator.tools import pool
from narrator.tools.offer import Answers, Offer, Wrong, is_tried

_DIFFICULTY_NAMES: dict[Difficulty, DifficultyName] = {value: name for name, value in DIFFICULTY.items()}
_MOST_ALSO = 6


# --- against an adversary


def _targets(situation: Situation, verb: str) -> tuple[TargetDomain, ...]:
    """Who may be acted against; outside a conflict, not so again until the situation changes."""
    domains = situation.options.checks
    every = domains[0].aims.targets if domains else ()
    if situation.view.in_conflict:
        return every
    return tuple(each for each in every if not is_tried(situation, _stake(situation, each.adversary, verb)))


def _stake(situation: Situation, whom: str, what: str) -> str:
    return f"{situation.scene.id}:{whom}:{what}"


def _known_flaws(situation: Situation) -> list[str]:
    return [each.id for face in situation.view.adversaries for each in face.flaws]


def _against_fields(situation: Situation, verb: str, more: dict[str, Schema | None]) -> dict[str, Schema | None] | None:
    domains, targets = situation.options.checks, _targets(situation, verb)
    if not targets:
        return None
    breach = domains[0].aims.breach
    stakes = pool.stakes(domains)
    return {
        **pool.who(domains),
        "target": choice((each.adversary for each in targets), "whom it is done to"),
        **more,
        "flaw": or_null(choice(_known_flaws(situation)), "the target's flaw that it plays on, where it does"),
        **pool.means(domains),
        # In a conflict the adversity answers a breach after the roll.
        **({"risk": stakes["risk"]} if breach else stakes),
    }


def _target(situation: Situation, wanted: str) -> TargetDomain:
    return next(each for each in situation.options.checks[0].aims.targets if each.adversary == wanted)


def _against(
    situation: Situation, answers: Answers, verb: str, attribute: Attribute, also: Sequence[str] = ()
) -> dict[str, Any]:
    """The terms of an action against an adversary: at its Threat, or the highest of all targets."""
    domain, target = pool.able(situation, answers["actor"]), _target(situation, answers["target"])
    known = {each.id for face in situation.view.adversaries if face.id == target.adversary for each in face.flaws}
    flaws = {flaw: threat for flaw, threat in target.flaws if flaw in known}
    flaw = answers.get("flaw") if answers.get("flaw") in flaws else None
    own = target.threat if flaw is None else flaws[flaw]
    threat = max([own, *(_target(situation, each).threat for each in also if each != target.adversary)])
    return {
        **pool.given_means(domain, answers, attribute),
        **_stakes(domain, answers, threat),
        "difficulty": _DIFFICULTY_NAMES[threat],
        "stake": _stake(situation, target.adversary, verb),
        "flaw": flaw,
    }


def _stakes(domain: CheckDomain, answers: Answers, threat: Difficulty) -> dict[str, Any]:
    if domain.aims.breach:
        return {"risk": answers["risk"]}
    return pool.given_stakes(domain, answers, answers.get("items", ()), partial=threat is not Difficulty.STANDARD)


def _attack_fields(situation: Situation) -> dict[str, Schema | None] | None:
    weapons = [each for one in situation.options.checks for each in one.aims.weapons]
    area = any(each.targets > 1 for each in weapons)
    targets = choice(each.adversary for each in _targets(situation, "attack"))
    return _against_fields(
        situation,
        "attack",
        {
            "weapon": or_null(choice(each.item for each in weapons), "null: bare hands"),
            "also": several(targets, _MOST_ALSO, "further targets of an area weapon; one of a group once a member")
            if area
            else None,
        },
    )


def _attack(situation: Situation, answers: Answers) -> ProposeAttack:
    domain = pool.able(situation, answers["actor"])
    wanted: ItemId | None = answers.get("weapon")
    held = {each.item: each for each in domain.aims.weapons}
    if wanted is not None and wanted not in held:
        raise Wrong(f"`weapon`: {domain.actor} does not hold {wanted}; null for bare hands, or {', '.join(held)}.")
    weapon = held[wanted] if wanted else None
    most = weapon.targets if weapon else 1
    also = _within_reach(situation, answers["target"], answers.get("also", ()), most)
    attribute = weapon.attribute if weapon and weapon.attribute else Attribute(answers["attribute"])
    terms = _against(situation, answers, "attack", attribute, also)
    return ProposeAttack(**terms, target=answers["target"], weapon=wanted, also=also)


def _within_reach(situation: Situation, target: str, also: Sequence[str], most: int) -> tuple[str, ...]:
    """Of further targets those that the weapon reaches, each at most as often as it has members."""
    kept: list[str] = [target]
    for each in also:
        if len(kept) < most and kept.count(each) < _target(situation, each).members:
            kept.append(each)
    return tuple(kept[1:])


def _manoeuvre_fields(situation: Situation) -> dict[str, Schema | None] | None:
    effect = choice(Manoeuvred, "what it does to the target; hampered: anything else")
    return _against_fields(situation, "manoeuvre", {"effect": effect})


def _manoeuvre(situation: Situation, answers: Answers) -> ProposeManoeuvre:
    terms = _against(situation, answers, "manoeuvre", Attribute(answers["attribute"]))
    return ProposeManoeuvre(**terms, target=answers["target"], effect=answers["effect"])


# --- other actions of a conflict


def _deeds(situation: Situation) -> dict[str, tuple[str, ...]]:
    """What else may be done, by "deed:whom", or "treat:whom:remedy": with a remedy by who holds it."""
    found: dict[str, tuple[str, ...]] = {
        f"sway:{each.adversary}": ("sway", each.adversary) for each in _targets(situation, "sway")
    }
    for domain in situation.options.checks:
        aims = domain.aims
        found |= {f"treat:{each}": ("treat", each) for each in aims.patients}
        found |= {
            f"treat:{each}:{remedy}": ("treat", each, remedy) for each in aims.with_remedy for remedy in aims.remedies
        }
        found |= {f"bring_back:{each}": ("bring_back", each) for each in aims.broken}
        found |= {
            f"delay:{each}": ("delay", each)
            for each in aims.calamities
            if not is_tried(situation, _stake(situation, each, "delay"))
        }
    return found


def _other_fields(situation: Situation) -> dict[str, Schema | None] | None:
    domains, deeds = situation.options.checks, _deeds(situation)
    if not deeds:
        return None
    delays = any(each[0] == "delay" for each in deeds.values())
    return {
        **pool.who(domains),
        "deed": choice(deeds, "what is done to whom, with which remedy"),
        "flaw": or_null(choice(_known_flaws(situation)), "the adversary's flaw that it plays on, where it does"),
        **pool.means(domains),
        "difficulty": choice(DIFFICULTY, f"of a delay alone. {pool.DIFFICULTIES}") if delays else None,
        **pool.stakes(domains),
    }


def _other(situation: Situation, answers: Answers) -> ProposeOtherAction:
    does, whom, *remedies = _deeds(situation)[answers["deed"]]
    if does == "sway":
        terms = _against(situation, {**answers, "target": whom}, "sway", Attribute(answers["attribute"]))
        return ProposeOtherAction(**terms, does="sway", whom=whom)
    if does == "delay":
        terms = _checked(situation, answers, answers["actor"], Attribute(answers["attribute"]), answers["difficulty"])
        return ProposeOtherAction(**terms, stake=_stake(situation, whom, "delay"), does="delay", whom=whom)
    remedy = ItemId(remedies[0]) if remedies else None
    actor = _holder(situation, answers["actor"], remedy)
    bound = next((each for item, each in pool.able(situation, actor).bound if item == remedy), None)
    asked = Attribute.CHA if does == "bring_back" else bound or Attribute.INT
    terms = _checked(situation, answers, actor, asked, "standard")
    stake = _stake(situation, whom, does)
    if does == "treat":
        return ProposeOtherAction(**terms, stake=stake, does="treat", whom=whom, remedy=remedy)
    return ProposeOtherAction(**terms, stake=stake, does="bring_back", whom=whom)


def _holder(situation: Situation, actor: str, remedy: str | None) -> str:
    """Who treats: who was named, or else who holds the remedy."""
    if remedy is None or remedy in pool.able(situation, actor).aims.remedies:
        return actor
    return next(each.actor for each in situation.options.checks if remedy in each.aims.remedies)


def _checked(
    situation: Situation, answers: Answers, actor: str, attribute: Attribute, difficulty: DifficultyName
) -> dict[str, Any]:
    domain = pool.able(situation, actor)
    return {
        **pool.given_means(domain, answers, attribute),
        **pool.given_stakes(domain, answers, answers.get("items", ()), partial=difficulty != "standard"),
        "difficulty": difficulty,
    }


# --- what sends a calamity back


def _levers(situation: Situation) -> dict[str, tuple[str, str]]:
    """The next lever of each calamity, by "calamity:lever"."""
    every = {pair for each in situation.options.checks for pair in each.aims.levers}
    return {
        f"{calamity}:{lever}": (calamity, lever)
        for calamity, lever in sorted(every)
        if not is_tried(situation, _stake(situation, calamity, lever))
    }


def _lever_fields(situation: Situation) -> dict[str, Schema | None] | None:
    domains, levers = situation.options.checks, _levers(situation)
    if not levers:
        return None
    return {
        **pool.who(domains),
        "lever": choice(levers, "what is used against the calamity"),
        **pool.means(domains),
        "difficulty": choice(DIFFICULTY, pool.DIFFICULTIES),
        **pool.stakes(domains),
    }


def _lever(situation: Situation, answers: Answers) -> UseLever:
    calamity, lever = _levers(situation)[answers["lever"]]
    terms = _checked(situation, answers, answers["actor"], Attribute(answers["attribute"]), answers["difficulty"])
    return UseLever(**terms, stake=_stake(situation, calamity, lever), calamity=calamity, lever=lever)


ATTACK = Offer("propose_attack", "A character tries to hurt an adversary.", _attack_fields, _attack)
MANOEUVRE = Offer(
    "propose_manoeuvre",
    "A character disarms, topples, blinds, pins or hampers an adversary, without hurting it.",
    _manoeuvre_fields,
    _manoeuvre,
)
OTHER_ACTION = Offer(
    "propose_other_action",
    "A character sways an adversary with words, treats somebody hurt, brings somebody back to their senses, or delays "
    "a calamity.",
    _other_fields,
    _other,
)
LEVER = Offer("use_lever", "A character does what may send a calamity back.", _lever_fields, _lever)
