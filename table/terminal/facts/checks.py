"""Rolls as rows: the dice, what they come to, and what was settled without them."""

from collections.abc import Iterator
from typing import assert_never

from engine.core.check import Avoid, Check, Outcome, Roll
from engine.core.events import (
    AdvantageAdded,
    CheckAmended,
    CheckAnnounced,
    CheckEvent,
    CheckRerolled,
    CheckRolled,
    CheckSettled,
    CheckWithdrawn,
    ComplicationHappened,
    ContestAnnounced,
    ContestRolled,
    ContestYielded,
    RuledWithoutRoll,
)
from engine.core.rules.checks import difficulty
from engine.core.rules.faces import successes
from table.terminal.facts.saying import Saying
from table.terminal.screen import Row

_OUTCOME_STYLE = {Outcome.SUCCESS: "good", Outcome.PARTIAL: "fair", Outcome.FAILURE: "bad"}


def rows(saying: Saying, event: CheckEvent) -> Iterator[Row]:
    """The rows of what happened to a roll."""
    words, names = saying.words, saying.names
    match event:
        case CheckRolled() | CheckRerolled():
            label = words("dice_again" if isinstance(event, CheckRerolled) else "dice_fell")
            yield dice(saying, saying.check, event, label)
        case ComplicationHappened():
            yield Row(words("complication"), names.term("complication", event.complication.kind), "fair")
        case AdvantageAdded():
            yield saying.sentence("advantage_counts", what=event.advantage.reason)
        case CheckWithdrawn():
            # Nobody steps back from what strikes: whoever is out of action has only no roll left to make.
            spared = saying.check is not None and isinstance(saying.check.aim, Avoid)
            who = names.character(event.actor)
            yield saying.sentence("no_longer_rolled", character=who) if spared else saying.sentence("withdrawn")
        case CheckAmended():
            skill = f" ({names.specialty(event.specialty)})" if event.specialty else ""
            yield saying.sentence("amended", what=f"{names.term('attribute', event.attribute)}{skill}")
        case ContestAnnounced():
            one, other = (names.character(each.actor) for each in (event.contest.acts, event.contest.resists))
            yield saying.sentence("contest", "title", one=one, other=other)
            yield from (
                Row(names.character(each.actor), each.action) for each in (event.contest.acts, event.contest.resists)
            )
        case ContestRolled():
            yield from _contest(saying, event)
        case ContestYielded():
            yield saying.sentence("yielded", character=names.character(event.character))
        case RuledWithoutRoll():
            yield Row(words("ruled"), f"{event.action} — {event.why}")
        case CheckAnnounced() | CheckSettled():
            return  # A check is shown whole while it stands, and its dice say what it came to.
        case _:
            assert_never(event)


def dice(saying: Saying, check: Check | None, roll: Roll | CheckRolled | CheckRerolled, label: str) -> Row:
    """The dice that lie on the table, and what they come to."""
    needed = int(difficulty(check)) if check else 0
    outcome = saying.names.term("outcome", roll.outcome)
    count = saying.words("count_of", count=roll.successes, needed=needed, outcome=outcome)
    return Row(label, saying.faces(roll.faces, count), _OUTCOME_STYLE[roll.outcome])


def _contest(saying: Saying, event: ContestRolled) -> Iterator[Row]:
    contest = None if saying.before is None else saying.before.contest
    if contest is not None:
        for effort, shown in ((contest.acts, event.acts), (contest.resists, event.resists)):
            label = saying.words("contest_dice", character=saying.names.character(effort.actor))
            yield Row(label, saying.faces(shown, saying.words("contest_count", count=successes(shown))))
    if event.winner is not None:
        yield saying.sentence("contest_won", "good", character=saying.names.character(event.winner))
    else:
        yield saying.sentence("contest_tied", "fair", "" if contest is None else contest.worse)
