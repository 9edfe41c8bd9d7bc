"""The tools of the adversity: dangers, arrivals, conflicts, breaches, calamities; numbers are the catalogue's."""

from collections.abc import Iterable
from typing import Any

from engine.core.check import ComplicationKind, Difficulty
from engine.core.commands import StartConflict
from engine.core.foes import SetbackKind
from engine.core.rules.awaiting import Decision
from narrator import prompting, proposals
from narrator.exchange import Schema
from narrator.proposals.foes import KINDS
from narrator.schemas import choice, closed, or_null, several, text, yes_or_no
from narrator.situation import Situation
from narrator.tools.offer import Answers, Offer
from narrator.tools.pool import each_once

_MANY = ("one", "two", "three", "four", "five", "six")
_ALL = "all"
_PROFILES = (
    "one of the catalogue, or a kind: minion (a group of the weak), ordinary, seasoned, deadly. In doubt, ordinary"
)
_COMES = "how the story calls whoever comes, in its language"
_NOT_SHARED = (ComplicationKind.RESOURCE_WORN, ComplicationKind.GEAR_LOST, ComplicationKind.BREACH)
_PLAIN = (SetbackKind.HOSTAGE, SetbackKind.POSITION_LOST, SetbackKind.WAY_CLOSES, SetbackKind.OTHER)


# --- dangers and manifestations


def _shared_partial() -> Schema:
    """What avoiding something only partly brings: nobody's own gear, since it may be for several."""
    kinds = [each for each in ComplicationKind if each not in _NOT_SHARED]
    note = text(300, "one sentence, told when it happens, in the language of the story")
    return closed({"kind": choice(kinds), "note": note}, "what it brings to avoid it only by half")


def _exposed(situation: Situation) -> Schema | None:
    return several(choice(situation.options.standing), 8, "who is exposed", least=1)


def _partial(answers: Answers, difficulty: int) -> dict[str, Any] | None:
    return None if difficulty == Difficulty.STANDARD else dict(answers["on_partial"])


def _danger_fields(situation: Situation) -> dict[str, Schema | None] | None:
    if not situation.options.standing:
        return None
    return {
        "danger": choice(each.id for each in prompting.catalogue().dangers),
        "exposed": _exposed(situation),
        "reason": text(200, "what gives way, catches fire, is sprung, in the language of the story"),
        "on_partial": _shared_partial(),
    }


def _danger(situation: Situation, answers: Answers) -> proposals.ProposeDanger:
    known = next(each for each in prompting.catalogue().dangers if each.id == answers["danger"])
    partial = _partial(answers, known.danger().difficulty)
    return proposals.ProposeDanger(
        danger=known.id,
        exposed=each_once(answers["exposed"]),
        reason=answers["reason"],
        on_partial=partial,  # pyright: ignore[reportArgumentType]
    )


def _manifestations(situation: Situation) -> dict[str, tuple[str, str, int]]:
    return {
        f"{each.calamity}:{each.manifestation}": (each.calamity, each.manifestation, each.difficulty)
        for each in situation.options.manifestations
    }


def _manifestation_fields(situation: Situation) -> dict[str, Schema | None] | None:
    playable = _manifestations(situation)
    if not playable or not situation.options.standing:
        return None
    return {
        "manifestation": choice(playable, "what the calamity does"),
        "exposed": _exposed(situation),
        "on_partial": _shared_partial(),
    }


def _manifestation(situation: Situation, answers: Answers) -> proposals.PlayManifestation:
    calamity, manifestation, difficulty = _manifestations(situation)[answers["manifestation"]]
    return proposals.PlayManifestation(
        calamity=calamity,
        manifestation=manifestation,
        exposed=each_once(answers["exposed"]),
        on_partial=_partial(answers, difficulty),  # pyright: ignore[reportArgumentType]
    )


# --- who comes


def _arrival_fields(situation: Situation) -> dict[str, Schema | None] | None:
    if not situation.options.free:
        return None
    return {
        "profile": choice((*KINDS, *(each.id for each in prompting.catalogue().adversaries)), _PROFILES),
        "called": text(60, _COMES),
    }


def _arrival(situation: Situation, answers: Answers) -> proposals.IntroduceAdversary:
    return _coming(situation, answers["profile"], answers["called"])


def _coming(situation: Situation, profile: str, called: str) -> proposals.IntroduceAdversary:
    return proposals.IntroduceAdversary(
        id=_new_id(profile, (each.id for each in situation.view.adversaries)),
        profile=profile,
        called=called,
        language=situation.language,
    )


def _new_id(wanted: str, taken: Iterable[str]) -> str:
    there = set(taken)
    numbered = (f"{wanted}-{number}" for number in range(2, len(there) + 3))
    return next(each for each in (wanted, *numbered) if each not in there)


