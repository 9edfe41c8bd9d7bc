"""A table of settings read key by key; what is wrong with it is one sentence that names the file and the key."""

from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any

from table.config import ConfigError

MOST_MONEY = 1_000_000
_PLACES = 12

NONE = "none"
"""What lifts a limit: TOML knows no null."""


class Checked:
    """One table of a file. Each reader gives None where the key is missing, and raises ConfigError for a value that
    cannot be; `close` refuses the keys that nobody asked for."""

    def __init__(self, file: Path, path: str, table: object) -> None:
        if not isinstance(table, dict):
            raise ConfigError("config.table", file=file, key=path)
        self.file, self.path, self._table = file, path, table
        self._read: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self._table

    def close(self) -> None:
        """Refuse a key that means nothing here."""
        for key in self._table:
            if key not in self._read:
                raise ConfigError("config.key", file=self.file, key=self.at(key), known=", ".join(self._read))

    def at(self, key: str) -> str:
        """The key with the table that it stands in."""
        return f"{self.path}.{key}" if self.path else key

    def fault(self, message: str, key: str, **slots: object) -> ConfigError:
        """What is wrong with a key."""
        return ConfigError(message, file=self.file, key=self.at(key), **slots)

    def needed(self, key: str) -> None:
        """Refuse a table that lacks the key."""
        if key not in self._table:
            raise self.fault("config.missing", key)

    def text(self, key: str) -> str | None:
        """A text on one line, with something in it."""
        value = self._value(key)
        if value is None or (isinstance(value, str) and value.strip() and value.isprintable()):
            return value
        raise self.fault("config.text", key)

    def texts(self, key: str) -> tuple[str, ...]:
        """A text, or a list of them; empty where the key is missing."""
        value = self._value(key)
        listed = value if isinstance(value, list) else [] if value is None else [value]
        if (value is None or listed) and all(isinstance(each, str) and each.strip() for each in listed):
            return tuple(listed)
        raise self.fault("config.texts", key)

    def switch(self, key: str) -> bool | None:
        """True or false."""
        value = self._value(key)
        if value is None or isinstance(value, bool):
            return value
        raise self.fault("config.switch", key)

    def whole(self, key: str, low: int, high: int) -> int | None:
        """A whole number between two bounds."""
        value = self._value(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool) and low <= value <= high):
            return value
        raise self.fault("config.whole", key, low=low, high=high)

    def number(self, key: str, low: float, high: float) -> float | None:
        """A number between two bounds."""
        value = self._value(key)
        if value is None:
            return None
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        raise self.fault("config.number", key, low=low, high=high)

    def amount(self, key: str) -> Decimal | None:
        """Money, as a number or as a text that is one: from nothing to a million, to twelve places."""
        value = self._value(key)
        if value is None:
            return None
        try:
            amount = Decimal("NaN") if isinstance(value, bool) else Decimal(str(value))
        except (InvalidOperation, ValueError):  # Python writes no number of thousands of digits.
            amount = Decimal("NaN")
        if amount.is_finite() and 0 <= amount <= MOST_MONEY and amount == round(amount, _PLACES):
            return amount
        raise self.fault("config.amount", key, high=MOST_MONEY)

    def day(self, key: str) -> date | None:
        """A day, as TOML writes one."""
        value = self._value(key)
        if value is None or (isinstance(value, date) and not isinstance(value, datetime)):
            return value
        raise self.fault("config.day", key)

    def lifts(self, key: str) -> bool:
        """Whether the key says that there is no limit."""
        return self._table.get(key) == NONE

    def _value(self, key: str) -> Any:
        self._read.append(key)
        return self._table.get(key)
