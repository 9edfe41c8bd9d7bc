"""`breche provider`: the servers that are known here, and whether one of them does what play asks of it."""

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import click

from table.amounts import count, money
from table.commands.grid import show_grid
from table.commands.parts import (
    Branch,
    Desk,
    Leaf,
    Misuse,
    base_url_option,
    complain,
    json_option,
    print_json,
    with_close,
)
from table.config import ModelFlags, state_folder
from table.lines import say
from table.words import Words

if TYPE_CHECKING:  # `breche provider --help` does without the narrator.
    from narrator.endpoint import Endpoint
    from narrator.exchange import Ill, Trouble
    from narrator.money import Entry, Price
    from narrator.money.providers import Preset
    from table.known import Known
    from table.models import Model

OK, PROVIDER, BUDGET = 0, 4, 5
_SAY = "Answer with one short sentence."
_STEPS = ("reachable", "key_accepted", "model_there")


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    name = click.Argument(["name"], required=False, metavar=words("provider.list.name_metavar"))
    notes = click.Option(["--notes"], is_flag=True, help=words("provider.list.notes"))
    address = click.Argument(["address"], required=False, metavar=words("provider.test.address_metavar"))
    server = base_url_option(words, "provider.test.base_url")
    return Branch(
        words,
        "provider",
        [
            Leaf(words, "list", show, [name, notes, json_option(words)], under="provider"),
            Leaf(words, "test", test, [address, server, json_option(words)], under="provider"),
        ],
    )


def show(desk: Desk, name: str | None, notes: bool, as_json: bool) -> int:
    """List the providers and what each needs; of one, or with `notes`, also what it cannot do. Raises Misuse."""
    from table.known import known

    here = known(os.environ)
    if name is not None and name not in here.providers:
        raise Misuse(with_close(desk.words, "provider.list.unknown", name, [*here.providers]))
    wanted = [*here.providers] if name is None else [name]
    if as_json:
        print_json([_as_object(here, each, here.providers[each]) for each in wanted])
    elif name is not None:
        for label, value in _described(desk.words, here, name):
            say(desk.words("grid.pair", label=label, value=value))
        _show_notes(desk.words, here, wanted)
    else:
        columns = ("name", "key", "asked")
        rows = [[_cell(desk.words, here, each, column) for column in columns] for each in wanted]
        show_grid(desk, [desk.words(f"provider.list.{each}") for each in columns], rows)
        if notes:
            _show_notes(desk.words, here, wanted)
        else:
            say(desk.words("provider.list.more"))
    return OK


def _described(words: Words, here: "Known", name: str) -> Iterator[tuple[str, str]]:
    """What is known of one provider, a line each."""
    for column in ("name", "url", "key", "asked"):
        yield words(f"provider.list.{column}"), _cell(words, here, name, column)


def _cell(words: Words, here: "Known", name: str, column: str) -> str:
    from table.known import LOCAL

    preset = here.providers[name]
    match column:
        case "url":
            return words("provider.list.started") if name == LOCAL else preset.base_url
        case "key":
            return _key_told(words, here, name)
        case "asked":
            return ", ".join(words(f"provider.mode.{way}") for way in preset.modes)
        case _:
            return name


def _show_notes(words: Words, here: "Known", wanted: list[str]) -> None:
    for name in wanted:
        for note in here.providers[name].note:
            said = note.fr if words.language == "fr" else note.en
            say(words("provider.list.note", name=name, note=said, source=note.source))


@dataclass(slots=True)
class _Found:
    """What a test found; None is what it did not come to. `steps` are those of _STEPS."""

    address: str
    base_url: str = ""
    key: str = ""
    steps: dict[str, bool | None] = field(default_factory=lambda: dict.fromkeys(_STEPS))
    mode: str | None = None
    calls: bool = False
    """Whether the trial call came back as one."""
    streaming: bool | None = None
    entries: "list[Entry]" = field(default_factory=list)
    price: "Price | None" = None
    trouble: "Trouble | None" = None


