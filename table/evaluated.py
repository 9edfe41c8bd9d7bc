"""What an evaluation came to: a table for a person, an object for a program."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from engine.core.sheet import Attribute
from narrator.evaluation import Figures, Share, Taken, by_about, figures
from narrator.evaluation.figures import agrees
from narrator.evaluation.lines import SUCCESSES, Kind, Line
from narrator.money import Entry
from narrator.proposals import ProposeCheck
from table.amounts import count, money
from table.commands.grid import show_grid
from table.commands.parts import Desk
from table.lines import say
from table.words import Language, Words

SHARES = ("valid_first", "valid", "kind", "attribute", "difficulty", "ruling", "brought", "replaced")
NEVER = ("refused", "lost", "yielded", "leaks")
"""What is counted, and should be 0."""

BOTH = "both"
_MOST_MISSED = 20
"""As many missed lines are listed; more are only counted."""


@dataclass(frozen=True, slots=True)
class Report:
    """The lines taken of `every`; `stopped` is why it ended early, empty where it did not: interrupted or spent."""

    narrator: str
    languages: tuple[Language, ...]
    taken: Sequence[Taken]
    every: int
    entries: Sequence[Entry]
    stopped: str

    def columns(self) -> dict[str, Sequence[Taken]]:
        """What was taken in each language, and in both together where there are two."""
        found: dict[str, Sequence[Taken]] = {
            language: [each for each in self.taken if each.language == language] for language in self.languages
        }
        return {**found, BOTH: self.taken} if len(found) > 1 else found

    def show(self, desk: Desk) -> None:
        """Print it."""
        words = Words(desk.settings.language, "eval")
        say(words("narrator", name=self.narrator, count=len(self.taken)))
        if self.stopped:
            say(words(self.stopped, done=len(self.taken), every=self.every))
        columns = self.columns()
        headings = [words(f"in.{each}") for each in columns]
        cells = [_cells(words, figures(each)) for each in columns.values()]
        rows = [[words(f"figure.{name}"), *(each[name] for each in cells)] for name in cells[0]]
        show_grid(desk, [words("figure.heading"), *headings], rows, named=True)
        abouts = [by_about(each) for each in columns.values()]
        named = list(dict.fromkeys(about for each in abouts for about in each))
        rows = [
            [words(f"about.{about}"), *(_count(words, each.get(about, Share(0, 0))) for each in abouts)]
            for about in named
        ]
        show_grid(desk, [words("about.heading"), *headings], rows, named=True)
        self._show_missed(words)
        if self._troubles():
            by_kind = (
                words("trouble", what=words(f"ill.{ill}"), count=times) for ill, times in self._troubles().items()
            )
            say(words("troubles", which=", ".join(by_kind)))
        for spent in self._spent(words.language):
            say(words("cost", amount=spent))

    def _show_missed(self, words: Words) -> None:
        """The lines whose ruling no game master would accept, where they are few enough to read."""
        missed = [each for each in self.taken if each.valid and not agrees(each)]
        if len(missed) > _MOST_MISSED:
            say(words("missed.many", count=len(missed)))
            return
        if missed:
            say(words("missed.heading", count=len(missed)))
        for each in missed:
            where = words("missed.where", situation=each.setting.id, line=each.line.id)
            said = words("missed.said", language=words(f"in.{each.language}"), text=each.line.to(each.language))
            say(f"{where} {said}")
            say(f"  {words('missed.wanted', what=_wanted(words, each.line))}")
            say(f"  {words('missed.got', what=_got(words, each))}")

    def as_object(self) -> dict[str, Any]:
        """The whole of it for a program; seconds and shares as they are, None for what there is nothing to take of."""
        columns = self.columns()
        return {
            "narrator": self.narrator,
            "lines": self.every,
            "taken": len(self.taken),
            "stopped": self.stopped or None,
            "figures": {name: _object(figures(each)) for name, each in columns.items()},
            "about": {
                name: {about.value: _share_object(share) for about, share in by_about(each).items()}
                for name, each in columns.items()
            },
            "troubles": self._troubles(),
            "cost": {currency: None if cost is None else str(cost) for currency, cost in self._costs().items()},
            "each": [_line(each) for each in self.taken],
        }

    def _troubles(self) -> dict[str, int]:
        """How often a call came to nothing, by what was wrong, the most frequent first."""
        return dict(Counter(each.ill for each in self.entries if each.ill).most_common())

    def _costs(self) -> dict[str, Decimal | None]:
        """Money by currency; under "" what was called at a price that nobody knows."""
        costs: dict[str, Decimal | None] = {}
        for each in self.entries:
            if each.cost is None:
                costs[""] = None
            else:
                costs[each.currency] = (costs.get(each.currency) or Decimal(0)) + each.cost
        return costs

    def _spent(self, language: Language) -> Iterator[str]:
        for currency, cost in self._costs().items():
            if cost is None:
                yield Words(language, "eval")("unknown")
            else:
                yield money(language, cost, currency) if cost else Words(language, "cli")("cost.free")


def _cells(words: Words, found: Figures) -> dict[str, str]:
    """A column: each figure by its name, in the order of the rows."""
    none, language = words("none"), words.language
    tokens = [None if each is None else count(language, round(each)) for each in (found.prompt, found.reply)]
    own = None if found.own is None else [_number(words, f"{1000 * each:.1f}") for each in found.own]
    return {
        "lines": count(language, found.lines),
        **{each: _share(words, getattr(found, each)) for each in SHARES},
        "leniency": none if found.leniency is None else _number(words, f"{found.leniency:+.2f}"),
        **{each: count(language, getattr(found, each)) for each in NEVER},
        "calls": none if found.calls is None else _number(words, f"{found.calls:.2f}"),
        "tokens": none if None in tokens else words("tokens", prompt=tokens[0], reply=tokens[1]),
        "own": none if own is None else words("own", middle=own[0], most=own[1]),
        "wall": words("seconds", seconds=_number(words, f"{found.wall:.1f}")),
    }


def _wanted(words: Words, line: Line) -> str:
    """What a game master would accept for a line: the kinds of ruling, and the terms of a check."""
    kinds = [words(f"kind.{each}") for each in Kind if each in line.kinds and each is not Kind.CHECK]
    if Kind.CHECK in line.kinds:
        attributes = words("either").join(each.value for each in Attribute if each in line.attributes)
        levels = words("either").join(words(f"difficulty.{each}") for each in SUCCESSES if each in line.difficulties)
        kinds.insert(0, words("check", attribute=attributes, difficulty=levels))
    return words("either").join(kinds)


def _got(words: Words, taken: Taken) -> str:
    """What a line became."""
    proposal = taken.proposal
    if isinstance(proposal, ProposeCheck):
        level = words(f"difficulty.{proposal.difficulty}")
        return words("check", attribute=proposal.attribute.value, difficulty=level)
    return words(f"kind.{taken.kind}") if taken.kind is not None else words("none")


def _share(words: Words, share: Share) -> str:
    if share.value is None or share.interval is None:
        return words("none")
    low, high = (_number(words, f"{100 * each:.0f}") for each in share.interval)
    value = _number(words, f"{100 * share.value:.1f}")
    return words("share", value=value, low=low, high=high)


def _count(words: Words, share: Share) -> str:
    return words("count", hits=share.hits, of=share.of) if share.of else words("none")


def _number(words: Words, english: str) -> str:
    return english.replace(".", words("decimal"))


def _object(found: Figures) -> dict[str, Any]:
    return {
        "lines": found.lines,
        **{each: _share_object(getattr(found, each)) for each in SHARES},
        "leniency": found.leniency,
        **{each: getattr(found, each) for each in NEVER},
        "calls": found.calls,
        "prompt_tokens": found.prompt,
        "reply_tokens": found.reply,
        "own_seconds": None if found.own is None else {"median": found.own[0], "under_95": found.own[1]},
        "wall_seconds": found.wall,
    }


def _share_object(share: Share) -> dict[str, Any]:
    low, high = share.interval or (None, None)
    return {"hits": share.hits, "of": share.of, "share": share.value, "low": low, "high": high}


def _line(taken: Taken) -> dict[str, Any]:
    proposal = taken.proposal
    check = proposal if isinstance(proposal, ProposeCheck) else None
    return {
        "situation": taken.setting.id,
        "id": taken.line.id,
        "language": taken.language,
        "text": taken.line.to(taken.language),
        "kind": taken.kind,
        "attribute": check and check.attribute,
        "difficulty": check and check.difficulty,
        "agrees": agrees(taken),
        "valid_first": taken.valid_first,
        "valid": taken.valid,
        "leaks": list(taken.leaks),
        "told": list(taken.told),
    }
