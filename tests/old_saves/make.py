"""Makes the old save of the present version: `python -m tests.old_saves.make`.

Run it once for each version of the format, when that version is released, and never again: the file shows what players
of that version hold. It has every kind of thing that a save can have: snapshot, given dice, a fork, prose, and what the
version brought. Every command is written out, so that the script stays the same however much more becomes legal.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from engine.core.check import (
    Advantage,
    AdvantageKind,
    Attack,
    Check,
    Complication,
    ComplicationKind,
    Difficulty,
    Manoeuvre,
    StakeId,
)
from engine.core.commands import (
    AcceptOutcome,
    AddAdvantage,
    AnnounceCheck,
    BringAdversary,
    BringAlly,
    BringCalamity,
    BringSetback,
    Command,
    DescribeWound,
    EndConflict,
    EndTurn,
    EnterScene,
    FaceDanger,
    GrantInspiration,
    Interpose,
    MarkCharacter,
    Reroll,
    Rest,
    RollCheck,
    RuleWithoutRoll,
    SendAway,
    StartConflict,
    Strike,
    Suffer,
)
from engine.core.foes import (
    AdversaryId,
    Ally,
    AllyId,
    Arrival,
    Calamity,
    CalamityId,
    Danger,
    DangerId,
    Flaw,
    FlawId,
    FlawKind,
    LeverId,
    Manifestation,
    ManifestationId,
    Manoeuvred,
    Profile,
    ProfileId,
    Scale,
    Setback,
    SetbackKind,
)
from engine.core.sheet import Attribute, ItemId, SpecialtyId, Variant, WoundId
from engine.core.state import RestKind
from engine.story import ClockId, MarkingEvent
from narrator.memory import Note, NoteKind
from table.record import VERSION
from table.session import Happened, Session
from table.store import Header, Store
from tests.faults.evening import HATCH, HOLD, INN, JOREN, MARA, QUAY, Scripted, a_game, begun

FOLDER = Path(__file__).parent
HEADER = Header("evening", '{"scenes": "un quai, une cale, une auberge"}', "fr")

GUARD = AdversaryId("guard")
WATCH = Profile(
    ProfileId("watch"), "le guet", 2, 4, 2, flaws=(Flaw(FlawId("bell"), "la cloche sonne", FlawKind.LOWER_THREAT, 1),)
)
SWELL = Danger(DangerId("swell"), (Attribute.CON,), 2, 2, MarkingEvent.SHOCK)
DEEP = Calamity(
    CalamityId("deep"),
    "la grande marée",
    Scale.REGIONAL,
    "le quai",
    (Manifestation(ManifestationId("wave"), "on sonne", (Attribute.DEX,), 2),),
    (LeverId("bell"),),
)
LOCK = Check(
    actor=MARA,
    attribute=Attribute.DEX,
    difficulty=Difficulty.HARD,
    stake=StakeId("the lock"),
    action="picks the lock",
    risk="the watch hears",
    on_failure=Complication(ComplicationKind.NOISE, "the lock screams"),
    on_partial=Complication(ComplicationKind.TIME, "it takes long", clock=ClockId("tide")),
    specialty=SpecialtyId("locks"),
    gain=HATCH,
)
BLOW = Check(
    actor=JOREN,
    attribute=Attribute.FOR,
    difficulty=Difficulty.HARD,
    stake=StakeId("the guard"),
    action="strikes the guard",
    risk="the guard strikes back",
    on_failure=None,
    aim=Attack(GUARD),
)
TRIP = Check(
    actor=MARA,
    attribute=Attribute.DEX,
    difficulty=Difficulty.HARD,
    stake=StakeId("the guard's feet"),
    action="trips the guard",
    risk="the guard strikes back",
    on_failure=None,
    aim=Manoeuvre(GUARD, Manoeuvred.TOPPLED),
)


@dataclass(frozen=True)
class Said:
    """One turn: the command, and the faces of a real table's dice where they were given."""

    command: Command
    faces: tuple[int, ...] | None = None


