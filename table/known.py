"""What is known of servers and prices: what comes with the program, then the player's own files; and the keys."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import SecretStr

from narrator.endpoint import Mode
from narrator.http.addresses import is_near
from narrator.money import Price
from narrator.money.prices import Listed, PriceList, known_prices
from narrator.money.providers import CUSTOM, Preset, presets
from table.checked import NONE, Checked
from table.config import ConfigError, read_toml, read_user_file, user_file

LOCAL, OFFLINE = "local", "offline"
"""What may stand in the place of an address: the model on this machine, and no model at all."""

SWITCHES = ("strict", "seed", "parallel", "usage", "required", "max_completion_tokens")
"""What may be sent to a provider, and how, yes or no; providers.toml says what each means."""

LEAST_CONTEXT, MOST_CONTEXT = 2_000, 100_000
_RESERVED = (LOCAL, OFFLINE, CUSTOM)


@dataclass(frozen=True, slots=True)
class Key:
    """A key and where it was found: the name of a variable, or of a file. Neither is ever its value."""

    secret: SecretStr
    found: str


@dataclass(frozen=True, slots=True)
class Known:
    """Providers by name, keys that stand in the player's file by provider, prices by provider and model."""

    providers: Mapping[str, Preset]
    keys: Mapping[str, Key]
    prices: PriceList

    def key(self, provider: str, environ: Mapping[str, str]) -> Key | None:
        """The key that a provider has of its own."""
        return self.keys.get(provider) or key_in(environ, self.providers[provider].key)


def known(environ: Mapping[str, str]) -> Known:
    """All that is known here. Raises ConfigError."""
    file = user_file(environ)
    providers, keys = dict(presets()), dict[str, Key]()
    for name, said in read_user_file(environ).provider.items():
        table = Checked(file, f"provider.{name}", said)
        if name in _RESERVED or not name.replace("-", "").replace("_", "").isalnum():
            raise ConfigError("config.provider_name", file=file, name=name)
        providers[name] = _preset(table, providers.get(name))
        key = key_in_file(table, environ)
        if key is not None:
            keys[name] = key
        table.close()
    return Known(providers, keys, {**known_prices(), **own_prices(file.with_name("prices.toml"))})


def own_prices(file: Path) -> PriceList:
    """The prices that a player wrote down. Raises ConfigError."""
    found = read_toml(file)
    rows = found.pop("price", [])
    Checked(file, "", found).close()
    if not isinstance(rows, list):
        raise ConfigError("config.prices", file=file)
    return dict(_listed(Checked(file, f"price[{number}]", row)) for number, row in enumerate(rows, 1))


def key_in(environ: Mapping[str, str], variable: str) -> Key | None:
    """The key in a variable of the environment. Raises ConfigError for what can be no key."""
    value = environ.get(variable, "").strip() if variable else ""
    return _key(value, variable) if value else None


def key_in_file(table: Checked, environ: Mapping[str, str]) -> Key | None:
    """The key that a table holds (`key`), or names the variable of (`key_env`). Raises ConfigError."""
    written, variable = table.text("key"), table.text("key_env")
    return _key(written.strip(), str(table.file)) if written else key_in(environ, variable or "")


def checked_url(url: str, where: str) -> str:
    """An address as it is called, without a slash at its end. Raises ConfigError.

    http is for this machine and its own network: what is played, and a key, would be open to all on the way.
    """
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise ConfigError("config.url", where=where) from error
    if not host or port == 0 or parts.scheme not in ("http", "https") or not url.strip().isprintable():
        raise ConfigError("config.url", where=where)
    if parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError("config.url_secret", where=where)
    if parts.scheme == "http" and not is_on_own_network(url):
        raise ConfigError("config.url_open", where=where, host=host)
    return url.strip().rstrip("/")


def is_on_own_network(url: str) -> bool:
    """Whether an address is this machine's or its own network's, as far as its name says."""
    return is_near(urlsplit(url).hostname or "")


def _key(value: str, found: str) -> Key:
    # What no header can carry would come back in a fault of the HTTP library, value and all.
    if not (value.isascii() and value.isprintable() and " " not in value):
        raise ConfigError("config.bad_key", where=found)
    return Key(SecretStr(value), found)


def _preset(table: Checked, base: Preset | None) -> Preset:
    """A provider of the player's own, or one that comes with the program with some of it changed."""
    if base is None:
        table.needed("base_url")
    url, modes = table.text("base_url"), table.texts("modes")
    if any(each not in tuple(Mode) for each in modes):
        raise table.fault("config.modes", "modes", known=", ".join(Mode))
    said: dict[str, object] = {
        "base_url": checked_url(url, f"{table.file}, {table.at('base_url')}") if url else None,
        "key": table.text("key_env"),
        "needs_key": table.switch("needs_key"),
        "free": table.switch("free"),
        "modes": tuple(map(Mode, modes)) or None,
        "context": table.whole("context", LEAST_CONTEXT, MOST_CONTEXT),
        **{each: table.switch(each) for each in SWITCHES},
    }
    temperature = temperature_of(table)
    changed = {name: value for name, value in said.items() if value is not None}
    changed |= {} if temperature is None else {"temperature": None if temperature == NONE else temperature}
    start = base or Preset(base_url=str(said["base_url"]), needs_key="key_env" in table or "key" in table)
    return start.model_copy(update=changed)


def temperature_of(table: Checked) -> float | str | None:
    """What a table says of the temperature: a number from 0 to 2, or that none is sent."""
    if table.lifts("temperature"):
        return table.text("temperature")
    return table.number("temperature", 0, 2)


def _listed(row: Checked) -> tuple[tuple[str, str], Listed]:
    for key in ("provider", "model", "prompt", "reply"):
        row.needed(key)
    provider, model = row.text("provider"), row.text("model")
    prompt, reply, cached = row.amount("prompt"), row.amount("reply"), row.amount("cached")
    currency, day, source = row.text("currency") or "USD", row.day("date"), row.text("source")
    row.close()
    assert provider is not None
    assert model is not None
    assert prompt is not None
    assert reply is not None
    if not (len(currency) == 3 and currency.isascii() and currency.isupper()):
        raise row.fault("config.currency", "currency")
    return (provider, model), Listed(Price(prompt, reply, cached, currency), day or date.min, source or str(row.file))
