"""Amounts of money and counts of tokens, as each language writes them."""

from decimal import Decimal

from table.words import Language


def money(language: Language, amount: Decimal, currency: str) -> str:
    """An amount to the hundredth; a small one as finely as it takes to be something."""
    finest = 2 if not amount else max(2, 1 - amount.adjusted())
    shown = f"{amount:,.{min(finest, 8)}f}"
    return f"{_as_written(language, shown)}\u00a0{currency}"


def count(language: Language, number: int) -> str:
    """A whole number, its thousands set apart."""
    return _as_written(language, f"{number:,}")


def short(language: Language, number: int) -> str:
    """A whole number where room is short: thousands with one decimal, "34.7k"."""
    return str(number) if number < 1_000 else f"{_as_written(language, f'{number / 1_000:,.1f}')}k"


def seconds(language: Language, number: float) -> str:
    """A time to the tenth of a second."""
    return f"{_as_written(language, f'{number:,.1f}')}\u00a0s"


def _as_written(language: Language, english: str) -> str:
    # French: a narrow space that does not break, and a decimal comma.
    return english.translate({ord(","): "\u202f", ord("."): ","}) if language == "fr" else english
