"""Closed sets of names, as the rulesets use them."""

from enum import StrEnum


class Choice(StrEnum):
    """A member of a closed set; its repr pastes into a test."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}.{self.name}"
