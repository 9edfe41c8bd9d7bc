"""How an author's approach is ruled: impossible, at once, or by a check on the author's own terms."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.sheet import Attribute
from narrator.proposals import DifficultyName, ProposedComplication, RuleWithoutRoll
from narrator.reading.approaches import Match, stake
from narrator.ruling.complications import authored_complication
from narrator.ruling.here import Here
from narrator.scenario import Feature, ItemData, SpecialtyData
from narrator.telling.voice import line


@dataclass(frozen=True, slots=True)
class AuthorsTerms:
    """What an author set for a check, in one language; `risk` is empty where the complications have to say it."""

    attribute: Attribute
    difficulty: DifficultyName
    stake: str
    risk: str
    on_failure: ProposedComplication | None
    on_partial: ProposedComplication | None
    gain: str | None
    clue: str | None


def authors_terms(here: Here, match: Match, at_stake: Sequence[ItemData]) -> AuthorsTerms:
    """The terms of an approach that is rolled for; `at_stake` are the items that its complications take first."""
    approach = match.approach
    assert approach.attribute is not None
    assert approach.difficulty is not None
    partial, failure = approach.partial, approach.failure
    clues, gains = here.options.clues, here.options.gains
    wanted = [each for each in (approach.gain, approach.clue) if each]
    return AuthorsTerms(
        attribute=approach.attribute,
        difficulty=approach.difficulty,
        stake=stake(here.scene, match.feature, approach.id),
        risk=here.voice.authored(approach.risk) if approach.risk else "",
        on_failure=authored_complication(here, failure, at_stake) if failure else None,
        on_partial=authored_complication(here, partial, at_stake) if partial else None,
        gain=next((each for each in wanted[:1] if each in gains and each == approach.gain), None),
        clue=next((each for each in wanted if each in clues), None),
    )


def without_a_roll(
    here: Here, match: Match, action: str, family: str, skills: Sequence[SpecialtyData]
) -> RuleWithoutRoll | None:
    """The ruling on an approach that takes no die, None where its author has it rolled for; `skills` have names."""
    return (
        _impossible(here, match, action)
        or _unskilled(here, match, action, skills)
        or _free(here, match, action, family)
    )


def gives_nothing(here: Here, feature: Feature) -> str:
    """That a thing or a person gives nothing that way."""
    table = "ruling.needs_person" if feature.person else "ruling.needs"
    return here.voice.say(table, here.lately, here.words(feature))


def _impossible(here: Here, match: Match, action: str) -> RuleWithoutRoll | None:
    if match.approach.impossible is None:
        return None
    told = here.voice.authored(match.approach.impossible)
    why = told if here.lately.is_new(told) else gives_nothing(here, match.feature)
    return RuleWithoutRoll(actor=here.actor.id, action=action, verdict="impossible", why=why, would_need=line(told))


def _unskilled(here: Here, match: Match, action: str, skills: Sequence[SpecialtyData]) -> RuleWithoutRoll | None:
    required = match.approach.requires
    if required is None or any(each.id == required for each in here.domain.specialties):
        return None
    skill = next((each.name.to(here.language) for each in skills if each.id == required), None)
    needed = here.voice.phrase("ruling.would_need_specialty", skill=skill or required.replace("_", " "))
    return RuleWithoutRoll(
        actor=here.actor.id,
        action=action,
        verdict="impossible",
        why=here.voice.say("ruling.requires", here.lately),
        would_need=line(needed),
    )


def _free(here: Here, match: Match, action: str, family: str) -> RuleWithoutRoll | None:
    approach = match.approach
    if not approach.free:
        return None
    words = here.words(match.feature)
    told = here.voice.in_turn(approach.success, here.lately)
    if told is None and here.voice.knows(f"ruling.{family}"):
        told = here.voice.fresh(f"ruling.{family}", here.lately, words)
    attainable = (*here.options.gains, *here.options.clues)
    return RuleWithoutRoll(
        actor=here.actor.id,
        action=action,
        verdict="succeeds",
        why=line(told or here.voice.say("ruling.easy", here.lately, words), 2000),
        gain=next((each for each in (approach.gain, approach.clue) if each and each in attainable), None),
    )
