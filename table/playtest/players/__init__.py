"""How bots play: each policy a small function on what a player sees and may do."""

from collections.abc import Mapping

from table.playtest.players.ahead import looking_ahead
from table.playtest.players.bold import bold
from table.playtest.players.by_chance import by_chance
from table.playtest.players.cautious import cautious
from table.playtest.players.focused import focused
from table.playtest.players.supportive import supportive
from table.playtest.seat import Policy

__all__ = ["POLICIES"]

POLICIES: Mapping[str, Policy] = {
    "random": by_chance,
    "cautious": cautious,
    "bold": bold,
    "focused": focused,
    "supportive": supportive,
    "ahead": looking_ahead,
}
"""The policies by the names that a person gives them."""
