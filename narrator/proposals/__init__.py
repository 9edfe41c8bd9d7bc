"""What a narrator may propose, one class a tool. The engine decides; nothing here sets a number of the game.

The same models serve the offline narrator and any language model. Every string is bounded, nothing unknown is let in.
What stands for a number (a difficulty, an adversary's profile, how many attacks) is a name that the program or the
catalogue turns into one.
"""

from narrator.proposals.checks import (
    ProposeAttack,
    ProposeCheck,
    ProposeManoeuvre,
    ProposeOtherAction,
    RuleOnAdvantage,
    RuleWithoutRoll,
    UseLever,
)
from narrator.proposals.foes import (
    AnswerBreach,
    IntroduceAdversary,
    PlayManifestation,
    ProposeDanger,
    ProposedSetback,
    ProposedStrike,
    StartConflict,
)
from narrator.proposals.story import (
    AskPlayer,
    CloseScene,
    GoTo,
    GrantInspiration,
    LeaveStory,
    ProposeMarkingEvent,
    RecordFact,
    Suggest,
    Suggestion,
)
from narrator.proposals.words import DifficultyName, ProposedAdvantage, ProposedComplication

CheckProposal = ProposeCheck | ProposeAttack | ProposeManoeuvre | ProposeOtherAction | UseLever
FoeProposal = ProposeDanger | IntroduceAdversary | StartConflict | AnswerBreach | PlayManifestation
StoryProposal = AskPlayer | GoTo | CloseScene | LeaveStory | GrantInspiration | ProposeMarkingEvent | RecordFact
Proposal = CheckProposal | RuleWithoutRoll | FoeProposal | StoryProposal
"""What a player's line may become."""

__all__ = [
    "AnswerBreach",
    "AskPlayer",
    "CheckProposal",
    "CloseScene",
    "DifficultyName",
    "FoeProposal",
    "GoTo",
    "GrantInspiration",
    "IntroduceAdversary",
    "LeaveStory",
    "PlayManifestation",
    "Proposal",
    "ProposeAttack",
    "ProposeCheck",
    "ProposeDanger",
    "ProposeManoeuvre",
    "ProposeMarkingEvent",
    "ProposeOtherAction",
    "ProposedAdvantage",
    "ProposedComplication",
    "ProposedSetback",
    "ProposedStrike",
    "RecordFact",
    "RuleOnAdvantage",
    "RuleWithoutRoll",
    "StartConflict",
    "StoryProposal",
    "Suggest",
    "Suggestion",
    "UseLever",
]
