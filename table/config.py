"""Settings, each from the first that has it: flag, environment, the user's file, default."""

import os
import re
import shlex
import shutil
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import platformdirs

from table.words import LANGUAGES, Language, locale_language

if TYPE_CHECKING:  # `breche --help` does without the engine.
    from engine.core.sheet import Variant

_NO = ("", "0", "false", "no", "off")
_T = TypeVar("_T")
_SAMPLE = "é…—"
_HOUSE = Path(__file__).resolve().parents[1]


class ConfigError(Exception):
    """The user's file or environment says something that cannot be: which text of the messages says so, its slots."""

    def __init__(self, message: str, /, **slots: object) -> None:
        super().__init__(message, slots)
        self.key = message
        self.slots = slots


@dataclass(frozen=True, slots=True)
class Settings:
    """How the program speaks and where campaigns are kept. `ascii`: the screen cannot show accents."""

    language: Language
    narration: Language
    accessible: bool
    color: bool
    ascii: bool
    saves: Path


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What `breche play` was asked. `language_given`: somebody chose it, not the system's locale alone."""

    settings: Settings
    language_given: bool
    variant: "Variant | None"
    scenario: str | None
    character: str | None
    seed: int | None
    save: str | None
    new: bool
    json: bool
    models: "ModelFlags"


@dataclass(frozen=True, slots=True)
class Flags:
    """What the command line says of the settings."""

    language: Language | None = None
    narration: Language | None = None
    accessible: bool = False


@dataclass(frozen=True, slots=True)
class ModelFlags:
    """What the command line says of models: `models` is the first to ask, then what to move down to."""

    narrator: str | None = None
    models: tuple[str, ...] = ()
    base_url: str | None = None
    decide: str | None = None
    tell: str | None = None

    @property
    def typed(self) -> str:
        """The same as one types it again, with a space before; empty where nothing was said."""
        models = [("--model", each) for each in self.models]
        others = (("--narrator", self.narrator), ("--decide", self.decide), ("--tell", self.tell))
        every = (*models, *others, ("--base-url", self.base_url))
        return "".join(f" {option} {shlex.quote(said)}" for option, said in every if said)


def typed_play(options: str, program: str, environ: Mapping[str, str] = os.environ) -> str:
    """How one plays with these options, as whoever began the program types it: by its name where the PATH leads to it,
    else as it was begun, through make or by its path."""
    found = shutil.which("breche", path=environ.get("PATH", ""))
    by_path = Path(program).stem == "breche" and not (found and os.path.realpath(found) == os.path.realpath(program))
    if by_path and "MAKELEVEL" in environ:
        return f"make play ARGS={shlex.quote(options.replace('$', '$$'))}"
    return f"{shlex.quote(program) if by_path else 'breche'} play {options}"


@dataclass(frozen=True, slots=True)
class UserFile:
    """What the user's file says; None where it says nothing. Its tables are as they were read, and may hold a key:
    `table.models` checks them when a model is wanted."""

    language: Language | None = None
    narration: Language | None = None
    accessible: bool | None = None
    color: bool | None = None
    saves: Path | None = None
    narrator: dict[str, Any] = field(default_factory=dict, repr=False)
    ceilings: dict[str, Any] = field(default_factory=dict, repr=False)
    provider: dict[str, Any] = field(default_factory=dict, repr=False)


def settle(
    flags: Flags, environ: Mapping[str, str] = os.environ, stdout: TextIO | None = None
) -> tuple[Settings, bool]:
    """The settings, and whether somebody chose the language. Raises ConfigError."""
    user = read_user_file(environ)
    screen: TextIO = stdout or sys.stdout
    chosen = flags.language or _language(environ, "BRECHE_LANG") or user.language
    language = chosen or locale_language(environ)
    narration = flags.narration or _language(environ, "BRECHE_NARRATION") or user.narration or language
    saves = environ.get("BRECHE_SAVES")
    settings = Settings(
        language=language,
        narration=narration,
        accessible=flags.accessible or _accessible(environ, user),
        color=_color(environ, user, screen),
        ascii=_ascii(screen),
        saves=_place("BRECHE_SAVES", saves) if saves else user.saves or default_saves(),
    )
    return settings, chosen is not None


def spoken(arguments: list[str], environ: Mapping[str, str] = os.environ) -> Language:
    """The language for help and complaints, before the arguments are understood. Faults are for `settle` to find."""
    said = re.findall(r"(?:^|\n)--lang(?:=|\n)(fr|en)(?=\n|$)", "\n".join(arguments), re.IGNORECASE)
    for each in (said[-1].lower() if said else None, environ.get("BRECHE_LANG", "").lower()):
        for language in LANGUAGES:
            if each == language:
                return language
    try:
        return read_user_file(environ).language or locale_language(environ)
    except ConfigError:
        return locale_language(environ)


