"""A small language in which an engine test reads as a scene.

    given(hero(INT=4, stress=4)).announced(check()).when(RollCheck(), dice=(6, 4, 1, 1)).then(rolled(Outcome.PARTIAL))

`given` sets a game up, `when` asks for something, `then` says all that follows, in order, `refused` that it is refused.
Dice are always given: a command that rolls more or fewer than the scene says is refused.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

from engine.core.check import (
    Advantage,
    AdvantageKind,
    Aim,
    Attack,
    Check,
    Complication,
    ComplicationKind,
    Difficulty,
    Manoeuvre,
    Outcome,
    StakeId,
    Sway,
    Wear,
)
from engine.core.commands import AnnounceCheck, Command, NewGame, RollCheck
from engine.core.decide import decide, new_game
from engine.core.events import CheckRerolled, CheckRolled, Event, GameStarted
from engine.core.evolve import begin, evolve, fold
from engine.core.foes import (
    Adversary,
    AdversaryId,
    Arrival,
    Flaw,
    FlawId,
    FlawKind,
    Manoeuvred,
    Profile,
    ProfileId,
    Standing,
)
from engine.core.rules.adversaries import arrived, attacks_left
from engine.core.rules.variants import max_health
from engine.core.sheet import (
    Attribute,
    Attributes,
    Breakdown,
    Character,
    CharacterId,
    Item,
    ItemId,
    Resource,
    Specialty,
    SpecialtyId,
    Variant,
    Wound,
    WoundId,
)
from engine.core.state import Conflict, Game, Side
from engine.dice import GivenDice
from engine.ruling import Accepted, Code, Refused
from engine.story import (
    Clock,
    Condition,
    Ending,
    EndingId,
    EndingKind,
    Fact,
    FactId,
    Progress,
    Scene,
    SceneId,
    Story,
    Way,
)

_FULL = -1
"""Health that `given` fills up to the variant's maximum."""

NOISE = Complication(ComplicationKind.NOISE, "a tile falls into the street")
WORSE = Complication(ComplicationKind.WORSE, "the patrol comes this way")


def hero(
    id: str = "hero",
    *,
    specialties: dict[str, str] | None = None,
    items: Sequence[Item] = (),
    health: int = _FULL,
    stress: int = 0,
    inspiration: bool = False,
    wounds: Sequence[Wound] = (),
    breakdown: Breakdown | None = None,
    **attributes: int,
) -> Character:
    """A PC, every attribute 2 unless said: `hero("akiko", INT=4, specialties={"hacking": "INT"})`."""
    return Character(
        id=CharacterId(id),
        name=id.capitalize(),
        attributes=Attributes(**{each.name: attributes.pop(each.name, 2) for each in Attribute}, **attributes),
        specialties=tuple(Specialty(SpecialtyId(each), Attribute(on)) for each, on in (specialties or {}).items()),
        items=tuple(items),
        health=health,
        stress=stress,
        inspiration=inspiration,
        wounds=tuple(wounds),
        breakdown=breakdown,
    )


def item(id: str, die: int | None = None, maximum: int | None = None, **what: bool | int) -> Item:
    """A piece of gear: `item("deck", 8, helps=True)` has a Resource d8, at its maximum unless one is given."""
    resource = None if die is None else Resource(die, maximum or die)
    return Item(ItemId(id), resource=resource, **what)


def wound(id: str, note: str = "a sprained ankle") -> Wound:
    """A wound that a complication gave."""
    return Wound(WoundId(id), note)


def tool(id: str) -> Advantage:
    """An item that counts as an advantage."""
    return Advantage(AdvantageKind.TOOL, f"the {id} is made for this", item=ItemId(id))


def help_from(id: str) -> Advantage:
    """Another PC's help."""
    return Advantage(AdvantageKind.HELP, f"{id} lends a hand", helper=CharacterId(id))


def idea(reason: str = "an excellent idea") -> Advantage:
    """An advantage that is only a reason."""
    return Advantage(AdvantageKind.IDEA, reason)


def bring(kind: ComplicationKind, **what: object) -> Complication:
    """A complication of a kind, with words for it."""
    return replace(Complication(kind, f"what {kind} brings"), **what)


def worn(id: str, wear: Wear = Wear.STEP) -> Complication:
    """A Resource worn."""
    return bring(ComplicationKind.RESOURCE_WORN, item=ItemId(id), wear=wear)


