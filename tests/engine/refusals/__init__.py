"""Every refusal of the rules, word for word: a scene of each, and beside it the sentences that a person reads.

A module here has SCENES, and the text of its name beside it has what they are answered.
"""

from collections.abc import Callable, Mapping

from engine.core.check import Check
from engine.core.commands import AnnounceCheck, Command
from engine.ruling import Refused
from tests.scenes import Stage

Scenes = Mapping[str, Callable[[], Stage]]
"""Scenes by what is asked in them. They are played when they are told, so that no import plays a game."""


def told(scenes: Scenes) -> str:
    """What a golden holds: each scene, and below it why it is refused."""
    return "\n".join(f"{each}\n    {_sentence(play())}" for each, play in scenes.items()) + "\n"


def _sentence(stage: Stage) -> str:
    assert isinstance(stage.answer, Refused), f"{stage.asked!r}\nwas not refused: {stage.answer}"
    return stage.answer.sentence


def asked(play: Callable[[], Stage], command: Command, dice: tuple[int, ...] = ()) -> Callable[[], Stage]:
    """Something asked where a scene has led."""
    return lambda: play().when(command, dice)


def announced(play: Callable[[], Stage], check: Check) -> Callable[[], Stage]:
    """A check announced where a scene has led."""
    return asked(play, AnnounceCheck(check))