def test(desk: Desk, address: str | None, base_url: str | None, as_json: bool) -> int:
    """Ask the model at an address as play would, once each way, and say what came of it."""
    from narrator.exchange import Trouble
    from table.models import choose

    try:
        choice = choose(ModelFlags(models=(address,) if address else (), base_url=base_url))
    except Trouble as trouble:
        found = _Found(address or "", trouble=trouble)
        found.steps |= _steps(trouble.ill)
        return _report(desk, found, as_json)
    if not choice.every:
        raise Misuse(desk.words("provider.test.which"))
    model = choice.every[0]
    found = _Found(model.address, key=model.key_found, price=model.price)
    if sys.stderr.isatty():  # A person waits, maybe for minutes.
        complain(Words(desk.settings.language, "narrator")("asking", name=model.address))
    with _served(model) as endpoint:
        found.base_url = endpoint.base_url
        _try(found, model, endpoint)
    return _report(desk, found, as_json)


def _try(found: _Found, model: "Model", endpoint: "Endpoint") -> None:
    from narrator.chat import Chat
    from narrator.exchange import Ill, Message, Trouble
    from narrator.money import Budget
    from narrator.money.recording import Recording
    from table.models import read_ceilings
    from table.spending import FILE, Spending

    ceilings = read_ceilings()
    record = Recording(Spending(state_folder() / FILE, ceilings.currency), found.entries)
    purse = Budget(ceilings, record).purse(model.address, model.price)
    try:
        with closing(Chat(endpoint, purse)) as chat:
            found.mode = chat.probe().value
            found.calls = chat.understood
            found.steps = dict.fromkeys(_STEPS, True)
            found.streaming = False
            found.streaming = bool("".join(chat.tell([Message("user", _SAY)])).strip())
    except Trouble as trouble:
        found.trouble = trouble
        if found.mode is None:
            found.steps |= _steps(trouble.ill)
        if trouble.ill is Ill.NO_KEY:  # Said by a server, which was there to say it.
            found.steps["reachable"] = True


@contextmanager
def _served(model: "Model") -> "Iterator[Endpoint]":
    """Where to ask; the model on this machine is started for it."""
    if model.endpoint is not None:
        yield model.endpoint
        return
    from table.local_server import local_endpoint

    with local_endpoint() as endpoint:
        yield endpoint


def _steps(ill: "Ill") -> dict[str, bool | None]:
    """How far a call came that ended so."""
    from narrator.exchange import Ill

    match ill:
        case Ill.UNREACHABLE:
            reached = (False, None, None)
        case Ill.NO_KEY:
            reached = (None, False, None)
        case Ill.WRONG_KEY:
            reached = (True, False, None)
        case Ill.NO_MODEL:
            reached = (True, True, False)
        case Ill.STALLED | Ill.LATE | Ill.SPENT | Ill.UNPRICED | Ill.REPEATED:
            reached = (None, None, None)
        case Ill.BUSY | Ill.SERVER | Ill.FOREIGN | Ill.REQUEST:
            reached = (True, None, None)
        case _:
            reached = (True, True, True)
    return dict(zip(_STEPS, reached, strict=True))


def _report(desk: Desk, found: _Found, as_json: bool) -> int:
    from narrator.exchange import Ill
    from table.troubles import told

    works = found.trouble is None and found.calls and bool(found.streaming)
    sentence = None if found.trouble is None else told(desk.settings.language, found.trouble)
    if not works and sentence is None:
        sentence = desk.words("provider.test.silent" if found.calls else "provider.test.deaf")
    if as_json:
        print_json(_found_object(found, sentence))
    else:
        for label, value in _lines(desk.words, found):
            say(desk.words("grid.pair", label=label, value=value))
        if sentence is None:
            say(desk.words("provider.test.works"))
        else:
            complain(sentence)
    over = found.trouble is not None and found.trouble.ill in (Ill.SPENT, Ill.UNPRICED)
    return OK if works else BUDGET if over else PROVIDER