def check(
    actor: str = "hero",
    attribute: str = "INT",
    difficulty_: Difficulty = Difficulty.HARD,
    *,
    specialty: str | None = None,
    stake: str = "get in",
    **terms: object,
) -> Check:
    """A check with all that it needs: WORSE on a failure and, where there is one, NOISE on a partial."""
    made = Check(
        actor=CharacterId(actor),
        attribute=Attribute(attribute),
        difficulty=difficulty_,
        stake=StakeId(stake),
        action="tries the door",
        risk="being heard",
        on_failure=WORSE,
        specialty=None if specialty is None else SpecialtyId(specialty),
    )
    made = replace(made, on_partial=None if "harder" not in terms and difficulty_ == 1 else NOISE)
    return replace(made, **terms)


def standard(actor: str = "hero", attribute: str = "INT", **terms: object) -> Check:
    """A Standard check: it has no partial."""
    return check(actor, attribute, Difficulty.STANDARD, **terms)


def hard(actor: str = "hero", attribute: str = "INT", **terms: object) -> Check:
    """A Hard check."""
    return check(actor, attribute, Difficulty.HARD, **terms)


def feat(actor: str = "hero", attribute: str = "INT", **terms: object) -> Check:
    """A Feat."""
    return check(actor, attribute, Difficulty.FEAT, **terms)


def profile(
    id: str = "guard",
    threat: int = 2,
    health: int = 4,
    weapon: int = 2,
    protection: int = 0,
    standing: Standing = Standing.SINGLE,
    **what: object,
) -> Profile:
    """An NPC in numbers: a guard of Threat 2, Health 4, weapon 2 unless said."""
    made = Profile(ProfileId(id), f"the {id}", threat, health, weapon, protection, standing)
    return replace(made, **what)


def flaw(id: str, kind: FlawKind, value: int = 0, when: str = "when it shows") -> Flaw:
    """What makes an NPC vulnerable."""
    return Flaw(FlawId(id), when, kind, value)


def arrival(id: str = "guard", *numbers: int, members: int = 1, cover: int = 0, **what: object) -> Arrival:
    """An adversary who comes: `arrival("wolf", 1, 3, 1)` has Threat 1, Health 3, weapon 1."""
    return Arrival(AdversaryId(id), profile(id, *numbers, **what), members, cover)


def foe(id: str = "guard", *numbers: int, members: int = 1, pcs: int = 1, **what: object) -> Adversary:
    """An adversary in play, as it came; fields of Adversary itself are set with `replace`."""
    return arrived(arrival(id, *numbers, members=members, **what), pcs)


def group(id: str, threat: int, health: int, weapon: int, members: int, **what: object) -> Adversary:
    """A group: a member's numbers, and how many they are."""
    return foe(id, threat, health, weapon, members=members, standing=Standing.GROUP, **what)


def boss(id: str = "captain", threat: int = 2, weapon: int = 3, pcs: int = 4, **what: object) -> Adversary:
    """A boss before so many PCs, in its first phase."""
    return foe(id, threat, 0, weapon, pcs=pcs, standing=Standing.BOSS, **what)


def attack(
    actor: str = "hero", target: str = "guard", threat: int = 2, attribute: str = "FOR", **terms: object
) -> Check:
    """A blow at an adversary; `weapon`, `also`, `flaw` go to the aim, the rest to the check."""
    aim = {name: terms.pop(name) for name in ("weapon", "also", "flaw") if name in terms}
    return _against(actor, Attack(AdversaryId(target), **aim), threat, attribute, terms)


def manoeuvre(
    actor: str = "hero",
    target: str = "guard",
    effect: Manoeuvred = Manoeuvred.TOPPLED,
    threat: int = 2,
    attribute: str = "FOR",
    **terms: object,
) -> Check:
    """Something else done to an adversary."""
    return _against(actor, Manoeuvre(AdversaryId(target), effect, terms.pop("flaw", None)), threat, attribute, terms)


def sway(actor: str = "hero", target: str = "guard", threat: int = 2, attribute: str = "CHA", **terms: object) -> Check:
    """An adversary talked to, frightened, shaken off."""
    aim = Sway(AdversaryId(target), terms.pop("way", "talks"), terms.pop("flaw", None))
    return _against(actor, aim, threat, attribute, terms)


def _against(actor: str, aim: Aim, threat: int, attribute: str, terms: dict[str, object]) -> Check:
    return check(actor, attribute, Difficulty(threat), aim=aim, **{"on_failure": None, "on_partial": None, **terms})


