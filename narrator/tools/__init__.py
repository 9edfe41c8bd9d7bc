"""What a language model may propose now, as tools; and what it proposed, read back through the gate of shape.

Tools are made from what `legal` offers and what players see: a name that is in no enum cannot be proposed, and what
the rules fix (a stake's name, a Threat, an author's terms) is filled in by the program and stands in no schema.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from pydantic import ValidationError

from narrator.exchange import Call, Schema, Tool
from narrator.proposals import RecordFact
from narrator.schemas import closed, several
from narrator.situation import Situation
from narrator.tools import checks, fights, foes, shape, story
from narrator.tools.offer import FACT, Offer, Proposed, Wrong, names

__all__ = ["EVERY", "SOLO", "Misshapen", "Read", "offered", "read", "suggesting", "weighing"]

_OFFERS = (
    checks.CHECK,
    checks.RULING,
    checks.REVEAL,
    story.WAY,
    story.REST,
    story.QUESTION,
    story.INSPIRATION,
    story.MARK,
    story.FACT_TOLD,
    story.LEAVING,
    fights.ATTACK,
    fights.MANOEUVRE,
    fights.OTHER_ACTION,
    fights.LEVER,
    foes.BREACH,
    foes.CONFLICT,
    foes.ARRIVAL,
    foes.DANGER,
    foes.MANIFESTATION,
)
_BY_NAME = {each.name: each for each in (*_OFFERS, checks.CLAIM, story.SUGGEST)}

EVERY = frozenset(each.name for each in _OFFERS)
"""Every tool that a line may become, for a front end that can play them all."""

SOLO = frozenset(
    {
        "propose_check",
        "rule_without_roll",
        "ask_player",
        "go_to",
        "close_scene",
        "leave_story",
        "grant_inspiration",
        "reveal",
        "record_fact",
        "propose_marking_event",
    }
)
"""The tools that solo play in a terminal can play."""

_CANON = "canon"
_MOST_CANON = 3
_TOLD = (
    "what was told lately and has to stay true, mostly nothing: a sentence, the names in it, and whether it is hidden "
    "from the players"
)


@dataclass(frozen=True, slots=True)
class Read:
    """What a model proposed, in the right shape, and what it wants held true besides. `words` are those that it wrote
    itself, each with its field: of a proposal that took the author's terms, more than is left in it."""

    proposal: Proposed
    canon: tuple[RecordFact, ...] = ()
    words: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Misshapen:
    """What a model sent is no proposal: in English, what is wrong and what would work."""

    sentence: str


def offered(situation: Situation, playable: frozenset[str] = EVERY) -> tuple[Tool, ...]:
    """What a line may become now, of what a front end can play; nothing once the story is over."""
    if situation.view.ending is not None:
        return ()
    along = several(FACT, _MOST_CANON, _TOLD)
    made = (_tool(each, situation, along) for each in _OFFERS if each.name in playable)
    return tuple(each for each in made if each is not None)


def weighing(situation: Situation) -> Tool | None:
    """The ruling on an advantage that a player claims; None where no check can have one more."""
    return _tool(checks.CLAIM, situation)


def suggesting(situation: Situation) -> Tool | None:
    """What a game master could bring now, as a model would have it; None once the story is over."""
    return _tool(story.SUGGEST, situation)


def read(call: Call, tools: Sequence[Tool], situation: Situation) -> Read | Misshapen:
    """What a model's call proposes, mended where it can mean one thing only and completed by the program.

    Bad canon is dropped and never spoils a call; what was not asked for is none. Raises nothing, whatever was sent.
    """
    known = {each.name: each for each in tools}
    try:
        name, arguments = shape.opened(call.name, call.arguments, known)
        fields = known[name].schema["properties"]
        canon = _canon(arguments.get(_CANON)) if _CANON in fields else ()
        asked = {key: each for key, each in fields.items() if key != _CANON}
        answers = shape.mended(arguments, closed(asked), names(situation))
        return Read(_BY_NAME[name].complete(situation, answers), canon, tuple(_words("", answers)))
    except Wrong as wrong:
        return Misshapen(wrong.sentence)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        return Misshapen(f"`{'.'.join(map(str, first['loc']))}`: {first['msg']}.")


def _words(field: str, value: object) -> Iterator[tuple[str, str]]:
    match value:
        case str():
            yield field, value
        case list():
            for each in cast(list[object], value):
                yield from _words(field, each)
        case dict():
            for inner, each in cast(dict[str, object], value).items():
                yield from _words(inner, each)
        case _:
            pass


def _tool(offer: Offer, situation: Situation, canon: Schema | None = None) -> Tool | None:
    """The tool as things stand, with what is told along where that is kept."""
    fields = offer.fields(situation)
    return None if fields is None else Tool(offer.name, offer.purpose, closed({**fields, _CANON: canon}))


def _canon(told: Any) -> tuple[RecordFact, ...]:
    """The facts told along, each by itself: a bad one is dropped."""
    found: list[RecordFact] = []
    for each in cast(list[Any], told) if isinstance(told, list) else ():
        try:
            found.append(RecordFact(**shape.mended(each, FACT, {})))
        except (Wrong, ValidationError):
            continue
    return tuple(found[:_MOST_CANON])
