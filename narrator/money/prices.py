"""Prices as data: what is known of models' prices, with the day and the public page that each was read on."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from narrator.money import Price


@dataclass(frozen=True, slots=True)
class Listed:
    """A price, the day on which its source was read, and the source: a page, or whoever wrote it down."""

    price: Price
    date: date
    source: str


PriceList = Mapping[tuple[str, str], Listed]
"""By provider and model."""


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    provider: str = Field(min_length=1)
    model: str = Field(min_length=1)
    prompt: Decimal = Field(ge=0)
    reply: Decimal = Field(ge=0)
    cached: Decimal | None = Field(default=None, ge=0)
    currency: str = Field(default="USD", pattern=r"^[A-Z]{3}$")
    date: date
    source: str = Field(min_length=1)

    def listed(self) -> Listed:
        return Listed(Price(self.prompt, self.reply, self.cached, self.currency), self.date, self.source)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    price: tuple[_Row, ...]


@cache
def known_prices() -> PriceList:
    """The prices that come with the program."""
    read = tomllib.loads((files("narrator.money") / "prices.toml").read_text(encoding="utf-8"))
    return {(each.provider, each.model): each.listed() for each in _File.model_validate(read).price}
