"""The command line: what was typed becomes a command, and every fault one sentence and an exit code."""

import codecs
import io
import os
import sys
from importlib import import_module
from typing import NoReturn

import click

from table import commands
from table.commands.parts import USAGE, Misuse, Spoken, common, complain, section, with_close
from table.config import ConfigError, spoken
from table.words import Words, locale_is_c, nearest

OTHER, CONFIG, PROVIDER, BUDGET, INTERRUPTED = 1, 3, 4, 5, 130


class Table(Spoken, click.Group):
    """`breche` itself; a command's module is imported when that command is called."""

    def __init__(self, words: Words) -> None:
        shown = click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            help=words("help.version"),
            callback=_show_version,
        )
        super().__init__(
            "breche",
            callback=self._begin,
            params=[shown, *common(words)],
            help=words("help.program"),
            options_metavar=words("help.options_metavar"),
            subcommand_metavar=words("help.command_metavar"),
            add_help_option=False,
            invoke_without_command=True,
        )
        self.words = words

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order that a person meets them."""
        return list(commands.NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in commands.NAMES:
            return None
        return import_module(f"table.commands.{cmd_name}").command(self.words)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the first word names. Raises Misuse, with what may have been meant."""
        if args[0] not in commands.NAMES:
            raise Misuse(with_close(self.words, "usage.command", args[0], commands.NAMES), ctx)
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, then the commands, without importing them."""
        super().format_options(ctx, formatter)
        section(
            formatter, self.words("help.commands"), [(each, self.words(f"{each}.short")) for each in commands.NAMES]
        )

    def _begin(self, **_: object) -> int | None:
        """Without a command: play on a terminal, and show the help elsewhere."""
        context = click.get_current_context()
        if context.invoked_subcommand is not None:
            return None
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            complain(context.get_help())
            return USAGE
        play = self.get_command(context, "play")
        assert play is not None
        with play.make_context("play", [], parent=context) as playing:
            return play.invoke(playing)


def main(arguments: list[str] | None = None) -> NoReturn:
    """Run `breche` and leave with its exit code; no traceback reaches a person."""
    _soften_streams()
    typed = sys.argv[1:] if arguments is None else arguments
    try:
        code = run(typed)
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        code = OTHER
    except OSError:
        complain(Words(spoken(typed), "cli")("fault.output"))
        code = OTHER
    finally:
        _hush()
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run the command line and return its exit code. KeyboardInterrupt and faults of the output pass through."""
    words = Words(spoken(arguments), "cli")
    try:
        with Table(words).make_context("breche", list(arguments)) as context:
            return context.command.invoke(context)
    except click.exceptions.Exit as leaving:
        return leaving.exit_code
    except Exception as error:
        if isinstance(error, OSError) and error.filename is None:
            raise  # What has a name is a file; only streams have none.
        sentence, code = complaint(words, error)
        if os.environ.get("BRECHE_DEBUG", "0") != "0" and code == OTHER:
            import traceback

            traceback.print_exc()
        complain(sentence)
        return code


def _of_a_file(error: OSError) -> str:
    """Which sentence says why a file cannot be used."""
    match error:
        case FileNotFoundError() | NotADirectoryError():
            return "fault.file_missing"
        case PermissionError():
            return "fault.file_closed"
        case IsADirectoryError():
            return "fault.file_folder"
        case _:
            return "fault.file"


def complaint(words: Words, error: Exception) -> tuple[str, int]:
    """What a person is told of a fault, and the exit code."""
    match error:
        case click.UsageError():
            return _usage(words, error), USAGE
        case ConfigError():
            return words(error.key, **error.slots), CONFIG
        case OSError(filename=str() | os.PathLike() as file):
            return words(_of_a_file(error), file=file, kind=type(error).__name__), OTHER
        case _:
            pass
    # Not imported for this: a fault of a save can only come from a process that has the module.
    if "table.record" in sys.modules:
        from table.record import SaveError

        if isinstance(error, SaveError):
            from table.save_faults import told

            return told(words.language, error)
    if "narrator.exchange" in sys.modules:
        from narrator.exchange import Ill, Trouble
        from table import troubles

        if isinstance(error, Trouble):
            over = error.ill in (Ill.SPENT, Ill.UNPRICED)
            return troubles.told(words.language, error), BUDGET if over else PROVIDER
    return words("fault.bug", kind=type(error).__name__), OTHER


def _usage(words: Words, error: click.UsageError) -> str:
    command = error.ctx.command_path if error.ctx else "breche"
    match error:
        case Misuse():
            return error.message
        case click.NoSuchOption():
            known = [each for param in error.ctx.command.params for each in param.opts] if error.ctx else []
            return with_close(words, "usage.option", error.option_name, known, command=command)
        case click.MissingParameter():
            missing = error.param.make_metavar(error.ctx) if error.param and error.ctx else ""
            return words("usage.missing", command=command, missing=missing)
        case click.BadOptionUsage():
            flag = any(
                isinstance(each, click.Option) and each.is_flag and error.option_name in each.opts
                for each in (error.ctx.command.params if error.ctx else ())
            )
            return words("usage.no_value" if flag else "usage.value", option=error.option_name)
        case _:
            return words("usage.unclear", command=command)


def _show_version(ctx: click.Context, param: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from importlib.metadata import version

        print(f"breche {version('breche')}")
        ctx.exit()


def _soften_streams() -> None:
    """Where a screen lacks a character, show the nearest that it has; a name that is no text must not stop a list."""
    codecs.register_error("breche", _soften)
    # Whoever closed a stream has nothing to say there, or does not listen.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    # Python takes a C locale for UTF-8; whoever asked for one by name wants ASCII.
    encoding = "ascii" if locale_is_c() else None
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="breche")


def _soften(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return nearest(error.object[error.start : error.end]), error.end


def _hush() -> None:
    """What a stream cannot take now would be written again at exit, and complain there."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
