"""`breche retell`: a whole campaign told again from its events, in another language or by another narrator."""

import os
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import click

from narrator.sanitise import one_line
from table.commands.parts import (
    Chosen,
    Desk,
    Leaf,
    Misuse,
    complain,
    json_option,
    model_flags,
    model_options,
    print_json,
)
from table.lines import say
from table.remarks import sentence
from table.shelf import find, to_open
from table.words import LANGUAGES, Language, Words

if TYPE_CHECKING:  # `breche retell --help` does without the narrator.
    from narrator.port import Narrator
    from table.crew import Crew
    from table.retelling import Retold


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    params = [
        click.Argument(["file"], metavar=words("retell.file_metavar")),
        click.Option(
            ["--language"],
            type=Chosen(words, "lang.wrong", LANGUAGES),
            metavar="|".join(LANGUAGES),
            help=words("retell.language"),
        ),
        click.Option(["--tone"], metavar=words("retell.tone_metavar"), default="", help=words("retell.tone")),
        *model_options(words),
        json_option(words),
    ]
    return Leaf(words, "retell", run, params)


def run(
    desk: Desk,
    file: str,
    language: Language | None,
    tone: str,
    as_json: bool,
    narrator: str | None,
    models: tuple[str, ...],
    **seats: str | None,
) -> int:
    """Print the campaign as it is told now. The save is read, and stays as it is."""
    from table.campaign import look_at
    from table.crew import hired
    from table.retelling import retold

    asked = to_open(Path(file) if os.path.exists(file) else find(desk.settings.saves, file))
    with closing(hired(model_flags(desk.words, narrator, models, **seats))) as crew:
        if tone and crew.is_offline:
            raise Misuse(desk.words("retell.tone_offline"))
        campaign = look_at(asked, crew.narrates)
        with campaign.session.store as store:
            crew.session = campaign.session
            telling = campaign.narrator(language or campaign.narration)
            for each in retold(store, telling, tone, lambda turn: crew.new_turn(turn.number)):
                _show(each, as_json)
                _remark(desk.words.language, crew, telling)
    return 0


def _show(retold: "Retold", as_json: bool) -> None:
    if as_json:
        print_json({"turn": retold.turn.number, "said": retold.said, "prose": list(retold.sentences)})
        return
    if retold.said:
        say(f"> {one_line(retold.said)}\n")
    told = " ".join(each or "\n" for each in retold.sentences)
    for paragraph in told.split("\n"):
        say(f"{paragraph.strip()}\n")


def _remark(language: Language, crew: "Crew", telling: "Narrator") -> None:
    """What the narrator has to say of itself goes where it is no part of the story."""
    for each in (*telling.remarks(), *crew.remarks(language)):
        complain(sentence(language, each))
