"""One event of every class at least, about two PCs of a game: for whoever has to say each of them."""

from engine.core.check import (
    Advantage,
    AdvantageKind,
    Attack,
    Check,
    Complication,
    ComplicationKind,
    Contest,
    Difficulty,
    Effort,
    Outcome,
    StakeId,
)
from engine.core.events import (
    AdvanceTaken,
    AdvantageAdded,
    AdversaryArrived,
    AdversaryCovered,
    AdversaryHurt,
    AdversaryLeft,
    AdversaryOut,
    Afflicted,
    AllyCame,
    AllyHeldOff,
    AllyHurt,
    AllyLeft,
    AmbushStruck,
    BlowLanded,
    BossStruckAll,
    BreachOpened,
    BreakdownBegan,
    BreakdownDescribed,
    BreakdownEnded,
    CalamityCame,
    CalamityDelayed,
    CalamityGone,
    CalamityManifested,
    CaredFor,
    Cause,
    CharacterDied,
    CharacterMarked,
    CheckAmended,
    CheckAnnounced,
    CheckRerolled,
    CheckRolled,
    CheckSettled,
    CheckWithdrawn,
    ClockAdvanced,
    Comforted,
    ComplicationHappened,
    ConflictEnded,
    ConflictStarted,
    ContestAnnounced,
    ContestRolled,
    ContestYielded,
    CoupReady,
    CoverTaken,
    DangerFaced,
    EffectEnded,
    EffectTook,
    Event,
    FactEstablished,
    FirstSeen,
    FlawRevealed,
    GearLost,
    HealthChanged,
    IdleCaught,
    InspirationGranted,
    InspirationSpent,
    Interposed,
    ItemGained,
    ItemUsed,
    LeverUsed,
    PerilStruck,
    PhaseFell,
    ResistanceRolled,
    ResourceChanged,
    ResourceRolled,
    Rested,
    RuledWithoutRoll,
    SafetyAsked,
    SceneCut,
    SceneEntered,
    SetbackHappened,
    StoryEnded,
    StressChanged,
    StrikeMade,
    Treated,
    TurnBegan,
    Waited,
    WardGiven,
    WoundDescribed,
    WoundHealed,
    WoundTaken,
)
from engine.core.foes import (
    Adversary,
    AdversaryId,
    Affliction,
    Ally,
    AllyId,
    Calamity,
    CalamityId,
    Danger,
    Flaw,
    FlawId,
    FlawKind,
    LeverId,
    ManifestationId,
    Manoeuvred,
    Peril,
    PerilKind,
    Profile,
    ProfileId,
    Scale,
    Setback,
    SetbackKind,
    Standing,
)
from engine.core.rules.dangers import DANGERS
from engine.core.sheet import (
    AdvanceKind,
    Attribute,
    Breakdown,
    CharacterId,
    Item,
    ItemId,
    Tier,
    Wound,
    WoundId,
)
from engine.core.state import RestKind, SafetyKind, Side
from engine.story import ClockId, EndingId, FactId, MarkingEvent, SceneId

GUARD, WOLVES, PILOT, DEEP = AdversaryId("guard"), AdversaryId("wolves"), AllyId("pilot"), CalamityId("deep")
BELL = Flaw(FlawId("bell"), "la cloche sonne", FlawKind.BARE)
A_GUARD = Adversary(GUARD, Profile(ProfileId("guards"), "le garde", 2, 4, 3, 1, flaws=(BELL,)), 4, 4)
SOME_WOLVES = Adversary(WOLVES, Profile(ProfileId("wolf"), "les loups", 1, 3, 1, standing=Standing.GROUP), 9, 9)
A_BOSS = Adversary(AdversaryId("boss"), Profile(ProfileId("boss"), "Corvane", 3, 0, 4, standing=Standing.BOSS), 5, 5, 1)
A_PILOT = Ally(PILOT, "la pilote")
A_TIDE = Calamity(DEEP, "la grande marée", Scale.REGIONAL, "", (), ())
FIRE = next(each for each in DANGERS if each.id == "fire")


