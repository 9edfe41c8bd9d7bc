"""`breche saves`: the campaigns of the saves folder."""

from datetime import datetime

import click

from engine.core.sheet import Variant
from table.commands.grid import show_grid
from table.commands.parts import Desk, Leaf, json_option, print_json
from table.lines import say
from table.shelf import Condition, Entry, one_line, shelf
from table.words import Words

_COLUMNS = ("name", "scenario", "character", "variant", "turns", "played", "condition")


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    return Leaf(words, "saves", run, [json_option(words)])


def run(desk: Desk, as_json: bool) -> int:
    """List the saves, and say where they are."""
    folder = desk.settings.saves
    entries = shelf(folder)
    language = desk.settings.language
    if as_json:
        saves = [_as_object(each, language) for each in entries]
        print_json({"folder": str(folder), "saves": saves})
    elif entries:
        say(desk.words("saves.folder", folder=folder))
        headings = [desk.words(f"saves.{each}") for each in _COLUMNS]
        show_grid(desk, headings, [_row(desk.words, each) for each in entries])
    else:
        say(desk.words("saves.none", folder=folder))
    return 0


def _row(words: Words, entry: Entry) -> tuple[str, ...]:
    unknown = words("saves.unknown")
    return (
        one_line(entry.name),
        entry.title(words.language) or unknown,
        ", ".join(entry.characters) or unknown,
        words(f"odds.{entry.variant}") if entry.variant in tuple(Variant) else unknown,
        unknown if entry.turns is None else str(entry.turns),
        _date(entry.played) if entry.played else unknown,
        words("saves.is_wordless_ended" if _is_another_s_and_over(entry) else f"saves.is_{entry.condition}"),
    )


def _is_another_s_and_over(entry: Entry) -> bool:
    return entry.condition is Condition.WORDLESS and bool(entry.ended)


def _as_object(entry: Entry, language: str) -> dict[str, object]:
    return {
        "name": entry.name,
        "file": str(entry.file),
        "state": entry.condition.value,
        "scenario": entry.scenario or None,
        "title": entry.title(language) or None,
        "characters": list(entry.characters),
        "variant": entry.variant or None,
        "turns": entry.turns,
        "ended": entry.ended,
        "played": entry.played and entry.played.isoformat(timespec="seconds"),
    }


def _date(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M}"
