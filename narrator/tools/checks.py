"""The tools that ask for a roll on something in the scene, or rule without one; an author's terms stand."""

from typing import Any

from engine.core.legal import CheckDomain
from engine.core.rules.advantages import key
from engine.core.sheet import Attribute, CharacterId
from narrator.exchange import Schema
from narrator.proposals import DifficultyName, ProposeCheck, RuleOnAdvantage, RuleWithoutRoll
from narrator.proposals.words import DIFFICULTY
from narrator.reading.approaches import Match, present, stake
from narrator.reading.lexicon import lexicon
from narrator.ruling.authored import AuthorsTerms, authors_terms, without_a_roll
from narrator.ruling.complications import told_risk
from narrator.ruling.here import Here
from narrator.scenario import SpecialtyData, named
from narrator.schemas import choice, or_null, text, yes_or_no
from narrator.situation import Situation
from narrator.telling.voice import Lately, Voice
from narrator.tools import pool
from narrator.tools.offer import OTHER, Answers, Offer, Wrong, about, is_tried, ways

_SKILLED = 2
"""Dice of a specialty, as the most able of a group are found."""


def _check_fields(situation: Situation) -> dict[str, Schema | None] | None:
    domains = situation.options.checks
    if not domains:
        return None
    return {
        **pool.who(domains),
        "about": about(situation),
        "approach": choice(
            (*ways(situation), OTHER), "what the author foresaw here, where it is that; its terms stand"
        ),
        **pool.means(domains),
        "difficulty": choice(DIFFICULTY, pool.DIFFICULTIES),
        **pool.stakes(domains),
        "together": yes_or_no("true: the whole group tries one thing, the most able rolls")
        if len(domains) > 1
        else None,
    }


def _check(situation: Situation, answers: Answers) -> ProposeCheck | RuleWithoutRoll:
    match = ways(situation).get(answers["approach"])
    if match is not None:
        return _foreseen(situation, answers, match)
    attribute = Attribute(answers["attribute"])
    tried = _stake(situation, answers["about"], attribute)
    if is_tried(situation, tried):
        raise Wrong(_closed(situation, answers["about"]))
    domain = _acting(situation, answers, attribute)
    means = pool.given_means(domain, answers, attribute)
    difficulty: DifficultyName = answers["difficulty"]
    stakes = pool.given_stakes(domain, answers, _used(means), partial=difficulty != "standard")
    together = answers.get("together", False)
    return ProposeCheck(**means, **stakes, difficulty=difficulty, stake=tried, together=together)


def _foreseen(situation: Situation, answers: Answers, match: Match) -> ProposeCheck | RuleWithoutRoll:
    approach = match.approach
    attribute = approach.attribute or Attribute(answers["attribute"])
    here = _here(situation, _acting(situation, answers, attribute).actor)
    ruled = without_a_roll(here, match, answers["action"], approach.actions[0], _skills(situation))
    return ruled or _on_the_authors_terms(here, answers, match)


def _on_the_authors_terms(here: Here, answers: Answers, match: Match) -> ProposeCheck:
    """The author's check, with what was answered of means and words; a specialty that the author names applies."""
    approach, domain = match.approach, here.domain
    assert approach.attribute is not None
    means = pool.given_means(domain, answers, approach.attribute)
    foreseen = [each for each in (approach.requires, *approach.specialties) if each]
    on_it = {each.id for each in domain.specialties if each.attribute is approach.attribute}
    means["specialty"] = means["specialty"] or next((each for each in foreseen if each in on_it), None)
    used = _used(means)
    terms = authors_terms(here, match, [each for each in here.items() if each.id in used])
    return ProposeCheck(
        **means,
        **_authors_stakes(here, terms),
        difficulty=terms.difficulty,
        stake=terms.stake,
        requires=approach.requires,
        together=answers.get("together", False),
        gain=terms.gain,
        clue=terms.clue,
    )


def _authors_stakes(here: Here, terms: AuthorsTerms) -> dict[str, Any]:
    assert terms.on_failure is not None
    partial = terms.on_partial if terms.difficulty != "standard" else None
    return {
        "risk": terms.risk or told_risk(here, terms.on_failure, partial),
        "on_failure": terms.on_failure,
        "on_partial": partial,
    }


def _acting(situation: Situation, answers: Answers, attribute: Attribute) -> CheckDomain:
    """Who rolls: who was named, or, when all try one thing, the most able."""
    actor = pool.able(situation, answers["actor"])
    if not answers.get("together"):
        return actor
    specialty = answers.get("specialty")

    def dice(domain: CheckDomain) -> int:
        skilled = any((each.id, each.attribute) == (specialty, attribute) for each in domain.specialties)
        return domain.attributes.of(attribute) + (_SKILLED if skilled else 0)

    return max((actor, *situation.options.checks), key=dice)


def _stake(situation: Situation, what: str, attribute: Attribute) -> str:
    """One stake, one roll: the program names it, so that other words are no other stake."""
    here = present(situation.scene, situation.view)
    return stake(situation.scene, next((each for each in here if each.id == what), None), attribute)


def _closed(situation: Situation, what: str) -> str:
    left = [each.value for each in Attribute if not is_tried(situation, _stake(situation, what, each))]
    other = f"another attribute ({', '.join(left)}), " if left else ""
    return (
        f"`about`: that was tried on {what}, and the same stake waits until the situation changes. Take {other}"
        "another thing, one of `approach`, or another tool."
    )