def a_contest(one: CharacterId, other: CharacterId) -> Contest:
    """One holds the door, the other wants through."""
    return Contest(Effort(one, Attribute.FOR, "passe"), Effort(other, Attribute.FOR, "tient la porte"), "la porte cède")


def an_attack(one: CharacterId) -> Check:
    """A blow at the guard."""
    return Check(
        one, Attribute.FOR, Difficulty.HARD, StakeId("the guard"), "frappe", "une riposte", None, aim=Attack(GUARD)
    )


def of_rolls(one: CharacterId, other: CharacterId) -> tuple[Event, ...]:
    """What happened to rolls."""
    check = an_attack(one)
    return (
        CheckAnnounced(check),
        AdvantageAdded(Advantage(AdvantageKind.IDEA, "le contre-jour")),
        CheckAmended(Attribute.PER),
        CheckWithdrawn(one),
        CheckRolled(one, 0, (6, 2), 1, Outcome.PARTIAL),
        CheckRerolled(one, 2, (5, 2), 2, Outcome.SUCCESS),
        CheckSettled(check, Outcome.FAILURE, 0),
        ComplicationHappened(one, Complication(ComplicationKind.NOISE, "le verre éclate")),
        RuledWithoutRoll(one, "regarde", True, "rien ne gêne"),
        ContestAnnounced(a_contest(one, other)),
        ContestRolled(0, (6, 1), (5, 5), other),
        ContestRolled(0, (6, 1), (5, 1), None),
        ContestYielded(one),
    )


def of_sheets(one: CharacterId, other: CharacterId) -> tuple[Event, ...]:
    """What happened to sheets."""
    lamp = ItemId("lamp")
    rib = Wound(WoundId("rib"), "une côte cassée", Tier.WOUNDED)
    return (
        ResourceRolled(one, lamp, 0, 6, 2, 4, Cause.USE),
        ResourceRolled(one, lamp, 0, 6, 3, 6, Cause.PROTECTION),
        ResourceChanged(one, lamp, 4, 0, Cause.COMPLICATION),
        GearLost(one, lamp),
        *(HealthChanged(one, 5, 3, each) for each in Cause),
        WoundTaken(one, rib),
        WoundTaken(one, Wound(WoundId("cut"), "une coupure")),
        WoundDescribed(one, Wound(rib.id, rib.note)),
        WoundDescribed(one, Wound(rib.id, rib.note, lasting=True, cared=True, nights=1)),
        WoundDescribed(one, Wound(rib.id, rib.note, lasting=True, forever=True)),
        WoundHealed(one, rib.id),
        StressChanged(one, 3, 4, Cause.MARKING_EVENT),
        CharacterMarked(one, MarkingEvent.HORROR, "un visage"),
        ResistanceRolled(one, 0, (5, 1), resisted=True),
        CoupReady(one),
        BreakdownBegan(one),
        BreakdownDescribed(one, Breakdown.FLIGHT),
        BreakdownEnded(one),
        InspirationGranted(one, "un beau moment"),
        InspirationSpent(one),
        BlowLanded(one, 3),
        BlowLanded(one, 3, 2),
        BlowLanded(one, 2, 3, lamp),
        Treated(one, other),
        Treated(one, other, lamp),
        CaredFor(other),
        CaredFor(other, one),
        Comforted(one, other),
        CharacterDied(one, "la chute"),
        ItemUsed(one, lamp, "voir dans le noir"),
        ItemUsed(one, lamp, "boire", other),
        ItemGained(one, Item(lamp), "trouvée à la cale"),
        CoverTaken(one, 2),
        CoverTaken(one, 0),
        WardGiven(one, 3),
        Afflicted(one, Affliction.THROWN_DOWN),
        PerilStruck(one, Peril(PerilKind.DANGER, "fire", 3, (Attribute.CON,), MarkingEvent.SHOCK)),
        PerilStruck(one, Peril(PerilKind.AMBUSH, GUARD, 3, (Attribute.PER,))),
        PerilStruck(one, Peril(PerilKind.MANIFESTATION, "deep/wave", 3, (Attribute.DEX,))),
        AdvanceTaken(one, AdvanceKind.ATTRIBUTE, attribute=Attribute.CON),
        AdvanceTaken(one, AdvanceKind.ITEM, item=lamp, use="éblouir"),
    )


