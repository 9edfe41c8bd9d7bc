"""What is chosen before play: a save to go on with, or language, variant, adventure and character."""

import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from engine.core.sheet import Variant
from narrator import prompting
from narrator.scenario import CharacterData, Language, Scenario, named
from table import campaign
from table.campaign import Campaign, Content, Setup
from table.config import PlayOptions
from table.crew import Crew, hired
from table.record import SaveExists, SaveLocked
from table.session import Happened
from table.shelf import Condition, find, names_for, shelf, to_open
from table.terminal.keyboard import Keyboard
from table.terminal.screen import Screen
from table.words import Words

_TRIES = 100
"""How many names are tried for a save that nobody named."""


class Leaves(Exception):
    """The person left before play began."""


class NoSuchChoice(Exception):
    """An option names what is not there; the sentence says what is."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A campaign ready to play, and its opening when it is new."""

    campaign: Campaign
    opening: Happened | None
    language: Language
    crew: Crew


class Choosing:
    """Asks for what the options leave open; on a pipe it takes the default instead."""

    def __init__(self, options: PlayOptions, screen: Screen, keyboard: Keyboard) -> None:
        self.options = options
        self.crew = hired(options.models)
        self.crew.starts = self._say_that_a_model_starts
        self.screen = screen
        self.keyboard = keyboard
        self.language: Language = options.settings.language
        self.words = Words(self.language, "play")

    def open(self) -> Opened:
        """The campaign to play. Raises Leaves, NoSuchChoice, SaveError, ContentError, and ConfigError where a model
        of this machine does not start."""
        if self.screen.interactive and not self.options.language_given and self.options.save is None:
            self._language()
        file = self._file_to_resume()
        if file is None:
            return self._begin()
        if self.options.new:
            raise SaveExists(file)
        going_on = campaign.resume(file, self.crew.narrates)
        if not self._is_asked_for(going_on):
            going_on.session.store.close()
            raise NoSuchChoice(self.words("save_other", name=file.stem))
        return self._opened(going_on, None)

    def _say_that_a_model_starts(self) -> None:
        self.screen.aside(Words(self.language, "narrator")("starting_local"), "faint")

    def _opened(self, playing: Campaign, opening: Happened | None) -> Opened:
        self.crew.session = playing.session
        return Opened(playing, opening, self.language, self.crew)

    def _is_asked_for(self, going_on: Campaign) -> bool:
        """Whether a campaign is what the options describe, so that the same command line begins it and goes on."""
        game = going_on.session.game
        held = (game.story.id, game.characters[0].id, game.variant, game.seed)
        return all(one is None or str(one) == other for one, other in zip(self._asked, held, strict=True))

    @property
    def _asked(self) -> tuple[str | None, str | None, Variant | None, int | None]:
        return self.options.scenario, self.options.character, self.options.variant, self.options.seed

    def _language(self) -> None:
        order: tuple[Language, ...] = ("fr", "en")
        default = order.index(self.language)
        self.language = order[self._pick("choose_language", ("Français", "English"), default)]
        self.words = Words(self.language, "play")
        self.screen.language = self.language

    def _file_to_resume(self) -> Path | None:
        if self.options.save is not None:
            file = to_open(find(self.options.settings.saves, self.options.save))
            return file if os.path.exists(file) else None
        if not self.screen.interactive or self.options.new or any(each is not None for each in self._asked):
            return None
        going_on = [each for each in shelf(self.options.settings.saves) if each.condition is Condition.READY]
        if not going_on:
            return None
        lines = [f"{each.title(self.language)} — {each.name}" for each in going_on[:8]]
        chosen = self._pick("choose_game", (*lines, self.words("new_game")), 0)
        return going_on[chosen].file if chosen < len(lines) else None

    def _begin(self) -> Opened:
        variant = self.options.variant or self._variant()
        scenario = self._scenario()
        hero = self._character(scenario)
        settings = self.options.settings
        # A narration that was not chosen apart follows the language just picked.
        narration = self.language if settings.narration == settings.language else settings.narration
        setup = Setup(Content(scenario=scenario, characters=(hero,)), variant, narration, self.options.seed)
        begun, opening = self._save(setup)
        return self._opened(begun, opening)

    def _save(self, setup: Setup) -> tuple[Campaign, Happened]:
        folder = self.options.settings.saves
        if self.options.save is not None:
            return campaign.begin(to_open(find(folder, self.options.save)), setup, self.crew.narrates)
        names = names_for(folder, setup.content.scenario.id, setup.content.characters[0].id)
        # Somebody else may take the same name at the same moment; nobody chose it, so the next will do.
        for file in islice(names, _TRIES):
            with suppress(SaveExists, SaveLocked):
                return campaign.begin(file, setup, self.crew.narrates)
        return campaign.begin(next(names), setup, self.crew.narrates)

    def _variant(self) -> Variant:
        order = tuple(Variant)
        return order[self._pick("choose_variant", tuple(self.words(f"variant_{each}") for each in order), 0)]

    def _scenario(self) -> Scenario:
        every = prompting.scenarios()
        if self.options.scenario is not None:
            found = next((each for each in every if each.id == self.options.scenario), None)
            if found is None:
                options = ", ".join(each.id for each in every)
                raise NoSuchChoice(self.words("unknown_scenario", name=self.options.scenario, options=options))
            return found
        lines = tuple(f"{each.title.to(self.language)} — {each.pitch.to(self.language)}" for each in every)
        if self.screen.interactive and len(lines) == 1:
            self.screen.story(lines[0])
            self.screen.gap()
        return every[self._pick("choose_scenario", lines, 0)]

    def _character(self, scenario: Scenario) -> CharacterData:
        every = prompting.characters()
        cast = tuple(found for each in scenario.characters if (found := named(every, each)) is not None)
        if self.options.character is not None:
            found = named(cast, self.options.character)
            if found is None:
                options = ", ".join(each.id for each in cast)
                raise NoSuchChoice(self.words("unknown_character", name=self.options.character, options=options))
            return found
        lines = tuple(f"{each.name} — {each.concept.to(self.language)}" for each in cast)
        return cast[self._pick("choose_character", lines, 0)]

    def _pick(self, question: str, lines: Sequence[str], default: int) -> int:
        if not self.screen.interactive or len(lines) == 1:
            return default
        self.screen.story(self.words(question), "title")
        for number, line in enumerate(lines, 1):
            self.screen.story(f"  {number}. {line}", hang=5)
        asked = {"range": f"1–{len(lines)}", "default": default + 1}
        while True:
            typed = self._ask(self.words("choose", **asked))
            if not typed:
                return default
            named = [place for place, line in enumerate(lines) if line.casefold().startswith(typed.casefold())]
            if len(named) == 1:
                return named[0]
            if typed.isdecimal() and 1 <= int(typed) <= len(lines):
                return int(typed) - 1
            self.screen.aside(self.words("choose_again", **asked))

    def _ask(self, prompt: str) -> str:
        try:
            typed = self.keyboard.ask(prompt)
        except KeyboardInterrupt:
            typed = None
        if typed is None or typed.casefold() in ("q", "/quit"):
            raise Leaves
        return typed