def _conflict_fields(situation: Situation) -> dict[str, Schema | None] | None:
    ways = [each for each in situation.options.commands if isinstance(each, StartConflict)]
    if not ways:
        return None
    engagers = choice(each.engager for each in ways if each.engager)
    sides = choice(each.ambush for each in ways if each.ambush)
    return {
        "engager": or_null(engagers, "the character who engages; null where the adversaries do"),
        "ambush": or_null(sides, "the side that surprises the other, where one does"),
    }


# --- the answer to a breach


def _breach_fields(situation: Situation) -> dict[str, Schema | None] | None:
    answers = _answers(situation)
    if not answers:
        return None
    breach = situation.options.breach
    strikes = breach is not None and any(each.startswith("strike:") for each in answers)
    most = max((each.most for each in breach.strikes), default=0) if breach else 0
    return {
        "answer": choice(answers, "a strike, or how the adversity advances"),
        "attacks": choice((*_MANY[:most], _ALL), "of a strike: how many together") if strikes else None,
        "ally": or_null(choice(breach.allies), "of a strike: an ally as its mark") if breach and strikes else None,
        "in_contact": several(choice(breach.in_contact), 8, "of a strike: who is near enough to take it instead")
        if breach and strikes
        else None,
        "note": text(300, "what happens, one sentence, in the language of the story"),
        "called": or_null(text(60), f"of reinforcements: {_COMES}"),
        "clock": yes_or_no("of an advance: the adventure's clock moves too") if situation.options.clocks else None,
    }


def _answers(situation: Situation) -> dict[str, tuple[SetbackKind | None, str]]:
    """How the adversity may answer: a strike (no kind) by whom, or an advance of a kind, with whom it is about."""
    breach, setback = situation.options.breach, situation.options.setback
    found: dict[str, tuple[SetbackKind | None, str]] = {}
    if breach is not None and (breach.opener is not None or breach.allies):
        found |= {f"strike:{each.adversary}": (None, each.adversary) for each in breach.strikes}
    # At a standoff the adversity advances at the turn's end, not before everybody has had their say.
    is_due = breach is not None or any(each.decision is Decision.SETBACK for each in situation.view.awaits)
    if setback is not None and is_due:
        found |= {each.value: (each, "") for each in _PLAIN}
        for kind, whom in (
            (SetbackKind.FLIGHT, setback.fleeing),
            (SetbackKind.COVER_FALLS, setback.covered),
            (SetbackKind.REINFORCEMENTS, KINDS),
        ):
            found |= {f"{kind.value}:{each}": (kind, each) for each in whom}
    return found


def _answer(situation: Situation, answers: Answers) -> proposals.AnswerBreach:
    kind, whom = _answers(situation)[answers["answer"]]
    if kind is None:
        return proposals.AnswerBreach(answer=_strike(situation, answers, whom))
    clocks = situation.options.clocks if answers.get("clock") else ()
    comes = kind is SetbackKind.REINFORCEMENTS
    setback = proposals.ProposedSetback(
        kind=kind,
        note=answers["note"],
        adversary=whom if kind is SetbackKind.FLIGHT else None,
        character=whom if kind is SetbackKind.COVER_FALLS else None,
        arrival=_coming(situation, whom, answers["called"] or _like_those_here(situation)) if comes else None,
        clock=clocks[0] if clocks else None,
    )
    return proposals.AnswerBreach(answer=setback, ends_turn=situation.options.standoff)


def _strike(situation: Situation, answers: Answers, adversary: str) -> proposals.ProposedStrike:
    breach = situation.options.breach
    assert breach is not None
    most = next(each.most for each in breach.strikes if each.adversary == adversary)
    said = answers["attacks"]
    # Whom nobody can strike any more is not the mark.
    ally = answers.get("ally") or (breach.allies[0] if breach.opener is None else None)
    return proposals.ProposedStrike(
        adversary=adversary,
        attacks=most if said == _ALL else min(_MANY.index(said) + 1, most),
        in_contact=each_once(answers.get("in_contact", ())),
        ally=ally,
    )


def _like_those_here(situation: Situation) -> str:
    """What newcomers whom nobody named are called: as those who are there."""
    return next((each.name[:60] for each in situation.view.adversaries), situation.scene.name.to(situation.language))


DANGER = Offer(
    "propose_danger",
    "A danger strikes by itself: a fall, a fire, a trap.",
    _danger_fields,
    _danger,
)
ARRIVAL = Offer(
    "introduce_adversary",
    "Somebody or something hostile comes into the scene.",
    _arrival_fields,
    _arrival,
)
CONFLICT = Offer(
    "start_conflict",
    "A fight begins: an adversary strikes back or is about to.",
    _conflict_fields,
    lambda _, answers: proposals.StartConflict(**answers),
)
BREACH = Offer(
    "answer_breach",
    "The adversity answers, since an action against it fell short or nobody acted: it strikes, or it advances.",
    _breach_fields,
    _answer,
)
MANIFESTATION = Offer(
    "play_manifestation",
    "A calamity does one of its things, since its trigger has come.",
    _manifestation_fields,
    _manifestation,
)
