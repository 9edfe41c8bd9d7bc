"""Recorded proposals: what a narrator answered once, keyed by what was asked, told again or written down.

A recording is JSON lines, each {"scene": …, "line": …, "proposal": {"is": "go_to", …}}, in the order in which they were
made; the same line typed again in the same scene takes the next one, and the last for ever after.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import get_args

from engine.core.events import Event
from engine.core.legal import Options
from narrator.offline import OfflineNarrator
from narrator.port import Judge, Moment, Remark, anything_goes
from narrator.proposals import AskPlayer, Proposal, RecordFact, RuleOnAdvantage
from table.config import ConfigError

_SHAPES: Mapping[str, type[Proposal]] = {each.__name__: each for each in get_args(Proposal)}

Asked = tuple[str, str]
"""A scene and a line that was typed there."""

Recording = Mapping[Asked, Sequence[Proposal]]
"""What is answered to what, first to last."""


def line_of(asked: Asked, proposal: Proposal) -> str:
    """One line of a recording."""
    scene, typed = asked
    made = {"is": type(proposal).__name__, **proposal.model_dump(mode="json", exclude_defaults=True)}
    return json.dumps({"scene": scene, "line": typed, "proposal": made}, ensure_ascii=False)


def read_recording(lines: Iterable[str]) -> Recording:
    """The recording of these lines. Raises ValueError, with the number of the line that is none."""
    found: dict[Asked, list[Proposal]] = defaultdict(list)
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            read = json.loads(text)
            made = dict(read["proposal"])
            shape = _SHAPES[made.pop("is")]
            found[str(read["scene"]), str(read["line"])].append(shape.model_validate(made))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(str(number)) from error
    return dict(found)


@lru_cache(maxsize=1)
def recording_in(file: str) -> Recording:
    """The recording in a file, read once. Raises ConfigError for what is none, and for a file that cannot be read."""
    try:
        return read_recording(Path(file).read_text(encoding="utf-8").splitlines())
    except OSError as error:
        raise ConfigError("playtest.no_recording", file=file, why=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise ConfigError("playtest.no_recording", file=file, why=str(error)) from error
    except ValueError as error:
        raise ConfigError("playtest.bad_recording", file=file, number=str(error)) from error


@dataclass
class Recorded:
    """Meets `narrator.port.Narrator`: answers what was recorded, where it is still legal, and what the steady narrator
    says where nothing is. It tells as the steady one does."""

    offline: OfflineNarrator
    recording: Recording
    tally: Counter[str]
    _answered: Counter[Asked] = field(default_factory=Counter[Asked])

    @property
    def name(self) -> str:
        """What the status line calls it."""
        return "scripted"

    def propose(self, text: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> Proposal:
        """As the port says."""
        self.tally["asked"] += 1
        asked = (moment.view.scene, text)
        recorded = self.recording.get(asked, ())
        if recorded:
            proposal = recorded[min(self._answered[asked], len(recorded) - 1)]
            self._answered[asked] += 1
            if not _is_refused(proposal, judge):
                self.tally["recorded"] += 1
                return proposal
            self.tally["refused"] += 1
        self.tally["replaced"] += 1
        return self.offline.propose(text, moment, options, judge)

    def weigh(self, reason: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> RuleOnAdvantage:
        """As the port says."""
        return self.offline.weigh(reason, moment, options, judge)

    def narrate(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        """As the port says."""
        yield from self.offline.narrate(events, moment)

    @property
    def fell_back(self) -> bool:
        """Never: the one that tells is the one that always does."""
        return False

    def remarks(self) -> tuple[Remark, ...]:
        """Nothing."""
        return ()

    def canon(self) -> tuple[RecordFact, ...]:
        """Nothing: a recording holds proposals alone."""
        return ()


@dataclass
class Writing(Recorded):
    """The steady narrator, with all that it proposes written down: `lines` are a recording."""

    lines: list[str] = field(default_factory=list[str])

    def propose(self, text: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> Proposal:
        """As the port says."""
        proposal = self.offline.propose(text, moment, options, judge)
        self.lines.append(line_of((moment.view.scene, text), proposal))
        return proposal


def _is_refused(proposal: Proposal, judge: Judge) -> bool:
    wordy = isinstance(proposal, AskPlayer | RecordFact)
    return not wordy and judge(proposal.command()) is not None
