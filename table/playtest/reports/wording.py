"""How figures are said, in each language: numbers, shares, means, names, and what stands on top of a report."""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import floor
from typing import Any

from narrator.evaluation.figures import Share
from table.amounts import count
from table.playtest.report import Report
from table.playtest.reports.figures import Figures
from table.playtest.reports.intervals import Interval, Mean
from table.words import Language, Words, messages

NUMBERS = ("threat", "health", "weapon", "protection", "members", "cover")
"""What an adversary is made of, in the order of its profile."""

_AT_EASE = {"health": 0, "protection": 0, "members": 1, "cover": 0}
"""What is not worth a word: a boss's Health is that of its rank."""


class Wording:
    """The words of reports, and the numbers as the language writes them."""

    def __init__(self, language: Language) -> None:
        self.words = Words(language, "playtest")
        self._known = messages(language, "playtest")

    def __call__(self, key: str, /, **slots: object) -> str:
        return self.words(key, **slots)

    def count(self, number: int) -> str:
        """A whole number."""
        return count(self.words.language, number)

    def number(self, value: float, digits: int = 1) -> str:
        """A number, rounded; never a zero with a sign."""
        shown = f"{value:.{digits}f}"
        return (shown if float(shown) else shown.removeprefix("-")).replace(".", self("decimal"))

    def hundredths(self, share: float, least: int = 0) -> str:
        """How many in a hundred: whole, or with as many digits; more finely where it is near none or all without being
        it."""
        for digits in range(least, 3):
            shown = f"{100 * share:.{digits}f}"
            if float(shown) not in (0.0, 100.0) or share in (0.0, 1.0):
                return shown.replace(".", self("decimal"))
        return self("under" if share < 0.5 else "over", value=self.number(0.01 if share < 0.5 else 99.99, 2))

    def between(self, interval: Interval, digits: int = 1) -> str:
        """An interval of means."""
        low, high = (self.number(each, digits) for each in interval)
        return self("between", low=low, high=high)

    def share(self, share: Share, *, sure: bool = True) -> str:
        """A share in per cent, with its interval where one is `sure` of it: games are independent, checks are not."""
        if share.value is None or share.interval is None:
            return self("none")
        value = self("percent", value=self.hundredths(share.value, 1))
        if not sure:
            return value
        low, high = (self.hundredths(each, 1) for each in share.interval)
        return self("with", value=value, interval=self("between", low=low, high=high))

    def mean(self, mean: Mean) -> str:
        """A mean with its interval."""
        value = self.number(mean.value)
        return value if mean.interval is None else self("with", value=value, interval=self.between(mean.interval))

    def named(self, kind: str, name: str) -> str:
        """What is known by a name of the program's; what an author named is called so."""
        key = f"{kind}.{name}"
        return self.words(key) if key in self._known else name.replace("_", " ")

    def place(self, kind: str, name: str) -> int:
        """Where a name of the program's stands among its kind, as they are told; those of nobody's come last."""
        known = [each for each in self._known if each.startswith(f"{kind}.")]
        return known.index(f"{kind}.{name}") if f"{kind}.{name}" in known else len(known)

    def listed(self, names: Sequence[str]) -> str:
        """Names in a row."""
        return ", ".join(names)


def headline(wording: Wording, kind: str, found: Figures) -> str:
    """What an author wants to know first, in one sentence."""
    share = found.won
    if share.value is None or share.interval is None:
        return wording("headline.nothing")
    low, high = map(wording.hundredths, share.interval)
    said = [wording(f"headline.{kind}", won=wording.hundredths(share.value), low=low, high=high)]
    if found.down is not None and len(found.party) == 1:
        said.append(wording("headline.alone", down=wording.hundredths(found.down.value)))
    elif found.down is not None:
        down = found.down.value
        said.append(wording("headline.down", count=floor(down), down=wording.number(down), party=len(found.party)))
    if found.turns is not None:
        low, high = found.turns.middle
        form = "headline.same" if low == high else "headline.either" if low + 1 == high else "headline.range"
        said.append(wording(form, low=low, high=high, count=high))
    return wording("headline.whole", what=wording("clauses").join(said))


def settings_lines(wording: Wording, report: Report) -> dict[str, str]:
    """What was played, each setting by its name."""
    settings = report.settings
    told = Counter(adversary(wording, each) for each in settings.get("adversaries", ()))
    foes = wording("clauses").join(
        each if many == 1 else wording("several", count=many, what=each) for each, many in told.items()
    )
    lines = {
        "what": str(settings["what"]).replace("_", " "),
        "games": wording.count(report.summary.games),
        "party": wording.listed([*settings["party"].values()]),
        "adversaries": foes,
        "variant": wording.named("variant", str(settings["variant"])),
        "players": wording.listed([wording.named("player", each) for each in settings["players"]]),
        "narrator": narrator(wording, settings["narrator"]),
        "seed": str(settings["seed"]),
    }
    return {wording(f"setting.{name}"): value for name, value in lines.items() if value}


def adversary(wording: Wording, numbers: Mapping[str, Any]) -> str:
    """An adversary by its numbers."""
    told = [
        wording("numbered", what=wording(f"number.{each}"), value=numbers[each])
        for each in NUMBERS
        if numbers[each] != _AT_EASE.get(each)
    ]
    return wording("adversary", name=numbers["name"], numbers=wording.listed(told))


def narrator(wording: Wording, mock: Mapping[str, Any]) -> str:
    """Who narrated."""
    name = wording.named("mock", str(mock["kind"]))
    if mock["kind"] == "hostile":
        return wording("mock.at", name=name, percent=wording.hundredths(mock["rate"]))
    return wording("mock.from", name=name, file=mock["file"]) if mock["file"] else name