def _used(means: dict[str, Any]) -> tuple[str, ...]:
    return (*means["items"], *(each.item for each in means["advantages"] if each.item))


# --- without a roll


def _ruling_fields(situation: Situation) -> dict[str, Schema | None] | None:
    actors = situation.options.actors
    if not actors:
        return None
    secret = _secrets(situation)
    at_once = [name for name, match in ways(situation).items() if _takes_no_die(match) and name not in secret]
    return {
        "actor": choice(actors, "who acts"),
        "action": text(200, "what is done, as the player said it, in the language of the story"),
        "approach": choice((*at_once, OTHER), "what the author foresaw here, where it is that; its ruling stands"),
        "verdict": choice(("succeeds", "impossible")),
        "why": text(600, "what the player is told of it, in the language of the story"),
        "would_need": or_null(text(200), "what would make it possible; null where it succeeds"),
    }


def _ruling(situation: Situation, answers: Answers) -> RuleWithoutRoll:
    match = ways(situation).get(answers["approach"])
    if match is not None:
        return _at_once(situation, answers, match)
    succeeds = answers["verdict"] == "succeeds"
    needed = answers["would_need"] or _voice(situation).phrase("ruling.would_need_other")
    return RuleWithoutRoll(
        actor=answers["actor"],
        action=answers["action"],
        verdict=answers["verdict"],
        why=answers["why"],
        would_need="" if succeeds else needed,
    )


def _reveal_fields(situation: Situation) -> dict[str, Schema | None] | None:
    actors, secret = situation.options.actors, _secrets(situation)
    if not actors or not secret:
        return None
    return {
        "actor": choice(actors, "who acts"),
        "action": text(200, "what is done, as the player said it, in the language of the story"),
        "approach": choice(secret, "what the author foresaw, and the player now does"),
    }


def _at_once(situation: Situation, answers: Answers, match: Match | None = None) -> RuleWithoutRoll:
    match = match or ways(situation)[answers["approach"]]
    here = _here(situation, answers["actor"])
    ruled = without_a_roll(here, match, answers["action"], match.approach.actions[0], _skills(situation))
    assert ruled is not None
    return ruled


def _takes_no_die(match: Match) -> bool:
    return match.approach.free or match.approach.impossible is not None


def _secrets(situation: Situation) -> tuple[str, ...]:
    """The free approaches that would bring out what is hidden: a fact that is rolled for is none of them."""
    hidden = {each.id for each in situation.scenario.facts if each.secret}
    attainable = {*situation.options.gains, *situation.options.clues} & hidden
    return tuple(
        name
        for name, match in ways(situation).items()
        if match.approach.free and attainable & {match.approach.gain, match.approach.clue}
    )


# --- an advantage that a player claims


def _claim_fields(situation: Situation) -> dict[str, Schema | None] | None:
    domain = situation.options.advantages
    if domain is None:
        return None
    return {
        "why": text(200, "what the player is told: why it counts or why not, in the language of the story"),
        "advantage": or_null(pool.advantage((domain,)), "null where it does not count"),
    }


def _claim(situation: Situation, answers: Answers) -> RuleOnAdvantage:
    domain, pending = situation.options.advantages, situation.view.pending
    assert domain is not None
    assert pending is not None
    claimed = answers["advantage"]
    counts = pool.given_advantage(domain, claimed, pending.check.attribute) if claimed else None
    if claimed and counts is None:
        by = ", ".join((*domain.tools, *domain.helpers, *domain.allies)) or "nobody and nothing"
        raise Wrong(f"`advantage.by`: a tool or a help names its own, one of {by}; or make `advantage` null.")
    if counts is not None and key(counts.advantage()) in map(key, pending.check.advantages):
        raise Wrong("`advantage`: that counts already, and nothing counts twice; make it null, and say so in `why`.")
    return RuleOnAdvantage(why=answers["why"], advantage=counts)


# --- here and now


def _here(situation: Situation, actor: str) -> Here:
    sheet = next(each for each in situation.view.characters if each.id == actor)
    clock = situation.scenario.clock
    return Here(
        situation.scene,
        situation.view,
        situation.options,
        Lately.of(situation.moment),
        _voice(situation),
        lexicon(situation.language),
        sheet,
        named(situation.characters, CharacterId(actor)),
        pool.able(situation, actor),
        clock.id if clock is not None and clock.id in situation.options.clocks else None,
    )


def _voice(situation: Situation) -> Voice:
    return Voice(situation.language, situation.scenario.id)


def _skills(situation: Situation) -> tuple[SpecialtyData, ...]:
    return tuple(each for character in situation.characters for each in character.specialties)


CHECK = Offer(
    "propose_check",
    "A roll: the outcome is uncertain, and success and failure would both move the story.",
    _check_fields,
    _check,
)
RULING = Offer(
    "rule_without_roll",
    "No roll: what is easy, safe or only looked at succeeds; what cannot be done is impossible, and you say what would "
    "make it possible.",
    _ruling_fields,
    _ruling,
)
REVEAL = Offer(
    "reveal",
    "Something hidden comes out without a roll, since the player does just what the author foresaw.",
    _reveal_fields,
    _at_once,
)
CLAIM = Offer(
    "rule_on_advantage",
    "The player claims one more advantage for the announced check: does something real in the scene make it easier?",
    _claim_fields,
    _claim,
)