def fight(
    *characters: Character,
    foes: Sequence[Adversary] = (),
    variant: Variant = Variant.BLOCKBUSTER,
    turn: int = 1,
    ambush: Side | None = None,
    **state: object,
) -> "Stage":
    """A conflict with turns: a guard unless `foes` are named; `conflict=Conflict(…)` sets the turn up otherwise."""
    cast = characters or (hero(),)
    standing = sum(each.health != 0 for each in cast)
    turns = state.pop("conflict", Conflict(turn, standing, ambush))
    return given(*cast, variant=variant, adversaries=tuple(foes) or (foe(),), in_conflict=True, conflict=turns, **state)


def fact(id: str, **what: object) -> Fact:
    """Something that may become true."""
    return replace(Fact(FactId(id)), **what)


AWAY = Ending(EndingId("away"), EndingKind.LEFT, Condition())
STREET = Scene(
    SceneId("street"),
    ways=(Way(SceneId("cellar")), Way(SceneId("vault"), Condition(facts=(FactId("key"),)))),
)
CELLAR = Scene(SceneId("cellar"), ways=(Way(SceneId("street")),), shelter=True)
VAULT = Scene(SceneId("vault"))
HOME = Scene(SceneId("home"), ways=(Way(SceneId("street")),), shelter=True)


def story(
    *facts: Fact,
    start: str = "street",
    clocks: Sequence[Clock] = (),
    endings: Sequence[Ending] = (),
    scenes: Sequence[Scene] = (STREET, CELLAR, VAULT, HOME),
) -> Story:
    """An adventure: a street, a cellar to shelter in, a vault behind the fact `key`, a home for the night."""
    return Story(
        id="scene",
        start=SceneId(start),
        refuge=SceneId("home"),
        scenes=tuple(scenes),
        endings=(*endings, AWAY),
        facts=(*facts, fact("key")),
        clocks=tuple(clocks),
    )


@dataclass(frozen=True)
class Like:
    """Any event of a kind whose named fields are these."""

    kind: type
    wanted: tuple[tuple[str, object], ...]

    def matches(self, event: Event) -> bool:
        return isinstance(event, self.kind) and all(getattr(event, name) == value for name, value in self.wanted)

    def __repr__(self) -> str:
        return f"{self.kind.__name__}({', '.join([*(f'{name}={value!r}' for name, value in self.wanted), '…'])})"


Expected = Event | Like | type


def like(kind: type, **wanted: object) -> Like:
    """Any event of that kind with these fields: `like(CheckSettled, outcome=Outcome.SUCCESS)`."""
    unknown = set(wanted) - {each.name for each in fields(kind)}
    assert not unknown, f"{kind.__name__} has no field {', '.join(sorted(unknown))}"
    return Like(kind, tuple(wanted.items()))


def rolled(outcome: Outcome, successes: int | None = None, *, dice: int | None = None) -> Like:
    """A roll that came out so."""
    return _fell(CheckRolled, outcome, successes, dice)


def rerolled(outcome: Outcome, successes: int | None = None, *, dice: int | None = None) -> Like:
    """A reroll that came out so, both rolls together."""
    return _fell(CheckRerolled, outcome, successes, dice)


def _fell(kind: type, outcome: Outcome, successes: int | None, dice: int | None) -> Like:
    wanted: dict[str, object] = {"outcome": outcome}
    if successes is not None:
        wanted["successes"] = successes
    if dice is not None:
        wanted["faces"] = _OfLength(dice)
    return like(kind, **wanted)


class _OfLength:
    def __init__(self, length: int) -> None:
        self.length = length

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple) and len(other) == self.length

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{self.length} faces>"


def _fits(event: Event, expected: Expected) -> bool:
    if isinstance(expected, Like):
        return expected.matches(event)
    return isinstance(event, expected) if isinstance(expected, type) else event == expected


def _listed(title: str, every: Sequence[object]) -> str:
    lines = (f"  {each.__name__ if isinstance(each, type) else each!r}" for each in every)
    return "\n".join([title, *(lines if every else ["  nothing"])])


