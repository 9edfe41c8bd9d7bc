"""The terms of an offline check: what counts for it, what hampers it, what it risks; nothing that would be refused."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from engine.core.check import AdvantageKind, ComplicationKind
from engine.core.sheet import Attribute
from narrator import prompting
from narrator.proposals import DifficultyName, ProposeCheck, ProposedAdvantage, ProposedComplication
from narrator.reading import Reading
from narrator.reading.approaches import Match, stake
from narrator.reading.lexicon import Lexicon, tokens
from narrator.ruling.authored import authors_terms
from narrator.ruling.complications import generic_complication, told_risk
from narrator.ruling.here import Here
from narrator.scenario import Feature, ItemData, Language
from narrator.telling.grammar import bare
from narrator.telling.voice import line


class FamilyRuling(BaseModel):
    """How an action is ruled where a scenario says nothing of it (prompts/rulings.toml)."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    mode: Literal["tell", "easy", "needs", "risky", "tense"]
    attribute: Attribute
    difficulty: DifficultyName
    complications: tuple[ComplicationKind, ...]
    person: bool = False


class _Rulings(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    family: dict[str, FamilyRuling]
    hindered_by_wound: dict[str, frozenset[str]]
    hindered_by_trouble: dict[ComplicationKind, frozenset[str]]


@cache
def rulings() -> _Rulings:
    """The rulings table, read once."""
    return _Rulings.model_validate(prompting.common_table("rulings"))


_STEM = 4


def authored_check(here: Here, match: Match, reading: Reading) -> ProposeCheck:
    """The check that the scenario's author set for an approach."""
    approach = match.approach
    family = next((each for each in reading.families if each in approach.actions), approach.actions[0])
    used = _tools(here, (family, *approach.actions), reading)
    at_stake = (*used, *(each for each in here.items() if each in reading.items and each not in used))
    terms = authors_terms(here, match, at_stake)
    return _check(
        here,
        reading,
        family,
        used,
        attribute=terms.attribute,
        difficulty=terms.difficulty,
        stake_name=terms.stake,
        specialties=approach.specialties,
        requires=approach.requires,
        risk=terms.risk,
        on_failure=terms.on_failure,
        on_partial=terms.on_partial,
        gain=terms.gain,
        clue=terms.clue,
    )


def generic_check(here: Here, family: str, feature: Feature | None, reading: Reading) -> ProposeCheck:
    """A check on something that the scenario does not speak of: its own stake, nothing gained but the deed itself."""
    ruling = rulings().family[family]
    return _check(
        here,
        reading,
        family,
        _tools(here, (family,), reading),
        attribute=ruling.attribute,
        difficulty=ruling.difficulty,
        stake_name=stake(here.scene, feature, family),
    )


def _check(
    here: Here,
    reading: Reading,
    family: str,
    used: Sequence[ItemData],
    *,
    attribute: Attribute,
    difficulty: DifficultyName,
    stake_name: str,
    specialties: Iterable[str] = (),
    requires: str | None = None,
    risk: str = "",
    on_failure: ProposedComplication | None = None,
    on_partial: ProposedComplication | None = None,
    gain: str | None = None,
    clue: str | None = None,
) -> ProposeCheck:
    trouble = next((each for each in here.view.troubles if family in _hampers(each.kind)), None)
    kinds = rulings().family[family].complications if family in rulings().family else (ComplicationKind.TIME,)
    failure = on_failure or generic_complication(here, kinds, used, "failure")
    partial = on_partial or generic_complication(here, kinds[::-1], used, "partial")
    return ProposeCheck(
        actor=here.actor.id,
        action=line(reading.text, 200),
        attribute=attribute,
        difficulty=difficulty,
        stake=stake_name,
        risk=line(risk) if risk else told_risk(here, failure, partial if difficulty != "standard" else None),
        on_failure=failure,
        on_partial=partial if difficulty != "standard" else None,
        specialty=_specialty(
            here, attribute, tuple(specialties), requires, family if family in reading.families else ""
        ),
        requires=requires,
        advantages=(*_tool_advantages(here, used, (family,), reading), *_help(here, reading)),
        disadvantage=1 if trouble else 0,
        disadvantage_reason=line(trouble.note) if trouble else "",
        hindering=_hindering(here, family),
        items=tuple(each.id for each in used if each.resource is not None and each.id in here.domain.items),
        gain=gain,
        clue=clue,
    )


def _specialty(
    here: Here, attribute: Attribute, wanted: tuple[str, ...], requires: str | None, family: str
) -> str | None:
    """The specialty that applies: on this attribute on the sheet, one that the author names before one that fits."""
    on_sheet = [each.id for each in here.domain.specialties if each.attribute is attribute]
    known = here.identity.specialties if here.identity else ()
    fitting = [each.id for each in known if family in each.actions]
    return next((each for each in (requires, *wanted, *fitting) if each in on_sheet), None)


def _tools(here: Here, families: tuple[str, ...], reading: Reading) -> tuple[ItemData, ...]:
    """What is used: what the line names that is made for this and, unnamed, one tool. A price is never paid unasked."""
    uses = set(families)
    named = tuple(
        each
        for each in here.items()
        if each in reading.items
        and each.id in here.domain.items
        and (uses & set(each.actions) or (each.helps is not None and _suits(here, each, reading)))
    )
    made = [
        each for each in here.items() if each.id in here.domain.tools and families[0] in each.actions and not each.price
    ]
    helping = any(each.id in here.domain.tools for each in named)
    return named if helping or not made else (*named, made[0])


def _tool_advantages(
    here: Here, used: Sequence[ItemData], families: tuple[str, ...], reading: Reading
) -> tuple[ProposedAdvantage, ...]:
    return tuple(
        ProposedAdvantage(kind=AdvantageKind.TOOL, reason=tool_reason(here, each), item=each.id)
        for each in used
        if each.id in here.domain.tools
        and (set(families) & set(each.actions) or (each in reading.items and _suits(here, each, reading)))
    )[:2]


def _suits(here: Here, item: ItemData, reading: Reading) -> bool:
    """Whether the use that a line makes of an item is the item's own."""
    return is_its_use(item, reading.words, here.lexicon, here.language)


def is_its_use(item: ItemData, words: tuple[str, ...], lexicon: Lexicon, language: Language) -> bool:
    """Whether words speak of what an item is for: they share more with its use than the item's name."""
    names = sorted(
        (tokens(bare(each)) for each in (item.name.to(language), *item.words.to(language))),
        key=lambda each: -len(each),
    )
    left = words
    for name in names:
        at = next((at for at in range(len(left)) if name and left[at : at + len(name)] == name), None)
        if at is not None:
            left = (*left[:at], *left[at + len(name) :])
            break
    use = tokens(" ".join(each.to(language) for each in (item.helps, item.permits) if each is not None))
    return bool(_stems(left, lexicon) & _stems(use, lexicon))


def _stems(words: tuple[str, ...], lexicon: Lexicon) -> frozenset[str]:
    """What the words that carry meaning begin with; "to pass" and "to use" carry none."""
    empty = {
        words[at]
        for each in lexicon.find(words)
        if words[each.start].startswith("pass") or (each.family in ("go", "use") and not each.weak)
        for at in range(each.start, each.end)
    }
    kept = tuple(each for each in words if each not in empty)
    return frozenset(each[:_STEM] for each in lexicon.content(kept))


def tool_reason(here: Here, item: ItemData) -> str:
    """Why an item counts: its name and, in its author's words, its use: "the picks (opening a lock)"."""
    name = item.name.to(here.language)
    use = here.voice.authored(item.helps).rstrip(".") if item.helps else ""
    return line(f"{name} ({use[0].lower()}{use[1:]})" if use else name)


def _help(here: Here, reading: Reading) -> tuple[ProposedAdvantage, ...]:
    names = {each.id: each.name for each in here.view.characters}
    return tuple(
        ProposedAdvantage(
            kind=AdvantageKind.HELP, reason=here.voice.phrase("reason.help", thing=names[each]), helper=each
        )
        for each in reading.people
        if each in here.domain.helpers
    )[:2]


def _hampers(kind: ComplicationKind) -> frozenset[str]:
    return rulings().hindered_by_trouble.get(kind, frozenset())


def _hindering(here: Here, family: str) -> tuple[str, ...]:
    """The wounds that this action would hurt: a hand the lock, a leg the run."""
    hindered = rulings().hindered_by_wound
    return tuple(
        each.id
        for each in here.actor.wounds
        if family in hindered.get(here.lexicon.body_part(each.note) or "", frozenset())
        and each.id in here.domain.wounds
    )[:8]
