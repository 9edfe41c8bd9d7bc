"""What the engine answers: a command is accepted with its events, or refused with what would work."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar, cast

E = TypeVar("E")


class Code(StrEnum):
    """Why a command is refused. The value is the English sentence; its slots are filled from `Refused.about`."""

    NO_SUCH_CHARACTER = "Nobody here is called {character}."
    NOBODY_TO_PLAY = "A game needs at least one character."
    BAD_CHARACTER = "Not playable as it stands: {character}."
    BAD_STORY = "The story does not hold together: {fault}."
    STORY_IS_OVER = "The story is over."
    CHECK_IS_PENDING = "A check is on the table: it has to be settled first."
    NO_CHECK_ANNOUNCED = "No check is on the table: announce one first."
    NOT_ROLLED_YET = "The check has not been rolled yet."
    ALREADY_ROLLED = "The dice have fallen: nothing is negotiated after the roll."
    OUT_OF_ACTION = "{character} is out of action."
    IN_BREAKDOWN = "{character} has broken down and cannot act."
    NO_SUCH_SPECIALTY = "{specialty} is not on {character}'s sheet."
    WRONG_ATTRIBUTE = "{specialty} goes with {attribute} on {character}'s sheet."
    SPECIALTY_REQUIRED = "This cannot be tried without {specialty}."
    NO_SUCH_ITEM = "{character} does not hold {item}."
    ITEM_UNNAMED = "Name the item, one that {character} holds."
    ITEM_IS_EMPTY = "{item} is empty."
    ITEM_DOES_NOT_HELP = "{item} gives no die here."
    NO_SUCH_WOUND = "{character} has no such wound."
    BAD_DISADVANTAGE = "A disadvantage takes 0 to 3 dice."
    REASON_MISSING = "Still to be said: {what}."
    ALREADY_COUNTED = "{what} counts here already, and nothing counts twice."
    ONE_ADVANTAGE = "One advantage is one thing: an item, a PC who helps, or an ally."
    HELPER_CANNOT_HELP = "{helper} cannot help {character} so."
    MOST_ABLE_ROLLS = "When the group tries one thing, the most able rolls."
    EACH_FOR_ONESELF = "Where each risks for oneself, each rolls once, on the same stake, and two or more take part."
    STAKE_IS_CLOSED = "That has been tried: the same stake waits for the situation to change."
    STAKES_MISSING = "What {what} brings has to be set before the roll."
    STANDARD_HAS_NO_PARTIAL = "A Standard check succeeds or fails: it has no partial outcome."
    BREACH_NEEDS_CONFLICT = "A breach only follows an action against an adversary in a conflict."
    INCOMPLETE_NEEDS_PARTIAL = "An incomplete result goes with a partial outcome alone."
    NOTHING_TO_WEAR = "A worn Resource needs an item of {character}'s with a die left, and how: rolled, or a step down."
    GEAR_IS_ONE_S_OWN = "A roll that several may face wears or takes nobody's gear: choose another complication."
    CANNOT_BE_LOST = "{item} cannot be lost."
    CLUE_IS_ESSENTIAL = "That clue cannot be missed: roll for what finding it costs."
    CLUE_CAN_BE_MISSED = "That fact can be missed: a success gains it, a failure does not."
    NO_SUCH_FACT = "The story has nothing called {fact}."
    FACT_IS_NOT_READY = "{fact} cannot come out now."
    NOTHING_GAINED = "What does not succeed brings nothing out: leave the fact out."
    NO_SUCH_CLOCK = "The story has no clock called {clock}."
    REROLL_NOT_IN_CONFLICT = "In a conflict every roll stands."
    REROLL_NEVER_COUP = "A Coup d'éclat is never rolled again."
    REROLL_NEEDS_STRESS = "Stress cannot move, so the reroll cannot be paid for."
    NO_INSPIRATION = "{character} has no Inspiration."
    HAS_INSPIRATION = "{character} already holds an Inspiration, and one is the most."
    COUP_NOT_READY = "{character} has no Coup d'éclat ready."
    BREAKDOWN_NOT_OPEN = "{character} has no Breakdown to describe so."
    NO_SUCH_EXIT = "One cannot go to {scene} from here."
    EXIT_IS_CLOSED = "The way to {scene} is not open."
    NO_SHELTER = "There is no shelter here."
    ONE_PAUSE = "One pause between two scenes is the most."
    ALREADY_IN_CONFLICT = "A conflict is already under way."
    NOT_IN_A_CONFLICT = "Not in the middle of a conflict: end it first."
    NOT_IN_CONFLICT = "There is no conflict to end."
    BAD_AMOUNT = "{what} has to be a whole number of 1 or more."
    DEAD = "{character} is dead."
    NOT_DYING = "{character} is not out of action: only who is may be let die."
    AVOIDING_FOLLOWS = "A roll that avoids follows from what strikes: bring the danger, and the roll is there."
    CANNOT_STEP_BACK = "What strikes cannot be stepped back from: roll to avoid it."
    NOT_AVOIDING = "Only a roll that avoids is amended; another check is withdrawn and announced anew."
    AVOIDED_WITH = "This is avoided with {attribute}."
    COUP_IS_AN_ACTION = "A Coup d'éclat is declared on an action, not on a roll that avoids."
    NOBODY_EXPOSED = "Name who is exposed: one PC or more, each once, and nobody out of action."
    BAD_DANGER = "{danger} is no playable danger."
    BAD_ITEM = "{item} is no playable item."
    BAD_ADVERSARY = "Not playable as it stands: {adversary}."
    BAD_CALAMITY = "{calamity} is no playable calamity."
    FIXED_TERMS = "That is rolled with {attribute}, at Standard."
    NOT_HURT = "{character} has nothing to heal."
    ALREADY_TREATED = "{character} has been given first aid in this scene: a healing item, care or rest may do more."
    NOT_A_REMEDY = "{item} does not heal with a roll; first aid needs no item."
    CARE_TAKES_A_SCENE = "Medical care takes a scene or a night of rest: a pause is too short."
    ALREADY_CARED = "{character} has had medical care since the last conflict: first aid and rest may do more."
    ONLY_IN_RAW = "Comforting belongs to Raw alone: in Blockbuster rest and rerolls bring Stress down."
    ALREADY_COMFORTED = "{character} has been comforted in this scene: the next one allows it again."
    NOTHING_TO_COMFORT = "{character} has no Stress to lose."
    NOT_BROKEN = "{character} has not broken down."
    NEEDS_A_ROLL = "{item} heals with a roll: announce first aid with it."
    NEEDS_A_PATIENT = "{item} works on somebody: say on whom."
    NO_PATIENT = "{item} works on nobody: use it without saying on whom."
    ALREADY_HELD = "{character} already holds {item}."
    USED_WITH = "{item} is used with {attribute}."
    NOT_A_WEAPON = "{item} is no weapon here: bare hands always strike."
    WEAPON_STRIKES = "{item} is for a blow: take it where winning strikes the other."
    ONE_TARGET = "Only an area weapon reaches further targets: aim at one."
    TOO_MANY_TARGETS = "{item} reaches no more than {most} here: a group once a member who stands, any other once."
    NO_SUCH_ADVERSARY = "No adversary here is called {adversary}."
    ADVERSARY_IS_HERE = "An adversary is already called {adversary}."
    ADVERSARY_IS_OUT = "{adversary} is out of action."
    IS_HELD_OFF = "{adversary} is held off by an ally."
    AGAINST_ITS_THREAT = "Acting against {adversary} here is rolled against {threat}."
    THREAT_IS_NOT_RAISED = "A Threat is never raised: what hinders takes dice instead."
    NO_SUCH_FLAW = "{adversary} has no such flaw."
    KNOWN_FLAW = "The players know that flaw of {adversary} already."
    BREACH_IS_ENOUGH = "Against an adversary in a conflict, falling short opens a breach: set no other complication."
    NO_TURNS = "No turns are being played: a conflict has them once an adversary stands in it."
    HAS_ACTED = "{character} has had their action of this turn."
    ENGAGER_ACTS_FIRST = "{character} engaged the fight, and acts first."
    AMBUSHED = "The adversaries strike from ambush: no PC acts before turn 1."
    NOT_IN_AMBUSH = "{adversary} does not strike from ambush now: each does once, before turn 1."
    NOBODY_TO_FIGHT = "No adversary stands here: bring one first."
    AMBUSH_GOES_ON = "Each adversary in ambush strikes once before turn 1: let the others strike, or send them away."
    BREACH_IS_OPEN = "A breach is open: the GM answers it first, by a strike or a setback."
    NO_BREACH = "No breach is open: one opens when an action against an adversary falls short."
    BLOW_IS_COMING = "A strike is coming: first somebody takes it instead, or it lands."
    NO_BLOW = "No strike is coming: there is nothing to take or to let land."
    TOO_MANY_ATTACKS = "Attacks that {adversary} can put together here: {most} at the most."
    CANNOT_INTERPOSE = "{character} cannot take that strike."
    NOT_IDLE = "{character} cannot be caught: only who keeps out of the fight, and once a turn."
    STANDOFF = "Nobody acted against the adversaries in this turn: they advance, so say by what setback."
    NO_STANDOFF = "The adversaries have had to answer in this turn: it ends without a setback."
    ADVERSARIES_STAND = "Adversaries still stand: say how the conflict ends."
    NOT_LEFT_BEHIND = "{character} cannot be left behind: only who is out of action, and alive."
    BAD_COVER = "Cover is worth 0 to 3."
    SETBACK_LACKS = "That setback lacks {what}."
    SETBACK_HAS_MORE = "A setback of that kind leaves out {what}."
    NO_SUCH_EFFECT = "{adversary} is not {effect}."
    NO_SUCH_ALLY = "No ally here is called {ally}."
    ALLY_IS_HERE = "An ally is already called {ally}."
    BOSS_IS_NOT_HELD = "No ally holds a boss off."
    NOT_HELD = "{ally} does not hold {adversary} off: an ally beats only whom they hold off."
    NO_SUCH_CALAMITY = "No calamity is called {calamity}."
    CALAMITY_IS_HERE = "A calamity is already called {calamity}."
    CALAMITY_IS_NOT_FOUGHT = "{calamity} cannot be fought: it can be delayed, diverted, or sent back by what can."
    NO_SUCH_MANIFESTATION = "{calamity} has no such manifestation."
    ONCE_A_TURN = "That has struck in this turn: it may again in the next."
    LEVER_IS_NOT_NEXT = "That does not send {calamity} back, or not yet."
    NOTHING_TO_SEE = "There is nothing of that name here to see for the first time."
    ALREADY_SEEN = "{character} has seen that before."
    EACH_HAS_NO_AIM = "Each for oneself, nobody acts on an adversary or for somebody else: announce that by itself."
    CONTEST_IS_PENDING = "Two PCs oppose each other: first both roll, or one yields."
    NO_CONTEST = "No two PCs oppose each other."
    TWO_PCS = "It takes two different PCs to oppose each other."
    NOT_IN_THE_CONTEST = "{character} is not one of the two who oppose each other."
    STORY_GOES_ON = "Advances are for a story's end."
    ADVANCE_IS_TAKEN = "{character} has taken the advance of this story."
    SAME_ADVANCE = "Never the same kind of advance twice in a row."
    BAD_ADVANCE = "{character} cannot take that."
    FACES_MISSING = "More dice fell than were given: the next is a d{sides}."
    FACES_LEFT = "Fewer dice fell than were given: {count} too many."
    BAD_FACE = "{face} is no face of a d{sides}."


class FaultCode(StrEnum):
    """What is wrong in a thing handed in. The value is the English sentence; `field` is a slot too, as in `Fault`."""

    BLANK = "{field} is blank: it takes a word at least."
    OUT_OF_RANGE = "{field} is {value}: it goes from {least} to {most}."
    DOUBLED = "{field} is {value}, which is there already: each stands once."
    EMPTY = "{field} is empty: it takes one at least."
    NO_DIE = "{field} is {value}: a Resource die is one of {dice}."
    ABOVE_MAXIMUM = "{field} is {value}: a Resource stands at its maximum of {most}, or below."
    GOES_WITH = "{field} goes with {needed} alone; set that as well, or leave this out."
    GOES_WITHOUT = "{field} goes without {others}: leave that out, or this."
    DOES_NOTHING = "{field} does nothing here: it takes one of {needed}."
    PC_IS_DEAD = "{field} is set: the dead are not played."
    WEAK_SPECIALTY = "{field} is {value}, worth {score} here: a specialty goes on an attribute of 2 or more."
    BOSS_HEALTH = "{field} is {value}: a boss's is 0, since the number of PCs sets it."
    NOTHING_LOWER = "{field} is {value}: Threat 1 is the lowest, so no flaw lowers it."
    TAKES_NO_VALUE = "{field} is {value}: that kind of flaw takes none, so 0."
    NOT_THE_ARRAY = "{field} holds {value}: a new PC's six are {right}."
    HOW_MANY = "{field} holds {count}: it takes {right}."
    FEW_STRENGTHS = "{field} has {count} on an attribute of 3 or 4: two at least stand there."
    MISSING = "{field} is missing; what would do: {options}."
    UNKNOWN = "{field} is {value}, which is not on the sheet; what would do: {options}."
    AT_THE_TOP = "{field} is {value}, which is as high as it goes; what may rise: {options}."
    NO_RESOURCE = "{field} is {value}, which has no Resource; give it a use, or take one of: {options}."
    NOT_TYPICAL = "{field} is {value}: for Threat {threat}, {right} is typical."
    BOSS_WEAPON = "{field} is {value}: a boss of Threat {threat} has {right}, with that number of PCs."


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in what was handed in, with what would be right.

    `field` is the path to it, from the thing that the refusal names: `attributes.FOR`, `items[1].resource.die`.
    """

    field: str
    code: FaultCode
    about: tuple[tuple[str, str], ...] = ()

    @property
    def sentence(self) -> str:
        """The fault in one English sentence: its field, the rule, what would be right."""
        return self.code.value.format(field=self.field, **dict(self.about))


