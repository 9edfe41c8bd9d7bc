"""Bugs. What a person or a model can get wrong is a refusal (engine.ruling); what raises here is our own fault.

EngineError
├── BrokenLaw      an event does not fit the state that it is folded into
└── FaceRefused    (engine.dice) never leaves `decide`, which answers with the refusal that it carries
"""


class EngineError(Exception):
    """The root of what the engine raises."""


class BrokenLaw(EngineError):
    """An event was folded into a state in which it cannot have happened."""
