"""What the guard looks for, as data: prompts/guard.toml and prompts/<language>/guard.toml."""

from functools import cache

from pydantic import BaseModel, ConfigDict

from narrator import prompting
from narrator.scenario import Language


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Numbers(_Table):
    """Number words, and what stands between a number and what the rules count."""

    values: dict[str, int]
    between: tuple[str, ...]
    leads: tuple[str, ...]
    follows: tuple[str, ...]
    things: frozenset[str]


class Term(_Table):
    """A term of the rules: as a word with a capital, as what numbers count, in phrases that only rules have."""

    capital: frozenset[str]
    unit: tuple[str, ...]
    said: tuple[str, ...]


class Act(_Table):
    """Things that nobody but a player makes a PC do, and the families of announced actions that they belong to."""

    verbs: tuple[str, ...]
    families: frozenset[str]
    unless: tuple[str, ...]
    then: tuple[str, ...]


class Pc(_Table):
    """How prose speaks of a PC, and what it has them say, feel and decide.

    `voiced` has them say it by a voice, lips or words of theirs; `others` begin what somebody else does.
    """

    second: tuple[str, ...]
    before_verb: tuple[str, ...]
    adverbs: tuple[str, ...]
    auxiliary: str
    perhaps: tuple[str, ...]
    says: tuple[str, ...]
    says_with_quotes: tuple[str, ...]
    not_done: tuple[str, ...]
    says_by: frozenset[str]
    voiced: tuple[str, ...]
    others: tuple[str, ...]
    decides: tuple[str, ...]
    not_decided: tuple[str, ...]
    be: str
    have: str
    feel: str
    emotions: tuple[str, ...]
    emotional: tuple[str, ...]
    having: tuple[str, ...]
    felt: tuple[str, ...]
    overcome: tuple[str, ...]
    of_others: str
    of_yours: tuple[str, ...]
    act: tuple[Act, ...]


class Down(_Table):
    """What nobody who is down does, and where a name is no subject.

    `begins` stand before a subject, `also` before a second verb; `after_verb` after a verb and no name;
    `no_second` begin what is said of somebody else.
    `body` and `body_acts`: their hands do nothing either. `particles` come first where the verb comes before the name.
    """

    between: tuple[str, ...]
    verbs: tuple[str, ...]
    falls: tuple[str, ...]
    after_name: tuple[str, ...]
    speech: tuple[str, ...]
    not_subject: tuple[str, ...]
    relative: tuple[str, ...]
    begins: tuple[str, ...]
    also: tuple[str, ...]
    after_verb: tuple[str, ...]
    no_second: tuple[str, ...]
    cleft: tuple[str, ...]
    cleft_who: tuple[str, ...]
    body: tuple[str, ...]
    body_acts: tuple[str, ...]
    particles: tuple[str, ...]


class Gear(_Table):
    """How prose puts things into a PC's hands; `nouns` that mean the same thing stand together.

    `portable` are those that somebody has where nobody wields them; `fixed` those that a place has too.
    """

    yours: tuple[str, ...]
    theirs: tuple[str, ...]
    takes: tuple[str, ...]
    gains: tuple[str, ...]
    has: tuple[str, ...]
    pockets: tuple[str, ...]
    stows: tuple[str, ...]
    places: tuple[str, ...]
    handed: tuple[str, ...]
    also: tuple[str, ...]
    infinitive: tuple[str, ...]
    pronouns: tuple[str, ...]
    whence: tuple[str, ...]
    stops: tuple[str, ...]
    nothing: tuple[str, ...]
    body: tuple[str, ...]
    any: tuple[str, ...]
    portable: tuple[tuple[str, ...], ...]
    fixed: tuple[str, ...]
    nouns: tuple[tuple[str, ...], ...]


class State(_Table):
    """What only events make so: `remains` and `kills` are deaths too, `not_dead` follows what is said of no death.

    `anyone` are people without a name; `at` stands before the place where one `arrives`; after `hearsay` nothing is
    sure.
    """

    dies: tuple[str, ...]
    not_dead: tuple[str, ...]
    anyone: tuple[str, ...]
    remains: tuple[str, ...]
    kills: tuple[str, ...]
    wounds: tuple[str, ...]
    outcomes: tuple[str, ...]
    arrives: tuple[str, ...]
    at: tuple[str, ...]
    hearsay: tuple[str, ...]


class Speech(_Table):
    """Little words of a language; `sure` ones no other language of ours has, `endings` are its spelling; `capitals`
    name nobody in particular."""

    words: frozenset[str]
    sure: frozenset[str]
    endings: str
    capitals: frozenset[str]


class GuardWords(_Table):
    """One language's table."""

    number: Numbers
    term: dict[str, Term]
    pc: Pc
    down: Down
    gear: Gear
    state: State
    language: Speech


class Machine(_Table):
    """What gives away the machine."""

    said: tuple[str, ...]
    roles: tuple[str, ...]
    marks: tuple[str, ...]


class CommonWords(_Table):
    """The table of every language: other languages' little words, and the machine's own."""

    foreign: dict[str, frozenset[str]]
    machine: Machine


@cache
def guard_words(language: Language) -> GuardWords:
    """The table of a language, read once."""
    return GuardWords.model_validate(prompting.table(language, "guard"))


@cache
def common_words() -> CommonWords:
    """The common table, read once."""
    return CommonWords.model_validate(prompting.common_table("guard"))
