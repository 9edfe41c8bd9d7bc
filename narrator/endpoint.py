"""Which model at which server, and what that server cannot do."""

from dataclasses import dataclass
from enum import StrEnum

from pydantic import SecretStr


class Mode(StrEnum):
    """How a proposal is asked for: a forced tool, a JSON schema that the reply must meet, or plain JSON in text."""

    TOOL = "tool"
    SCHEMA = "schema"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model at a server. `modes` are those worth trying there, the best first; the other switches say what may be
    sent: `strict` schemas, a `seed`, `parallel_tool_calls` off, usage in the stream, a tool that is `required`, and
    whether the longest reply is called `max_completion_tokens`. `context` is how many tokens the model reads, `most`
    the longest reply asked for."""

    provider: str
    base_url: str
    model: str
    key: SecretStr | None = None
    modes: tuple[Mode, ...] = (Mode.TOOL, Mode.SCHEMA, Mode.TEXT)
    strict: bool = True
    seed: bool = True
    parallel: bool = True
    usage: bool = True
    required: bool = True
    max_completion_tokens: bool = False
    context: int = 16_000
    most: int = 900
    temperature: float | None = 0.7

    @property
    def name(self) -> str:
        """What a person calls it."""
        return f"{self.provider}:{self.model}"
