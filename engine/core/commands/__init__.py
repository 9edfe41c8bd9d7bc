"""What is asked of the engine. A command may be refused; it never changes anything by itself."""

from engine.core.commands.checks import (
    AcceptOutcome,
    AddAdvantage,
    AmendCheck,
    AnnounceCheck,
    AnnounceContest,
    AnnounceEach,
    Reroll,
    RollCheck,
    RollContest,
    RuleWithoutRoll,
    WithdrawCheck,
    Yield,
)
from engine.core.commands.conflicts import (
    BringSetback,
    CatchIdle,
    ConflictEnd,
    CoverAdversary,
    EndConflict,
    EndHold,
    EndTurn,
    Interpose,
    LetLand,
    StartConflict,
    Strike,
    StrikeFromAmbush,
    Wait,
)
from engine.core.commands.foes import (
    BringAdversary,
    BringAlly,
    BringCalamity,
    FaceDanger,
    HoldOff,
    LetAllyWin,
    Manifest,
    PartWithAlly,
    ReachGoal,
    RevealFlaw,
    SeeFirst,
    SendAway,
)
from engine.core.commands.scenes import AskSafety, Care, CutScene, EnterScene, LeaveStory, NewGame, Rest
from engine.core.commands.sheets import (
    Comfort,
    DescribeBreakdown,
    DescribeWound,
    GainItem,
    GrantInspiration,
    LetDie,
    MarkCharacter,
    Suffer,
    TakeAdvance,
    TakeCover,
    UseItem,
)

CheckCommand = (
    AnnounceCheck | AnnounceEach | AddAdvantage | AmendCheck | WithdrawCheck | RollCheck | Reroll | AcceptOutcome
)
ContestCommand = AnnounceContest | RollContest | Yield
SheetCommand = (
    GrantInspiration
    | MarkCharacter
    | Suffer
    | DescribeWound
    | DescribeBreakdown
    | Comfort
    | LetDie
    | UseItem
    | GainItem
    | TakeCover
    | TakeAdvance
)
SceneCommand = RuleWithoutRoll | Rest | EnterScene | CutScene | LeaveStory | AskSafety
ConflictCommand = (
    StartConflict
    | StrikeFromAmbush
    | Strike
    | BringSetback
    | Interpose
    | LetLand
    | Wait
    | CatchIdle
    | EndTurn
    | EndConflict
    | CoverAdversary
    | EndHold
)
FoeCommand = (
    BringAdversary
    | SendAway
    | RevealFlaw
    | BringAlly
    | PartWithAlly
    | HoldOff
    | LetAllyWin
    | SeeFirst
    | FaceDanger
    | BringCalamity
    | Manifest
    | ReachGoal
)
Command = CheckCommand | ContestCommand | SheetCommand | SceneCommand | ConflictCommand | FoeCommand

__all__ = [
    "AcceptOutcome",
    "AddAdvantage",
    "AmendCheck",
    "AnnounceCheck",
    "AnnounceContest",
    "AnnounceEach",
    "AskSafety",
    "BringAdversary",
    "BringAlly",
    "BringCalamity",
    "BringSetback",
    "Care",
    "CatchIdle",
    "CheckCommand",
    "Comfort",
    "Command",
    "ConflictCommand",
    "ConflictEnd",
    "ContestCommand",
    "CoverAdversary",
    "CutScene",
    "DescribeBreakdown",
    "DescribeWound",
    "EndConflict",
    "EndHold",
    "EndTurn",
    "EnterScene",
    "FaceDanger",
    "FoeCommand",
    "GainItem",
    "GrantInspiration",
    "HoldOff",
    "Interpose",
    "LeaveStory",
    "LetAllyWin",
    "LetDie",
    "LetLand",
    "Manifest",
    "MarkCharacter",
    "NewGame",
    "PartWithAlly",
    "ReachGoal",
    "Reroll",
    "Rest",
    "RevealFlaw",
    "RollCheck",
    "RollContest",
    "RuleWithoutRoll",
    "SceneCommand",
    "SeeFirst",
    "SendAway",
    "SheetCommand",
    "StartConflict",
    "Strike",
    "StrikeFromAmbush",
    "Suffer",
    "TakeAdvance",
    "TakeCover",
    "UseItem",
    "Wait",
    "WithdrawCheck",
    "Yield",
]
