"""What the engine answers: a command is accepted with its events, or refused with what would work."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

E = TypeVar("E")


class Code(StrEnum):
    """Why a command is refused. The value is the English sentence; its slots are filled from `Refused.about`."""

    NO_SUCH_CHARACTER = "Nobody here is called {character}."
    NOBODY_TO_PLAY = "A game needs at least one character."
    BAD_CHARACTER = "{character} is not a playable character: {fault}."
    BAD_STORY = "The story does not hold together: {fault}."
    STORY_IS_OVER = "The story is over."
    CHECK_IS_PENDING = "A check is on the table: it has to be settled first."
    NO_CHECK_ANNOUNCED = "No check has been announced."
    NOT_ROLLED_YET = "The check has not been rolled yet."
    ALREADY_ROLLED = "The dice have fallen: nothing is negotiated after the roll."
    OUT_OF_ACTION = "{character} is out of action."
    IN_BREAKDOWN = "{character} has broken down and cannot act."
    NO_SUCH_SPECIALTY = "{specialty} is not on {character}'s sheet."
    WRONG_ATTRIBUTE = "{specialty} goes with {attribute} on {character}'s sheet."
    SPECIALTY_REQUIRED = "This cannot be tried without {specialty}."
    NO_SUCH_ITEM = "{character} does not hold {item}."
    ITEM_IS_EMPTY = "{item} is empty."
    ITEM_DOES_NOT_HELP = "{item} gives no die to a roll."
    NO_SUCH_WOUND = "{character} has no such wound."
    BAD_DISADVANTAGE = "A disadvantage takes 0 to 3 dice."
    REASON_MISSING = "A reason is missing: {what}."
    ALREADY_COUNTED = "{what} already counts for this check."
    HELPER_CANNOT_HELP = "{helper} cannot help {character} here."
    MOST_ABLE_ROLLS = "When the group tries one thing, the most able rolls."
    EACH_FOR_ONESELF = "Where each risks for oneself, each rolls once, on the same stake, and two or more take part."
    STAKE_IS_CLOSED = "That has been tried: the same stake waits for the situation to change."
    STAKES_MISSING = "The complications have to be set before the roll."
    STANDARD_HAS_NO_PARTIAL = "A Standard check succeeds or fails: it has no partial outcome."
    BREACH_NEEDS_CONFLICT = "A breach only follows an action against an adversary in a conflict."
    INCOMPLETE_NEEDS_PARTIAL = "An incomplete result goes with a partial outcome alone."
    NOTHING_TO_WEAR = "A worn Resource needs an item of {character}'s with a die left."
    CANNOT_BE_LOST = "{item} cannot be lost."
    CLUE_IS_ESSENTIAL = "That clue cannot be missed: roll for what finding it costs."
    CLUE_CAN_BE_MISSED = "That fact can be missed: a success gains it, a failure does not."
    NO_SUCH_FACT = "The story has nothing called {fact}."
    FACT_IS_NOT_READY = "{fact} cannot come out yet."
    NO_SUCH_CLOCK = "The story has no clock called {clock}."
    REROLL_NOT_IN_CONFLICT = "In a conflict every roll stands."
    REROLL_NEVER_COUP = "A Coup d'éclat is never rolled again."
    REROLL_NEEDS_STRESS = "Stress cannot move, so the reroll cannot be paid for."
    NO_INSPIRATION = "{character} has no Inspiration."
    HAS_INSPIRATION = "{character} already holds an Inspiration, and one is the most."
    COUP_NOT_READY = "{character} has no Coup d'éclat ready."
    BREAKDOWN_NOT_OPEN = "{character} has no Breakdown to describe."
    NO_SUCH_EXIT = "One cannot go to {scene} from here."
    EXIT_IS_CLOSED = "The way to {scene} is not open."
    NO_SHELTER = "There is no shelter here."
    ONE_PAUSE = "One pause between two scenes is the most."
    ALREADY_IN_CONFLICT = "A conflict is already under way."
    NOT_IN_A_CONFLICT = "Not in the middle of a conflict."
    NOT_IN_CONFLICT = "There is no conflict to end."
    BAD_AMOUNT = "{what} has to be a whole number of 1 or more."
    FACES_MISSING = "More dice fell than were given: the next is a d{sides}."
    FACES_LEFT = "Fewer dice fell than were given: {count} too many."
    BAD_FACE = "{face} is no face of a d{sides}."


@dataclass(frozen=True, slots=True)
class Accepted(Generic[E]):
    """The command stands; `events` is all that follows from it, in order."""

    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The command changes nothing. `would_work` lists ids or names of what would be accepted instead."""

    code: Code
    about: tuple[tuple[str, str], ...] = ()
    would_work: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The refusal in one English sentence, with what would work where something would."""
        said = self.code.value.format(**dict(self.about))
        return f"{said} What would work: {', '.join(self.would_work)}." if self.would_work else said


def refuse(code: Code, *would_work: str, **about: object) -> Refused:
    """Write a refusal in one line: `refuse(Code.NO_SUCH_ITEM, *held, character="walt", item="rope")`."""
    return Refused(code, tuple((key, str(value)) for key, value in about.items()), would_work)
