"""The tools of the story: questions, ways, rests, what strikes the mind, what is held true, complications for a GM."""

from engine.core.check import ComplicationKind
from engine.core.commands import EnterScene, LeaveStory, Rest
from engine.story import MarkingEvent
from narrator import proposals
from narrator.exchange import Schema
from narrator.ruling.rulings import close
from narrator.schemas import choice, closed, several, text
from narrator.situation import Situation
from narrator.telling.voice import Lately, Voice
from narrator.tools.offer import Answers, Offer

_OPEN: dict[str, Schema | None] = {}


def _question_fields(situation: Situation) -> dict[str, Schema | None]:
    return {
        "question": text(300, "one question, in the language of the story"),
        "suggestions": several(text(120, "a line that the player could type"), 3),
    }


def _question(situation: Situation, answers: Answers) -> proposals.AskPlayer:
    """The question; what would be a command to the program is nothing to suggest."""
    lines = [each for each in answers["suggestions"] if not each.startswith("/")]
    return proposals.AskPlayer(question=answers["question"], suggestions=tuple(lines))


def _way_fields(situation: Situation) -> dict[str, Schema | None] | None:
    open_ = [each.scene for each in situation.options.commands if isinstance(each, EnterScene)]
    return {"scene": choice(open_, "where to")} if open_ else None


def _rest_fields(situation: Situation) -> dict[str, Schema | None] | None:
    kinds = [each.kind for each in situation.options.commands if isinstance(each, Rest)]
    return {"rest": choice(kinds, "pause: minutes; scene: an hour or two; long: a night")} if kinds else None


def _rest(situation: Situation, answers: Answers) -> proposals.CloseScene | proposals.AskPlayer:
    """A rest; before a night that costs something, the author's warning as a question."""
    voice, lately = Voice(situation.language, situation.scenario.id), Lately.of(situation.moment)
    able = bool(situation.options.checks)
    ruled = close(answers["rest"], situation.scenario.clock, situation.view, lately, voice, able)
    if isinstance(ruled, proposals.CloseScene):
        return ruled
    assert ruled.told is not None
    return proposals.AskPlayer(question=ruled.told)


def _leaving_fields(situation: Situation) -> dict[str, Schema | None] | None:
    return _OPEN if LeaveStory() in situation.options.commands else None


def _inspiration_fields(situation: Situation) -> dict[str, Schema | None] | None:
    may = [each for each in situation.options.inspirable if each not in situation.view.inspired]
    if not may:
        return None
    return {
        "actor": choice(may, "whose player played the moment"),
        "reason": text(200, "what was striking, in the language of the story"),
    }


def _mark_fields(situation: Situation) -> dict[str, Schema | None] | None:
    standing = situation.options.standing
    if not standing:
        return None
    return {
        "actor": choice(standing, "whom it strikes"),
        "event": choice(MarkingEvent, "shock: violence, a fright; horror: carnage, a monster; unspeakable: madness"),
        "reason": text(200, "what strikes the mind, in the language of the story"),
    }


def _fact_fields(situation: Situation) -> dict[str, Schema | None] | None:
    if not situation.options.free:
        return None
    return {
        "text": text(300, "one sentence, in the language of the story"),
        "tags": several(text(60), 6, "names of the people, places and things in it"),
    }


def _suggest_fields(situation: Situation) -> dict[str, Schema | None] | None:
    if situation.view.ending is not None:
        return None
    kinds = (each for each in ComplicationKind if each is not ComplicationKind.BREACH)
    one = closed({"kind": choice(kinds), "note": text(300, "one sentence, in the language of the story")})
    return {"complications": several(one, 3, "three, each of another kind", least=3)}


QUESTION = Offer(
    "ask_player",
    "Ask back: the line is unclear, names no action, or speaks of what is not there. Offer lines that could be typed.",
    _question_fields,
    _question,
)
WAY = Offer(
    "go_to",
    "Go to another place by a way that is open.",
    _way_fields,
    lambda _, answers: proposals.GoTo(**answers),
)
REST = Offer("close_scene", "Rest, for as long as the player says.", _rest_fields, _rest)
LEAVING = Offer(
    "leave_story",
    "The player wants to give the whole adventure up, not just a place.",
    _leaving_fields,
    lambda _, __: proposals.LeaveStory(),
)
INSPIRATION = Offer(
    "grant_inspiration",
    "Reward a striking moment of play: a character true to a weakness or a motive, at a price.",
    _inspiration_fields,
    lambda _, answers: proposals.GrantInspiration(**answers),
)
MARK = Offer(
    "propose_marking_event",
    "Something now strikes a character's mind.",
    _mark_fields,
    lambda _, answers: proposals.ProposeMarkingEvent(**answers),
)
FACT_TOLD = Offer(
    "record_fact",
    "The player tells a detail that is true from now on and does nothing else.",
    _fact_fields,
    lambda _, answers: proposals.RecordFact(**answers),
)
SUGGEST = Offer(
    "suggest",
    "Three complications that a game master could bring now.",
    _suggest_fields,
    lambda _, answers: proposals.Suggest(**answers),
)