@dataclass(frozen=True)
class Stage:
    """A game, and what the engine last answered in it."""

    game: Game
    asked: Command | NewGame | None = None
    answer: Accepted[Event] | Refused | None = None

    def when(self, command: Command, dice: Sequence[int] = ()) -> "Stage":
        """Ask for something; the faces are all that falls."""
        answer = decide(self.game, command, GivenDice(*dice))
        game = self.game
        if isinstance(answer, Accepted):
            for event in answer.events:
                game = evolve(game, event)
        return Stage(game, command, answer)

    def announced(self, wanted: Check) -> "Stage":
        """The check is on the table."""
        after = self.when(AnnounceCheck(wanted))
        assert isinstance(after.answer, Accepted), f"the check was not announced: {after.answer}"
        return after

    def rolled(self, wanted: Check, *faces: int, coup: bool = False) -> "Stage":
        """The check is announced and its dice have fallen."""
        after = self.announced(wanted).when(RollCheck(coup), faces)
        assert isinstance(after.answer, Accepted), f"the check was not rolled: {after.answer}"
        return after

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last command brought."""
        assert isinstance(self.answer, Accepted), f"{self.asked!r}\nwas refused: {self.answer}"
        return self.answer.events

    def then(self, *expected: Expected) -> "Stage":
        """Just these events followed, in this order."""
        events = self.events
        same = len(events) == len(expected) and all(map(_fits, events, expected))
        assert same, "\n".join([f"{self.asked!r}", _listed("brought", events), _listed("and not", expected)])
        return self

    def among(self, *expected: Expected) -> "Stage":
        """These events followed, in this order, others perhaps between them."""
        left = iter(self.events)
        missing = next((each for each in expected if not any(_fits(event, each) for event in left)), None)
        told = [f"{self.asked!r}", _listed("brought", self.events), _listed("without, in its place,", [missing])]
        assert missing is None, "\n".join(told)
        return self

    def never(self, *kinds: type) -> "Stage":
        """No event of these kinds followed."""
        found = [each for each in self.events if isinstance(each, kinds)]
        assert not found, _listed(f"{self.asked!r}\nbrought", found)
        return self

    def refused(self, code: Code, *would_work: str) -> "Stage":
        """The command was refused so, with just this as what would work, and nothing changed."""
        answer = self.answer
        assert isinstance(answer, Refused), f"{self.asked!r}\nwas not refused: {answer}"
        assert answer.code is code, f"{self.asked!r}\nwas refused for {answer.code.name}, not {code.name}"
        if would_work:
            assert answer.would_work == would_work
        return self

    def leaves(self, who: str = "hero", **sheet: object) -> "Stage":
        """After it, these lines of a sheet are so."""
        found = self.sheet(who)
        wrong = {name: getattr(found, name) for name, value in sheet.items() if getattr(found, name) != value}
        assert not wrong, f"after {self.asked!r}\n{who} has {wrong}, not {sheet}"
        return self

    def sheet(self, who: str = "hero") -> Character:
        """A PC as things stand."""
        found = self.game.character(CharacterId(who))
        assert found is not None
        return found

    def foe(self, who: str = "guard") -> Adversary:
        """An adversary as things stand."""
        found = self.game.adversary(AdversaryId(who))
        assert found is not None
        return found

    def left(self, who: str = "guard") -> int:
        """The attacks that an adversary has left in this turn."""
        return attacks_left(self.game, self.foe(who))

    def die(self, wanted: str, who: str = "hero") -> int:
        """The sides of an item's Resource die."""
        held = self.sheet(who).item(ItemId(wanted))
        assert held is not None
        assert held.resource is not None
        return held.resource.die


def given(
    *characters: Character,
    variant: Variant = Variant.BLOCKBUSTER,
    story: Story = story(),  # noqa: B008 - frozen, so shared safely
    known: Sequence[str] = (),
    **state: object,
) -> Stage:
    """A game that stands so: one `hero()` if nobody is named, `known` facts established, any field of the state."""
    top = max_health(variant)
    cast = tuple(replace(each, health=top) if each.health == _FULL else each for each in characters or (hero(),))
    game = begin(GameStarted(variant, "a seed", story, cast))
    progress = Progress(story.start, facts=tuple(map(FactId, known)))
    return Stage(replace(game, progress=progress, visited=(story.start,), **state))


def conflict(*characters: Character, variant: Variant = Variant.BLOCKBUSTER, **state: object) -> Stage:
    """A game in the middle of a conflict whose adversaries are in the fiction alone: it has no turns."""
    return given(*characters, variant=variant, in_conflict=True, **state)


def begun(*characters: Character, variant: Variant = Variant.BLOCKBUSTER, story: Story = story()) -> Stage:  # noqa: B008
    """A new game, as the engine starts it; refused where it refuses."""
    asked = NewGame(variant, "a seed", story, characters)
    answer = new_game(asked)
    game = fold(answer.events) if isinstance(answer, Accepted) else given(*characters, variant=variant).game
    return Stage(game, asked, answer)
