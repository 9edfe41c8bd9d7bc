"""What commands are made of: help and complaints in the interface language, and the options that all of them take."""

import json
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import click

from table.config import Flags, ModelFlags, Settings, settle
from table.lines import Telling, say
from table.words import LANGUAGES, Words

USAGE = 2
"""The exit code for a command line that was not understood."""


class Misuse(click.UsageError):
    """A command line that was not understood; the message is one sentence for a person."""


@dataclass(frozen=True, slots=True)
class Desk:
    """What a command works with: its words and its settings. `language_given`: somebody chose the language."""

    words: Words
    settings: Settings
    language_given: bool


class Spoken(click.Command):
    """A command whose help speaks the interface language; click's own would be English."""

    words: Words
    context_class = Telling

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options. A complaint knows which command it is about; click leaves some without."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.ctx = error.ctx or ctx
            raise

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the line that shows how the command is called."""
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, pieces, prefix=f"{self.words('help.usage')} ")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options."""
        records = (each.get_help_record(ctx) for each in self.get_params(ctx) if isinstance(each, click.Option))
        section(formatter, self.words("help.options"), [each for each in records if each])


class Leaf(Spoken):
    """A command that does something: `run(desk, **its options)` returns the exit code. `under` names its branch."""

    def __init__(
        self, words: Words, name: str, run: Callable[..., int], params: Sequence[click.Parameter], under: str = ""
    ) -> None:
        super().__init__(
            name,
            callback=run,
            params=[*params, *common(words)],
            help=words(f"{under}.{name}.help" if under else f"{name}.help"),
            options_metavar=words("help.options_metavar"),
            add_help_option=False,
            context_settings={"allow_extra_args": True},
        )
        self.words = words

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the options, and refuse what is left over in our own words."""
        rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise Misuse(self.words("usage.extra", command=ctx.command_path, extra=rest[0]), ctx)
        return rest

    def invoke(self, ctx: click.Context) -> int:
        """Settle the settings and run. Raises ConfigError."""
        flags = Flags(
            language=ctx.params.pop("lang") or _outer(ctx, "lang"),
            narration=ctx.params.pop("narration", None),
            accessible=ctx.params.pop("accessible") or bool(_outer(ctx, "accessible")),
        )
        settings, given = settle(flags)
        assert self.callback is not None
        return ctx.invoke(self.callback, Desk(Words(settings.language, "cli"), settings, given), **ctx.params)


class Branch(Spoken, click.Group):
    """A command that holds others, `leaves`, by name; on its own it shows its help."""

    def __init__(self, words: Words, name: str, leaves: Sequence[click.Command]) -> None:
        super().__init__(
            name,
            callback=self._begin,
            commands={str(each.name): each for each in leaves},
            params=common(words),
            help=words(f"{name}.help"),
            options_metavar=words("help.options_metavar"),
            subcommand_metavar=words("help.command_metavar"),
            add_help_option=False,
            invoke_without_command=True,
        )
        self.words = words

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands below, in the order that a person meets them."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names. Raises Misuse, with what may have been meant."""
        if args[0] not in self.commands:
            known = list(self.commands)
            raise Misuse(with_close(self.words, "usage.subcommand", args[0], known, command=ctx.command_path), ctx)
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the commands below."""
        super().format_options(ctx, formatter)
        section(
            formatter,
            self.words("help.commands"),
            [(each, self.words(f"{self.name}.{each}.short")) for each in self.commands],
        )

    def _begin(self, **_: object) -> int | None:
        """Without a command below: show the help, which names them."""
        context = click.get_current_context()
        if context.invoked_subcommand is not None:
            return None
        complain(context.get_help())
        return USAGE


class Chosen(click.ParamType):
    """One of a few words; upper case will do. `refusal` is the key of the sentence for anything else."""

    name = "choice"

    def __init__(self, words: Words, refusal: str, choices: Sequence[str]) -> None:
        self._words, self._refusal, self._choices = words, refusal, choices

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The choice as it is written in the list."""
        said = str(value).lower()
        if said in self._choices:
            return said
        raise Misuse(self._words(self._refusal, value=value), ctx)