def fault(field: str, code: FaultCode, **about: object) -> Fault:
    """Write a fault in one line: `fault("weapon", FaultCode.OUT_OF_RANGE, value=7, least=0, most=4)`."""
    told = ((key, _said(value) if key == "value" else str(value)) for key, value in about.items())
    return Fault(field, code, tuple(told))


_LONGEST = 60
"""How much of a wrong value is told again, in characters or digits: a number may be longer than Python writes."""


def _said(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_said, cast("tuple[object, ...]", value)))
    if isinstance(value, int) and abs(value) >= 10**_LONGEST:
        return f"{'< -' if value < 0 else '> '}10^{_LONGEST}"
    said = str(value)
    return said if len(said) <= _LONGEST else f"{said[:_LONGEST]}…"


@dataclass(frozen=True, slots=True)
class Accepted(Generic[E]):
    """The command stands; `events` is all that follows from it, in order."""

    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """The command changes nothing. `would_work` lists ids or names of what would be accepted instead.

    `faults` is all that is wrong in what was handed in, where that is why.
    """

    code: Code
    about: tuple[tuple[str, str], ...] = ()
    would_work: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def sentence(self) -> str:
        """The refusal in English: one sentence, one more a fault, and what would work where something would."""
        said = " ".join((self.code.value.format(**dict(self.about)), *(each.sentence for each in self.faults)))
        return f"{said} What would work: {', '.join(self.would_work)}." if self.would_work else said


def refuse(code: Code, *would_work: str, **about: object) -> Refused:
    """Write a refusal in one line: `refuse(Code.NO_SUCH_ITEM, *held, character="walt", item="rope")`."""
    return Refused(code, tuple((key, str(value)) for key, value in about.items()), would_work)