def _lines(words: Words, found: _Found) -> Iterator[tuple[str, str]]:
    """What was found, a line each, under its name."""
    for label, value in _answers(words, found):
        yield words(f"provider.test.{label}"), value
    for each in found.entries:
        mode = words(f"provider.mode.{each.mode}") if each.mode else ""
        yield words(f"provider.test.call.{each.purpose}", mode=mode), _call_told(words, each)
    if found.entries:
        yield words("provider.test.cost"), _cost_told(words, found)


def _answers(words: Words, found: _Found) -> Iterator[tuple[str, str]]:
    yield "address", found.address
    if found.base_url:
        yield "url", found.base_url
        yield "key", words("provider.test.key_found", where=found.key) if found.key else words("provider.test.no_key")
    for step, outcome in found.steps.items():
        yield step, _yes(words, outcome)
    yield "mode", words(f"provider.mode.{found.mode}") if found.mode and found.calls else words("provider.test.unknown")
    yield "streaming", _yes(words, found.streaming)


def _call_told(words: Words, entry: "Entry") -> str:
    if entry.ill and not entry.usage.reply:
        return words("provider.test.call_failed", seconds=_seconds(words, entry))
    prompt, reply = (count(words.language, number) for number in (entry.usage.prompt, entry.usage.reply))
    return words("provider.test.call_said", seconds=_seconds(words, entry), prompt=prompt, reply=reply)


def _cost(found: _Found) -> Decimal | None:
    costs = [each.cost for each in found.entries if each.cost is not None]
    return None if found.price is None else sum(costs, Decimal(0))


def _cost_told(words: Words, found: _Found) -> str:
    cost = _cost(found)
    if cost is None or found.price is None:
        return words("cost.unknown")
    return money(words.language, cost, found.price.currency) if cost else words("cost.free")


def _seconds(words: Words, entry: "Entry") -> str:
    return f"{entry.seconds:.1f}".replace(".", words("odds.decimal"))


def _yes(words: Words, outcome: bool | None) -> str:
    return words("provider.test.unknown" if outcome is None else f"provider.test.{'yes' if outcome else 'no'}")


def _key_told(words: Words, here: "Known", name: str) -> str:
    key, preset = here.key(name, os.environ), here.providers[name]
    if key is not None:
        return words("provider.list.found", where=key.found)
    return words("provider.list.missing", variable=preset.key) if preset.needs_key else words("provider.list.unneeded")


def _as_object(here: "Known", name: str, preset: "Preset") -> dict[str, Any]:
    from table.known import SWITCHES

    key = here.key(name, os.environ)
    return {
        "name": name,
        "base_url": preset.base_url,
        "key_variable": preset.key or None,
        "needs_key": preset.needs_key,
        "key_found": key and key.found,
        "modes": [each.value for each in preset.modes],
        **{each: getattr(preset, each) for each in (*SWITCHES, "context")},
        "temperature": preset.temperature,
        "notes": [each.model_dump() for each in preset.note],
    }


def _found_object(found: _Found, sentence: str | None) -> dict[str, Any]:
    cost = _cost(found)
    return {
        "address": found.address,
        "base_url": found.base_url or None,
        "key_found": found.key or None,
        **found.steps,
        "mode": found.mode,
        "streaming": found.streaming,
        "calls": [
            {
                "purpose": each.purpose,
                "seconds": round(each.seconds, 3),
                "prompt": each.usage.prompt,
                "cached": each.usage.cached,
                "reply": each.usage.reply,
                "counted": each.usage.counted,
                "ill": each.ill,
            }
            for each in found.entries
        ],
        "cost": None if cost is None else str(cost),
        "currency": found.price and found.price.currency,
        "trouble": found.trouble and found.trouble.ill.value,
        "sentence": sentence,
    }
