"""Which models tell and decide: from flags, environment and the player's file, first come first served."""

import os
from collections.abc import Mapping
from dataclasses import dataclass

from narrator.endpoint import Endpoint
from narrator.exchange import Ill, Trouble
from narrator.money import FREE, Ceiling, Ceilings, Price
from narrator.money.providers import CUSTOM, Preset, custom, split
from table.checked import NONE, Checked
from table.config import ConfigError, ModelFlags, read_user_file, user_file
from table.known import (
    LEAST_CONTEXT,
    LOCAL,
    MOST_CONTEXT,
    OFFLINE,
    Key,
    Known,
    checked_url,
    is_on_own_network,
    key_in,
    key_in_file,
    known,
    temperature_of,
)

MOST_SEED = 2**31 - 1
MOST_TOKENS = 10**9


@dataclass(frozen=True, slots=True)
class Model:
    """A model to ask. `endpoint` is None for the one on this machine, which is started for the evening; `price` is
    None where nobody knows it; `key_found` says where its key was, and is empty where it has none."""

    address: str
    endpoint: Endpoint | None
    price: Price | None
    key_found: str = ""

    @property
    def name(self) -> str:
        """What its server calls it."""
        return self.endpoint.model if self.endpoint else self.address


@dataclass(frozen=True, slots=True)
class Choice:
    """Who decides and who tells, each with those to move down to; empty is the offline narrator."""

    decide: tuple[Model, ...]
    tell: tuple[Model, ...]
    seed: int | None
    ceilings: Ceilings

    @property
    def every(self) -> tuple[Model, ...]:
        """All models, each once."""
        return tuple({each.address: each for each in (*self.decide, *self.tell)}.values())


@dataclass(frozen=True, slots=True)
class _Level:
    """What one place says: flags, environment or file; `where` names it for a complaint."""

    where: str
    models: tuple[str, ...] = ()
    decide: tuple[str, ...] = ()
    tell: tuple[str, ...] = ()
    base_url: str | None = None

    @property
    def first(self) -> tuple[str, ...]:
        """The addresses that this place puts first."""
        return self.models or self.decide or self.tell


@dataclass(frozen=True, slots=True)
class _Own:
    """What the player's file says under [narrator], beside the models."""

    level: _Level
    key: Key | None
    context: int | None
    temperature: float | str | None
    seed: int | None

    @property
    def changes(self) -> dict[str, int | float | None]:
        """What it says of all models alike, in the place of what their servers take."""
        changed: dict[str, int | float | None] = {} if self.context is None else {"context": self.context}
        if self.temperature is not None:
            changed["temperature"] = None if self.temperature == NONE else float(self.temperature)
        return changed


def choose(flags: ModelFlags, environ: Mapping[str, str] = os.environ) -> Choice:
    """The models to play with. Raises ConfigError, and Trouble where a key or a price is missing."""
    own = _own(environ)
    levels = (_of_flags(flags), _of_environment(environ), own.level)
    here = _Settling(known(environ), own, levels, environ)
    ceilings = read_ceilings(environ)
    decide, tell = (here.models(seat) for seat in ("decide", "tell"))
    for each in (*decide, *tell):
        if ceilings.of_money and _is_unpriced(each.price, ceilings.currency):
            raise Trouble(Ill.UNPRICED, model=each.address, currency=ceilings.currency)
    return Choice(decide, tell, own.seed, ceilings)


def read_ceilings(environ: Mapping[str, str] = os.environ) -> Ceilings:
    """The ceilings of the player's file, ours where it says nothing. Raises ConfigError."""
    table, ours = Checked(user_file(environ), "ceilings", read_user_file(environ).ceilings), Ceilings()

    def ceiling(span: str, unsaid: Ceiling) -> Ceiling:
        tokens, money = f"{span}_tokens", f"{span}_money"
        if table.lifts(tokens):
            table.text(tokens)
            return Ceiling(None, table.amount(money))
        said = table.whole(tokens, 0, MOST_TOKENS)
        return Ceiling(unsaid.tokens if said is None else said, table.amount(money))

    turn, session, day = ceiling("turn", ours.turn), ceiling("session", ours.session), ceiling("day", ours.day)
    currency = table.text("currency") or ours.currency
    if not (len(currency) == 3 and currency.isascii() and currency.isupper()):
        raise table.fault("config.currency", "currency")
    table.close()
    return Ceilings(turn, session, day, currency)


def _of_flags(flags: ModelFlags) -> _Level:
    models = flags.models or ((flags.narrator,) if flags.narrator else ())
    where = "--model" if flags.models else "--narrator"
    decide, tell = ((each,) if each else () for each in (flags.decide, flags.tell))
    return _Level(where, models, decide, tell, flags.base_url)