def of_the_story() -> tuple[Event, ...]:
    """What happened to the game as a whole; GameStarted is never shown."""
    return (
        ClockAdvanced(ClockId("dawn"), 1, 4),
        FactEstablished(FactId("the door is open")),
        SceneEntered(SceneId("nowhere")),
        Rested(RestKind.PAUSE),
        SceneCut(),
        SafetyAsked(SafetyKind.AVOID, "les araignées"),
        SafetyAsked(SafetyKind.PAUSE),
        StoryEnded(EndingId("away")),
    )


def of_conflicts(one: CharacterId, other: CharacterId) -> tuple[Event, ...]:
    """What happened in conflicts."""
    return (
        ConflictStarted(one, Side.NPCS),
        TurnBegan(0, 2, Side.NPCS),
        TurnBegan(1, 2, engager=one),
        TurnBegan(2, 2),
        ConflictEnded(),
        BreachOpened(one, GUARD),
        StrikeMade(GUARD, one, 1, 3),
        StrikeMade(GUARD, one, 2, 4, (other,)),
        StrikeMade(GUARD, one, 1, 3, ally=PILOT),
        Interposed(other),
        SetbackHappened(Setback(SetbackKind.WAY_CLOSES, "la trappe retombe")),
        Waited(one),
        IdleCaught(GUARD, one, "à découvert"),
        AmbushStruck(GUARD, one),
        AdversaryCovered(GUARD, 2),
        AdversaryCovered(GUARD, 0),
        EffectTook(GUARD, Manoeuvred.TOPPLED, 1),
        EffectEnded(GUARD, Manoeuvred.TOPPLED),
    )


def of_foes(one: CharacterId, other: CharacterId) -> tuple[Event, ...]:
    """What happened to adversaries, allies and calamities."""
    return (
        AdversaryArrived(A_GUARD),
        AdversaryArrived(SOME_WOLVES),
        AdversaryArrived(A_BOSS),
        AdversaryHurt(GUARD, 4, 1),
        PhaseFell(A_BOSS.id, 1, blows=True),
        BossStruckAll(A_BOSS.id),
        AdversaryOut(GUARD),
        AdversaryLeft(WOLVES, "le feu"),
        FlawRevealed(GUARD, BELL.id),
        AllyCame(A_PILOT),
        AllyLeft(PILOT, "la marée"),
        AllyHeldOff(PILOT, GUARD),
        AllyHurt(PILOT, GUARD),
        DangerFaced(FIRE, (one,), "les tentures"),
        DangerFaced(Danger(FIRE.id, (Attribute.CON,), 1, 1), (one, other), "la cale"),
        FirstSeen(DEEP, one),
        FirstSeen("guards", one),
        CalamityCame(A_TIDE),
        CalamityManifested(DEEP, ManifestationId("wave"), (one, other)),
        LeverUsed(DEEP, LeverId("bells")),
        CalamityDelayed(DEEP),
        CalamityGone(DEEP),
        CalamityGone(DEEP, "le quai"),
    )


def every(one: CharacterId, other: CharacterId) -> tuple[Event, ...]:
    """All of them."""
    groups = (of_rolls, of_sheets, of_conflicts, of_foes)
    return (*(event for each in groups for event in each(one, other)), *of_the_story())
