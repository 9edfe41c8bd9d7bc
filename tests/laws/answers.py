"""Answers that fit a schema, by chance: what a server with a grammar could send, sensible or not."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from narrator.exchange import Schema

T = TypeVar("T")
WORDS = ("Elle pousse la grille.", "a cold draught", "La lampe vacille — et s'éteint.", "non", "x" * 400)


class Answering:
    """Fills schemas. `pick` chooses one of several: by Hypothesis, or by chance."""

    def __init__(self, pick: Callable[[Sequence[object]], object]) -> None:
        self._pick = pick

    def pick(self, values: Sequence[T]) -> T:
        """One of several."""
        return self._pick(values)  # type: ignore[return-value]

    def fill(self, schema: Schema) -> Any:
        """A value of that shape."""
        if "anyOf" in schema:
            return self.fill(self.pick(schema["anyOf"]))
        if "enum" in schema:
            return self.pick(schema["enum"])
        match schema["type"]:
            case "object":
                return {name: self.fill(each) for name, each in schema["properties"].items()}
            case "array":
                many = self.pick(range(schema.get("minItems", 0), schema["maxItems"] + 1))
                return [self.fill(schema["items"]) for _ in range(many)]
            case "string":
                return self.pick(WORDS)[: schema["maxLength"]]
            case "boolean":
                return self.pick((True, False))
            case "null":
                return None
            case unknown:
                raise AssertionError(f"{unknown} is no type of the subset")