def _of_environment(environ: Mapping[str, str]) -> _Level:
    model = environ.get("BRECHE_MODEL", "").strip()
    return _Level("BRECHE_MODEL", (model,) if model else (), base_url=environ.get("BRECHE_BASE_URL") or None)


def _own(environ: Mapping[str, str]) -> _Own:
    table = Checked(user_file(environ), "narrator", read_user_file(environ).narrator)
    models, decide, tell = table.texts("model"), table.texts("decide"), table.texts("tell")
    level = _Level(f"{table.file}, narrator", models, decide, tell, table.text("base_url"))
    own = _Own(
        level,
        key_in_file(table, environ),
        table.whole("context", LEAST_CONTEXT, MOST_CONTEXT),
        temperature_of(table),
        table.whole("seed", 0, MOST_SEED),
    )
    table.close()
    return own


@dataclass(frozen=True, slots=True)
class _Settling:
    known: Known
    own: _Own
    levels: tuple[_Level, ...]
    environ: Mapping[str, str]

    def models(self, seat: str) -> tuple[Model, ...]:
        """Who sits there. A model named in a higher place goes before a seat given in a lower one."""
        for number, level in enumerate(self.levels):
            addresses = getattr(level, seat) or level.models
            if addresses:
                kept = addresses[: addresses.index(OFFLINE)] if OFFLINE in addresses else addresses
                return tuple(self._model(each, number) for each in kept)
        return ()

    def _model(self, address: str, number: int) -> Model:
        if address == LOCAL:
            return Model(LOCAL, None, FREE)
        model, server = self._server(address, number)
        preset = server.preset
        key = self._key(server)
        if key is None and preset.needs_key:
            raise Trouble(Ill.NO_KEY, provider=server.provider, variable=preset.key or "BRECHE_API_KEY")
        takes = preset.model_copy(update=self.own.changes)
        endpoint = Endpoint(server.provider, server.url, model, takes, key and key.secret)
        return Model(endpoint.name, endpoint, _price(self.known, endpoint), key.found if key else "")

    def _server(self, address: str, number: int) -> tuple[str, "_Server"]:
        """The model and the server of an address that stands in that place. What no provider is called is a model's
        name, where a URL is given."""
        provider, model = split(address)
        preset = self.known.providers.get(provider) if provider != LOCAL else None
        where = self.levels[number].where
        url = self._base_url(number if preset else len(self.levels))
        if preset is None:
            if url is None:
                names = [each for each in self.known.providers if each != LOCAL]
                raise ConfigError("config.provider", where=where, value=address, known=", ".join(names))
            provider, model, preset = CUSTOM, address, custom(url)
        if not model.strip() or not model.isprintable():
            raise ConfigError("config.model", where=where, value=address)
        return model, _Server(provider, url or preset.base_url.rstrip("/"), preset)

    def _base_url(self, number: int) -> str | None:
        """A URL changes where the models of its own place are asked, or of a lower one, never of a higher."""
        names = ("--base-url", "BRECHE_BASE_URL", f"{self.own.level.where}.base_url")
        for name, level in zip(names, self.levels[: number + 1], strict=False):
            if level.base_url:
                return checked_url(level.base_url, name)
        return None

    def _key(self, server: "_Server") -> Key | None:
        """A key goes to the server that it was given for, and to no other."""
        if server == self._first_server(0):
            ours = key_in(self.environ, "BRECHE_API_KEY")
            if ours is not None:
                return ours
        if self.own.key is not None and server == self._first_server(len(self.levels) - 1):
            return self.own.key
        if server.provider in self.known.providers and server.url == server.preset.base_url.rstrip("/"):
            return self.known.key(server.provider, self.environ)
        return None

    def _first_server(self, start: int) -> "_Server | None":
        """The server of the first model that these places name."""
        for number, level in enumerate(self.levels[start:], start):
            for address in level.first[:1]:
                return None if address in (LOCAL, OFFLINE) else self._server(address, number)[1]
        return None


@dataclass(frozen=True, slots=True)
class _Server:
    provider: str
    url: str
    preset: Preset


def _price(here: Known, endpoint: Endpoint) -> Price | None:
    listed = here.prices.get((endpoint.provider, endpoint.model))
    if listed is not None:
        return listed.price
    preset = here.providers.get(endpoint.provider)
    return FREE if is_on_own_network(endpoint.base_url) or (preset is not None and preset.free) else None


def _is_unpriced(price: Price | None, currency: str) -> bool:
    return price is None or (price.currency != currency and bool(price.prompt or price.reply))
