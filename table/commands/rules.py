"""`breche rules`: a term of the glossary and its rule, or the list of them all."""

import sys
from collections.abc import Sequence

import click

from narrator.glossary import Entry, glossary
from table.commands.parts import Desk, Leaf, Misuse, json_option, print_json
from table.lines import WIDEST, broken, room
from table.words import Words, nearest

_GAP = 2
_QUOTED = 60


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    params = [
        click.Argument(["term"], nargs=-1, metavar=words("rules.term_metavar")),
        json_option(words),
    ]
    return Leaf(words, "rules", run, params)


def run(desk: Desk, term: tuple[str, ...], as_json: bool) -> int:
    """Print the entry that was asked for, or the list of all. Raises Misuse."""
    entries = glossary(desk.words.language).entries
    found = _entry(desk.words, " ".join(term)) if term else None
    if as_json:
        print_json(as_object(found) if found else [as_object(each) for each in entries.values()])
    elif found:
        _show_entry(desk, found, [entries[each].term for each in found.frame.see])
    else:
        _show_list(desk, tuple(entries.values()))
    return 0


def as_object(entry: Entry) -> dict[str, object]:
    """An entry for a program, its texts in the reader's language."""
    return {
        "id": entry.id,
        "term": entry.term,
        "aka": entry.wording.aka,
        "short": entry.wording.short,
        "rule": entry.wording.rule,
        "chapter": entry.frame.chapter,
        "rules": entry.frame.rules,
        "see": entry.frame.see,
    }


def _entry(words: Words, said: str) -> Entry:
    book = glossary(words.language)
    found = book.find(said)
    if len(found) > 1:
        raise Misuse(words("rules.several", said=said, terms=_either(words, [each.term for each in found])))
    if found:
        return found[0]
    # Whoever pastes a whole page does not want it back, nor to wait while it is compared.
    said = said if len(said) <= _QUOTED else said[:_QUOTED] + "…"
    close = book.close(said)
    if close:
        raise Misuse(words("rules.unknown_close", said=said, close=_either(words, close)))
    raise Misuse(words("rules.unknown", said=said))


def _either(words: Words, names: Sequence[str]) -> str:
    *most, last = names
    return words("rules.either", most=", ".join(most), last=last) if most else last


def _show_entry(desk: Desk, entry: Entry, see: Sequence[str]) -> None:
    words = desk.words
    same = nearest(entry.term).casefold() == nearest(entry.elsewhere.term).casefold()
    head = entry.term if same else words("rules.head", term=entry.term, elsewhere=entry.elsewhere.term)
    _say(desk, head, bold=True)
    _say(desk, words("rules.source", number=entry.frame.chapter, title=words(f"rules.chapter_{entry.frame.chapter}")))
    print()
    _say(desk, entry.wording.short)
    print()
    for each in entry.wording.rule:
        _say(desk, each, "" if desk.settings.accessible else "- ")
    if see:
        print()
        _say(desk, words("rules.see", terms=", ".join(see)))


def _show_list(desk: Desk, entries: Sequence[Entry]) -> None:
    """Each chapter's terms, in columns on a screen; one a line, with what it is, for a pipe and those who listen."""
    words = desk.words
    drawn = bool(room(sys.stdout)) and not desk.settings.accessible
    _say(desk, words("rules.list"))
    for chapter in sorted({each.frame.chapter for each in entries}):
        print()
        _say(desk, words("rules.heading", number=chapter, title=words(f"rules.chapter_{chapter}")), bold=True)
        mine = [each for each in entries if each.frame.chapter == chapter]
        if drawn:
            _show_columns(desk, [each.term for each in mine], max(len(_plain(desk, each.term)) for each in entries))
        else:
            for each in mine:
                _say(desk, words("grid.pair", label=each.term, value=each.wording.short))


def _show_columns(desk: Desk, terms: Sequence[str], longest: int) -> None:
    """Print terms down as many columns as there is room for, as wide in one chapter as in the next."""
    columns = max(1, (room(sys.stdout) or WIDEST) // (longest + _GAP))
    height = -(-len(terms) // columns)
    for row in range(height):
        cells = (_plain(desk, each).ljust(longest) for each in terms[row::height])
        print(" " * _GAP + (" " * _GAP).join(cells).rstrip())


def _say(desk: Desk, text: str, bullet: str = "", bold: bool = False) -> None:
    """Print a text within the screen; what reads a pipe wants it on one line."""
    plain, width = _plain(desk, text), room(sys.stdout)
    lines = [f"{bullet}{plain}"]
    if width:
        lines = broken(plain, width, bullet, " " * len(bullet))
    for each in lines:
        print(click.style(each, bold=True) if bold and desk.settings.color else each)


def _plain(desk: Desk, text: str) -> str:
    # Before it is measured: on a screen that has ASCII alone a ligature takes two places.
    return nearest(text) if desk.settings.ascii else text
