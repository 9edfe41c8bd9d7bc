"""Which model at which server, and what that server takes."""

from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, SecretStr


class Mode(StrEnum):
    """How a proposal is asked for: a forced tool, a JSON schema that the reply must meet, or plain JSON in text."""

    TOOL = "tool"
    SCHEMA = "schema"
    TEXT = "text"


class Takes(BaseModel):
    """What a server takes; as it stands, one of which nothing is known. `modes` are those worth trying there, the best
    first; the switches say what may be sent: `strict` schemas, a `seed`, `parallel_tool_calls` off, usage in the
    stream, a tool that is `required`, and whether the longest reply is called `max_completion_tokens`. `context` is how
    many tokens the model reads."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    modes: tuple[Mode, ...] = (Mode.TOOL, Mode.SCHEMA, Mode.TEXT)
    strict: bool = False
    seed: bool = False
    parallel: bool = False
    usage: bool = True
    required: bool = True
    max_completion_tokens: bool = False
    context: int = 8_000
    temperature: float | None = None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at a server; `most` are the tokens of the longest reply asked for."""

    provider: str
    base_url: str
    model: str
    takes: Takes = field(default_factory=Takes)
    key: SecretStr | None = None
    most: int = 900

    @property
    def name(self) -> str:
        """What a person calls it."""
        return f"{self.provider}:{self.model}"