def read_user_file(environ: Mapping[str, str]) -> UserFile:
    """The user's file, empty where there is none. Raises ConfigError."""
    file = user_file(environ)
    found = read_toml(file)
    known = UserFile.__dataclass_fields__
    for key in found:
        if key not in known:
            raise ConfigError("config.key", file=file, key=key, known=", ".join(known))
    saves = _of(file, found, "saves", str)
    try:
        folder = None if saves is None else file.parent / Path(saves).expanduser()
    except RuntimeError:  # Nobody has that home.
        folder = Path("\0")
    if "\0" in str(folder):
        raise ConfigError("config.folder", file=file, key="saves")
    return UserFile(
        language=_language_of(file, found, "language"),
        narration=_language_of(file, found, "narration"),
        accessible=_of(file, found, "accessible", bool),
        color=_of(file, found, "color", bool),
        saves=folder,
        narrator=_table_of(file, found, "narrator"),
        ceilings=_table_of(file, found, "ceilings"),
        provider=_table_of(file, found, "provider"),
    )


def read_toml(file: Path) -> dict[str, Any]:
    """A file of settings, empty where there is none. Raises ConfigError."""
    try:
        # A pipe may never end, and a device neither; only the one that is always empty is meant.
        if file.exists() and not file.is_file():
            if file == Path(os.devnull):
                return {}
            raise ConfigError("config.unreadable", file=file)
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError as error:
        raise ConfigError("config.not_text", file=file) from error
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        if place is None:
            raise ConfigError("config.not_toml", file=file) from error
        raise ConfigError("config.not_toml_line", file=file, line=place[1]) from error
    except (ValueError, RecursionError) as error:  # A number or a nest of brackets that is too large for Python.
        raise ConfigError("config.not_toml", file=file) from error
    except OSError as error:
        raise ConfigError("config.unreadable", file=file) from error


def user_file(environ: Mapping[str, str]) -> Path:
    """Where the user's file is, or would be. Raises ConfigError."""
    named = environ.get("BRECHE_CONFIG")
    return _place("BRECHE_CONFIG", named) if named else platformdirs.user_config_path("breche", False) / "config.toml"


def state_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the program keeps what it notes for itself, such as the log of calls. Raises ConfigError."""
    named = environ.get("BRECHE_STATE")
    return _place("BRECHE_STATE", named) if named else platformdirs.user_state_path("breche", False)


def default_saves() -> Path:
    """A checkout keeps its campaigns itself; elsewhere they are where the platform keeps data."""
    checkout = (_HOUSE / "pyproject.toml").is_file() and (_HOUSE / "saves" / "README.md").is_file()
    return (_HOUSE if checkout else platformdirs.user_data_path("breche", False)) / "saves"


def is_dumb(environ: Mapping[str, str]) -> bool:
    """Whether the terminal only prints, as far as it says."""
    return environ.get("TERM", "").casefold() in ("dumb", "unknown")


def _place(name: str, value: str) -> Path:
    try:
        return Path(value).expanduser()
    except RuntimeError as error:
        raise ConfigError("config.home", name=name, value=value) from error


def _of(file: Path, found: dict[str, Any], key: str, kind: type[_T]) -> _T | None:
    value = found.get(key)
    if value is None or isinstance(value, kind):
        return value
    raise ConfigError("config.switch" if kind is bool else "config.folder", file=file, key=key)


def _table_of(file: Path, found: dict[str, Any], key: str) -> dict[str, Any]:
    value = found.get(key, {})
    if isinstance(value, dict):
        return value
    raise ConfigError("config.table", file=file, key=key)


def _language_of(file: Path, found: dict[str, Any], key: str) -> Language | None:
    return None if key not in found else _known(found[key], file, key)


def _language(environ: Mapping[str, str], name: str) -> Language | None:
    value = environ.get(name)
    return _known(value.lower(), None, name) if value else None


def _known(value: object, file: Path | None, key: str) -> Language:
    for language in LANGUAGES:
        if value == language:
            return language
    if file is None:
        raise ConfigError("config.environment", name=key, value=value)
    raise ConfigError("config.language", file=file, key=key)


def _accessible(environ: Mapping[str, str], user: UserFile) -> bool:
    said = environ.get("BRECHE_ACCESSIBLE", environ.get("ACCESSIBLE"))
    return bool(user.accessible) if said is None else said.lower() not in _NO


def _color(environ: Mapping[str, str], user: UserFile, stdout: TextIO) -> bool:
    refused = environ.get("NO_COLOR") or is_dumb(environ) or user.color is False
    return stdout.isatty() and not refused


def _ascii(stdout: TextIO) -> bool:
    try:
        _SAMPLE.encode(stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return True
    return False
