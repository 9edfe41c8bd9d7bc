"""What happened. An event holds faces and results, never a formula; folded, events are the game."""

from engine.core.events.checks import (
    AdvantageAdded,
    CheckAmended,
    CheckAnnounced,
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
from engine.core.events.conflicts import (
    AdversaryCovered,
    AmbushStruck,
    BreachOpened,
    ConflictEnded,
    ConflictStarted,
    EffectEnded,
    EffectTook,
    IdleCaught,
    Interposed,
    SetbackHappened,
    StrikeMade,
    TurnBegan,
    Waited,
)
from engine.core.events.foes import (
    AdversaryArrived,
    AdversaryHurt,
    AdversaryLeft,
    AdversaryOut,
    AllyCame,
    AllyHeldOff,
    AllyHurt,
    AllyLeft,
    BossStruckAll,
    CalamityCame,
    CalamityDelayed,
    CalamityGone,
    CalamityManifested,
    DangerFaced,
    FirstSeen,
    FlawRevealed,
    LeverUsed,
    PhaseFell,
)
from engine.core.events.scenes import (
    ClockAdvanced,
    FactEstablished,
    GameStarted,
    Rested,
    SafetyAsked,
    SceneCut,
    SceneEntered,
    StoryEnded,
)
from engine.core.events.sheets import (
    AdvanceTaken,
    Afflicted,
    BlowLanded,
    BreakdownBegan,
    BreakdownDescribed,
    BreakdownEnded,
    CaredFor,
    Cause,
    CharacterDied,
    CharacterMarked,
    Comforted,
    CoupReady,
    CoverTaken,
    GearLost,
    HealthChanged,
    InspirationGranted,
    InspirationSpent,
    ItemGained,
    ItemUsed,
    PerilStruck,
    ResistanceRolled,
    ResourceChanged,
    ResourceRolled,
    StressChanged,
    Treated,
    WardGiven,
    WoundDescribed,
    WoundHealed,
    WoundTaken,
)

CheckEvent = (
    CheckAnnounced
    | AdvantageAdded
    | CheckWithdrawn
    | CheckRolled
    | CheckRerolled
    | CheckSettled
    | ComplicationHappened
    | RuledWithoutRoll
    | CheckAmended
    | ContestAnnounced
    | ContestRolled
    | ContestYielded
)
SheetEvent = (
    ResourceRolled
    | ResourceChanged
    | GearLost
    | HealthChanged
    | WoundTaken
    | WoundHealed
    | StressChanged
    | CharacterMarked
    | ResistanceRolled
    | CoupReady
    | BreakdownBegan
    | BreakdownDescribed
    | BreakdownEnded
    | InspirationGranted
    | InspirationSpent
    | WoundDescribed
    | BlowLanded
    | Treated
    | CaredFor
    | Comforted
    | CharacterDied
    | ItemUsed
    | ItemGained
    | CoverTaken
    | WardGiven
    | Afflicted
    | PerilStruck
    | AdvanceTaken
)
SceneEvent = GameStarted | FactEstablished | SceneEntered | ClockAdvanced | Rested | StoryEnded | SceneCut | SafetyAsked
ConflictEvent = (
    ConflictStarted
    | TurnBegan
    | ConflictEnded
    | BreachOpened
    | StrikeMade
    | Interposed
    | SetbackHappened
    | Waited
    | IdleCaught
    | AmbushStruck
    | AdversaryCovered
    | EffectTook
    | EffectEnded
)
FoeEvent = (
    AdversaryArrived
    | AdversaryHurt
    | PhaseFell
    | BossStruckAll
    | AdversaryOut
    | AdversaryLeft
    | FlawRevealed
    | AllyCame
    | AllyLeft
    | AllyHeldOff
    | AllyHurt
    | DangerFaced
    | FirstSeen
    | CalamityCame
    | CalamityManifested
    | LeverUsed
    | CalamityDelayed
    | CalamityGone
)
Event = CheckEvent | SheetEvent | SceneEvent | ConflictEvent | FoeEvent

__all__ = [
    "AdvanceTaken",
    "AdvantageAdded",
    "AdversaryArrived",
    "AdversaryCovered",
    "AdversaryHurt",
    "AdversaryLeft",
    "AdversaryOut",
    "Afflicted",
    "AllyCame",
    "AllyHeldOff",
    "AllyHurt",
    "AllyLeft",
    "AmbushStruck",
    "BlowLanded",
    "BossStruckAll",
    "BreachOpened",
    "BreakdownBegan",
    "BreakdownDescribed",
    "BreakdownEnded",
    "CalamityCame",
    "CalamityDelayed",
    "CalamityGone",
    "CalamityManifested",
    "CaredFor",
    "Cause",
    "CharacterDied",
    "CharacterMarked",
    "CheckAmended",
    "CheckAnnounced",
    "CheckEvent",
    "CheckRerolled",
    "CheckRolled",
    "CheckSettled",
    "CheckWithdrawn",
    "ClockAdvanced",
    "Comforted",
    "ComplicationHappened",
    "ConflictEnded",
    "ConflictEvent",
    "ConflictStarted",
    "ContestAnnounced",
    "ContestRolled",
    "ContestYielded",
    "CoupReady",
    "CoverTaken",
    "DangerFaced",
    "EffectEnded",
    "EffectTook",
    "Event",
    "FactEstablished",
    "FirstSeen",
    "FlawRevealed",
    "FoeEvent",
    "GameStarted",
    "GearLost",
    "HealthChanged",
    "IdleCaught",
    "InspirationGranted",
    "InspirationSpent",
    "Interposed",
    "ItemGained",
    "ItemUsed",
    "LeverUsed",
    "PerilStruck",
    "PhaseFell",
    "ResistanceRolled",
    "ResourceChanged",
    "ResourceRolled",
    "Rested",
    "RuledWithoutRoll",
    "SafetyAsked",
    "SceneCut",
    "SceneEntered",
    "SceneEvent",
    "SetbackHappened",
    "SheetEvent",
    "StoryEnded",
    "StressChanged",
    "StrikeMade",
    "Treated",
    "TurnBegan",
    "Waited",
    "WardGiven",
    "WoundDescribed",
    "WoundHealed",
    "WoundTaken",
]