BEFORE_THE_FIGHT = (
    Said(AnnounceCheck(LOCK)),
    Said(AddAdvantage(Advantage(AdvantageKind.IDEA, "the tide covers the noise"))),
    Said(RollCheck(), (5, 2, 1, 1, 3, 4)),
    Said(Reroll(), (5, 2, 1, 1, 3, 4)),
    Said(RuleWithoutRoll(MARA, "looks around", True, "nothing stands in the way")),
    Said(GrantInspiration(MARA, "a fine moment")),
    Said(MarkCharacter(JOREN, MarkingEvent.HORROR, "a face in the water")),
    Said(Suffer(JOREN, 2, "a fall")),
    Said(DescribeWound(JOREN, WoundId("wound-1"), "a broken rib", lasting=True)),
    Said(FaceDanger(SWELL, (MARA, JOREN), "the swell", Complication(ComplicationKind.TIME, "soaked"))),
    Said(RollCheck(), (1, 2)),
    Said(AcceptOutcome()),
    Said(RollCheck(), (6, 5, 1)),
    Said(BringAlly(Ally(AllyId("pilot"), "la pilote"))),
    Said(BringCalamity(DEEP)),
)
THE_FIGHT = (
    Said(BringAdversary(Arrival(GUARD, WATCH))),
    Said(StartConflict(JOREN)),
    Said(AnnounceCheck(BLOW)),
    Said(RollCheck(), (1, 2, 3, 4)),
    Said(Strike(GUARD, in_contact=(MARA,))),
    Said(Interpose(MARA)),
    Said(EndTurn()),
    Said(AnnounceCheck(TRIP)),
    Said(RollCheck(), (6, 1, 2)),
    Said(BringSetback(Setback(SetbackKind.WAY_CLOSES, "the hatch falls shut", clock=ClockId("tide")))),
    Said(AnnounceCheck(BLOW)),
    Said(RollCheck()),
)


def after_the_fight() -> Iterator[Said]:
    """Up and down, until the save is long enough for a snapshot, and a night at the inn."""
    yield Said(SendAway(GUARD, "the bell calls him back"))
    yield Said(EndConflict())
    for _ in range(12):
        yield Said(EnterScene(HOLD))
        yield Said(EnterScene(QUAY))
    yield Said(EnterScene(INN))
    yield Said(Rest(RestKind.LONG))
    yield Said(AnnounceCheck(replace(LOCK, stake=StakeId("the cupboard"), gain=None, items=(ItemId("picks"),))))
    yield Said(RollCheck())


AFTER_GOING_BACK = (
    Said(RollCheck()),
    Said(EnterScene(QUAY)),
)


NOTED = (
    Note(NoteKind.PIN, "la cloche rappelle le guet", 0),
    Note(NoteKind.CANON, "la pilote boite", 14, ("la pilote",)),
    Note(NoteKind.CANON, "la pilote a vendu la marée", 14, secret=True),
    Note(NoteKind.FATE, "le guet est parti : la cloche", 28),
    Note(NoteKind.RECAP, "le quai : « force la serrure » (manqué). Ensuite : l'auberge.", 54, ("le quai",)),
    Note(NoteKind.CANON, "le placard est vide", 57),
)
"""The last is of the turn that is taken back."""


def play(session: Session, turns: Iterator[Said], words: str) -> None:
    """These turns, each of which has to stand, told."""
    for number, each in enumerate(turns):
        answer = session.do(each.command, f"{words} {number}", each.faces)
        assert isinstance(answer, Happened), (each, answer)
        list(session.tell(answer))


def make(file: Path) -> None:
    """An evening in Raw: a lock, a danger, a fight with a breach answered, a fork, and dice of a real table."""
    with begun(file, a_game("marée basse", Variant.RAW), HEADER) as store:
        session = Session(store, Scripted(tells=["La marée descend.", "", "« Qui va là ? »"]))
        play(session, iter((*BEFORE_THE_FIGHT, *THE_FIGHT, *after_the_fight())), "mot")
        noted_at = {turn.number: turn.id for turn in store.back()}
        for note in NOTED:
            store.add_note(noted_at[note.turn], note)
        undone = session.undo()
        assert undone is not None
        assert undone.kept_as is not None, "dice had fallen"
        play(session, iter(AFTER_GOING_BACK), "autre mot")


if __name__ == "__main__":
    target = FOLDER / f"v{VERSION}.breche"
    make(target)
    with Store.open(target) as made:
        print(f"{target.name}: {made.load()}")
