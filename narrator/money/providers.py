"""Providers as data: how each server is reached, which ways of asking are worth trying there, what it cannot do."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from pydantic import BaseModel, ConfigDict, Field

from narrator.endpoint import Takes

CUSTOM = "custom"
"""The provider of a model that is named with a base URL of one's own."""


class Note(BaseModel):
    """What a person should know of a server, in both languages, and the public page that says so."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    en: str = Field(min_length=1)
    fr: str = Field(min_length=1)
    source: str = Field(pattern=r"^https://")


class Preset(Takes):
    """A provider: see the head of providers.toml for what each field means."""

    base_url: str
    key: str = ""
    needs_key: bool = True
    free: bool = False
    note: tuple[Note, ...] = ()


def custom(base_url: str) -> Preset:
    """A server of which only the address is known: nothing is sent that one might not know, every way is tried."""
    return Preset(base_url=base_url, needs_key=False)


@cache
def presets() -> Mapping[str, Preset]:
    """The providers that come with the program, in the order that a person meets them."""
    read = tomllib.loads((files("narrator.money") / "providers.toml").read_text(encoding="utf-8"))
    return {name: Preset.model_validate(table) for name, table in read.items()}


def split(address: str) -> tuple[str, str]:
    """Provider and model of `provider:model`, parted at the first colon; no provider where there is no colon."""
    provider, colon, model = address.partition(":")
    return (provider, model) if colon else ("", address)
