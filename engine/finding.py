"""Finding one of several by its id."""

from collections.abc import Iterable
from typing import Any, Protocol, TypeVar


class Named(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> Any:
        """The id."""
        ...


N = TypeVar("N", bound=Named)


def with_id(values: Iterable[N], wanted: object) -> N | None:
    """The one of that id, or None."""
    # A plain loop: it runs several times in every command, and a generator would cost three times as much.
    for each in values:
        if each.id == wanted:
            return each
    return None
