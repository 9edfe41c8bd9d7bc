"""`breche play`: begin a campaign, or go on with one."""

import tomllib
from contextlib import suppress
from importlib.resources import files

import click

from table.commands.parts import Chosen, Desk, Leaf, Whole, json_option, model_flags, model_options
from table.config import PlayOptions
from table.words import LANGUAGES, Words

VARIANTS = ("blockbuster", "raw")  # `breche play --help` does without the engine; a test holds them to it.


class _Listed(click.Option):
    """An option whose help has a slot for the ids that it takes; they are looked up when that help is shown."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        if record is None:
            return None
        scenarios = _scenarios()
        every = {
            "scenario": list(scenarios),
            "character": list(dict.fromkeys(each for cast in scenarios.values() for each in cast)),
        }[str(self.name)]
        return record[0], record[1].format(ids=", ".join(every), default=next(iter(every), "–"))


def _scenarios() -> dict[str, list[str]]:
    """The adventures' ids, in order, and who plays in each; what is wrong with a file is for `breche play` to say."""
    found: dict[str, list[str]] = {}
    for each in (files("prompts") / "scenarios").iterdir():
        if each.name.endswith(".toml"):
            with suppress(OSError, ValueError, KeyError):
                scenario = tomllib.loads(each.read_text(encoding="utf-8-sig"))
                found[scenario["id"]] = scenario["characters"]
    return dict(sorted(found.items()))


def command(words: Words) -> click.Command:
    """The command, its help in the language of the words."""
    params = [
        click.Option(
            ["--narration"],
            type=Chosen(words, "lang.wrong", LANGUAGES),
            metavar="|".join(LANGUAGES),
            help=words("play.narration"),
        ),
        click.Option(
            ["--variant"],
            type=Chosen(words, "variant.wrong", VARIANTS),
            metavar="|".join(VARIANTS),
            help=words("play.variant"),
        ),
        _Listed(["--scenario"], metavar="ID", help=words("play.scenario")),
        _Listed(["--character"], metavar="ID", help=words("play.character")),
        click.Option(["--seed"], type=Whole(words, "play.seed_wrong"), metavar="N", help=words("play.seed")),
        click.Option(["--save"], metavar=words("play.save_metavar"), help=words("play.save")),
        click.Option(["--new"], is_flag=True, help=words("play.new")),
        *model_options(words),
        json_option(words),
    ]
    return Leaf(words, "play", run, params)


def run(
    desk: Desk,
    variant: str | None,
    scenario: str | None,
    character: str | None,
    seed: int | None,
    save: str | None,
    new: bool,
    as_json: bool,
    narrator: str | None,
    models: tuple[str, ...],
    **seats: str | None,
) -> int:
    """Hand the evening to the terminal."""
    from engine.core.sheet import Variant
    from table.terminal import play

    options = PlayOptions(
        settings=desk.settings,
        language_given=desk.language_given,
        variant=None if variant is None else Variant(variant),
        scenario=scenario,
        character=character,
        seed=seed,
        save=save,
        new=new,
        json=as_json,
        models=model_flags(desk.words, narrator, models, **seats),
    )
    return play.run(options)
