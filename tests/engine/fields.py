"""Where a fault's path leads in what was handed in: it has to lead somewhere."""

import re

from engine.ruling import Fault, FaultCode

ODD = (-1, 10**9, 10**5000, -(10**5000), True, False)
"""Numbers that no field takes, and truth values, which are no numbers; some are too long to be written."""


def found(thing: object, path: str) -> object:
    """What stands at `items[1].resource.die`. A path that leads nowhere fails the test."""
    for name, place in re.findall(r"(\w+)|\[(\d+)\]", path):
        assert place or hasattr(thing, name), f"{path} leads nowhere: there is no {name}"
        thing = thing[int(place)] if place else getattr(thing, name)
    return thing


def told(faults: tuple[Fault, ...]) -> list[tuple[str, FaultCode]]:
    """The fields and what is wrong with them."""
    return [(each.field, each.code) for each in faults]


def check_faults(thing: object, faults: tuple[Fault, ...]) -> None:
    """Each fault leads somewhere and says so, once."""
    assert len(set(faults)) == len(faults), f"told twice: {faults}"
    for each in faults:
        found(thing, each.field)
        assert each.sentence.startswith(each.field)