class Whole(click.ParamType):
    """A whole number between two bounds. `refusal` is the key of the sentence for anything else."""

    name = "number"

    def __init__(self, words: Words, refusal: str, low: float = float("-inf"), high: float = float("inf")) -> None:
        self._words, self._refusal, self._low, self._high = words, refusal, low, high

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number."""
        said = str(value).strip()
        # Python refuses to read numbers of thousands of digits; nobody means one.
        if re.fullmatch(r"[+-]?\d{1,1000}", said, re.ASCII) and self._low <= int(said) <= self._high:
            return int(said)
        raise Misuse(self._words(self._refusal, value=value), ctx)


def common(words: Words) -> list[click.Parameter]:
    """The options that every command takes."""
    return [
        click.Option(
            ["--lang"],
            type=Chosen(words, "lang.wrong", LANGUAGES),
            metavar="|".join(LANGUAGES),
            help=words("lang.help"),
        ),
        click.Option(["--accessible"], is_flag=True, help=words("help.accessible")),
        click.Option(
            ["-h", "--help"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            help=words("help.help"),
            callback=_show_help,
        ),
    ]


def json_option(words: Words) -> click.Option:
    """`--json`: the report for a program."""
    return click.Option(["--json", "as_json"], is_flag=True, help=words("help.json"))


def base_url_option(words: Words, says: str = "models.base_url") -> click.Option:
    """`--base-url`: where a model is asked, when no provider says so. `says` is the key of its help."""
    return click.Option(["--base-url"], metavar="URL", help=words(says))


def model_options(words: Words) -> list[click.Parameter]:
    """The options that say who narrates; `model_flags` reads them."""
    address = words("models.address_metavar")
    return [
        click.Option(["--narrator"], metavar=words("models.narrator_metavar"), help=words("models.narrator")),
        click.Option(["--model", "models"], multiple=True, metavar=address, help=words("models.model")),
        base_url_option(words),
        click.Option(["--decide"], metavar=address, help=words("models.decide")),
        click.Option(["--tell"], metavar=address, help=words("models.tell")),
    ]


def model_flags(words: Words, narrator: str | None, models: tuple[str, ...], **seats: str | None) -> ModelFlags:
    """What `model_options` brought. Raises Misuse."""
    if narrator and models:
        raise Misuse(words("models.twice"))
    return ModelFlags(narrator, models, **seats)


def section(formatter: click.HelpFormatter, heading: str, records: Sequence[tuple[str, str]]) -> None:
    """Write a part of the help. click adds the colon, after the space that French has there."""
    if records:
        with formatter.section(heading.removesuffix(":")):
            formatter.write_dl(records)


def print_json(value: object) -> None:
    """A report for a program: one line, in ASCII, so that no code page can spoil it."""
    print(json.dumps(value))


def with_close(words: Words, key: str, said: str, known: Sequence[str], **slots: str) -> str:
    """The sentence for a word that is not known, with the nearest that is: `key`, or `key_close`."""
    from difflib import get_close_matches

    close = get_close_matches(said, known, 1)
    return words(f"{key}_close", said=said, close=close[0], **slots) if close else words(key, said=said, **slots)


def complain(sentence: str) -> None:
    """A sentence on stderr; where that cannot be written, nobody reads it."""
    with suppress(OSError):
        say(sentence, sys.stderr)


def _outer(ctx: click.Context, name: str) -> Any:
    """What was said of an option before the command's own name, the nearest first."""
    above = ctx.parent
    while above is not None:
        if above.params.get(name):
            return above.params[name]
        above = above.parent
    return None


def _show_help(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        print(ctx.get_help())
        ctx.exit()
