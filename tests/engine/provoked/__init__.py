"""Scenes that provoke the refusals of each chapter, one a code."""

from collections.abc import Callable, Mapping

from engine.core.commands import AnnounceCheck, Command
from engine.ruling import Code
from tests.scenes import Stage, hard

Provoked = Mapping[Code, Callable[[], Stage]]


def asked(stage: Stage, command: Command) -> Callable[[], Stage]:
    """Something asked in a game that stands so."""
    return lambda: stage.when(command)


def announced(stage: Stage, **terms: object) -> Callable[[], Stage]:
    """A Hard check with these terms, announced."""
    return asked(stage, AnnounceCheck(hard(**terms)))
