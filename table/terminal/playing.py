"""A campaign at one terminal: a line goes to the session, what came of it to the screen."""

import shlex
import sys
from collections.abc import Iterator
from contextlib import closing

from engine.core.check import Check
from engine.core.commands import Command, DescribeBreakdown, LeaveStory
from engine.core.sheet import Breakdown, Character
from engine.core.state import Game
from engine.ruling import Code, Refused
from narrator.reading.approaches import present
from table import refusals, wire
from table.config import typed_play
from table.session import Answer, Asked, Happened, Lost, MeansToLeave, Noted, TellingLost, TurnedDown
from table.terminal import keys, narration
from table.terminal.facts import Facts
from table.terminal.facts.sheets import breakdown_choices
from table.terminal.keyboard import MOST, Keyboard
from table.terminal.looking_back import LookingBack
from table.terminal.names import Names, bare
from table.terminal.screen import Screen
from table.terminal.setting_up import Opened
from table.terminal.showing import Showing
from table.terminal.standing import Standing
from table.words import Words

COMMANDS = ("help", "undo", "log", "why", "sheet", *narration.COMMANDS, "quit")
_YES = ("y", "yes", "o", "oui")
_NO = ("n", "no", "non")


class Playing:
    """The loop of one person at one table."""

    def __init__(self, opened: Opened, screen: Screen, keyboard: Keyboard) -> None:
        self.session = opened.campaign.session
        self.opening = opened.opening
        self.screen = screen
        self.keyboard = keyboard
        self.words = Words(opened.language, "play")
        self.names = Names(opened.campaign.content, opened.language)
        self.said = screen.settings.accessible
        fiction = Words(opened.campaign.narration, "play")
        self.facts = Facts(self.names, self.said, fiction("typed_sleep"))
        self.showing = Showing(self.words, self.facts)
        self.standing = Standing(self.words, self.facts)
        self.narration = narration.Narration(opened, screen)
        self.back = LookingBack(self.session, screen, fiction, self.showing, self.standing)
        self._leaving = False
        self._told_of_help = False
        self._status = ""

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.session.game

    @property
    def hero(self) -> Character:
        """The character that is played."""
        return self.game.characters[0]

    @property
    def check(self) -> Check | None:
        """The check on the table."""
        return self.game.pending.check if self.game.pending else None

    def play(self) -> None:
        """Begin or go on, then take lines until they end."""
        self._greet()
        self._open()
        warned = False
        while True:
            try:
                self._show_status()
                line = self.keyboard.ask(self.words("prompt_said" if self.said else "prompt"))
            except KeyboardInterrupt:
                if warned:
                    break
                warned = True
                self.screen.aside(self.words("ctrl_c"))
                continue
            warned = False
            if line is None or line.casefold() == "/quit":
                break
            self._take_whole(line)
        if self.screen.interactive:
            options = f"--save {shlex.quote(self.session.store.file.stem)}{self.narration.crew.flags.typed}"
            self.screen.aside(self.words("goodbye", command=typed_play(options, sys.argv[0])))

    def _greet(self) -> None:
        try:
            self.narration.greet()
        except KeyboardInterrupt:
            if not self.screen.interactive:
                raise  # Whoever waits no longer plays all the same: it is found out at the first line.

    def _take_whole(self, line: str) -> None:
        """Ctrl-C between two instants of a turn: it stands whole or not at all, and play goes on from there."""
        try:
            self.take(line)
        except KeyboardInterrupt:
            if not self.screen.interactive:
                raise
            self.session.reload()
            self.screen.aside(self.words("interrupted_between", number=self.session.number))

    def take(self, line: str) -> None:
        """One line that a person typed."""
        if not line:
            self._remind()
        elif len(line) > MOST:
            self.screen.aside(self.words("too_long", count=len(line), most=MOST))
        elif line.startswith("/"):
            self._slash(line[1:])
        elif self.game.progress.ending is not None:
            self.screen.aside(self.words("story_over"))
        elif self._leaving:
            self._leave(line)
        elif self.hero.breakdown is Breakdown.UNTOLD:
            self._break_down(line)
        elif self.game.pending is not None:
            self._about_the_check(line)
        elif waits := self._beyond():
            self.screen.aside(waits)
        elif line.startswith("+"):
            self.screen.aside(self.words("no_check_to_claim_for"))
        else:
            self.narration.ask()
            self._answer(line, self.game, self.session.say(line))

    def names_here(self) -> Iterator[str]:
        """Names that a player may want to type: what is here, where one can go, gear and specialties."""
        language = self.names.language
        scene = next(each for each in self.names.content.scenario.scenes if each.id == self.game.progress.scene)
        # What is not there yet is a secret, here as everywhere.
        yield from (bare(each.name, language) for each in (*present(scene, self.session.view), *scene.exits))
        yield from (self.names.item(each.id) for each in self.hero.items)
        yield from (self.names.specialty(each.id) for each in self.hero.specialties)

    def _open(self) -> None:
        file = self.session.store.file
        if self.opening is not None:
            self.screen.aside(self.words("welcome", character=self.hero.name))
            self.screen.aside(self.words("saved_as", file=file.name), "faint")
            self.screen.gap()
            self._show(self.opening, "", None)
            return
        self.screen.aside(self.words("resumed", file=file.name, number=self.session.number))
        self.back.recap()
        self._show_what_waits()

    def _slash(self, typed: str) -> None:
        command, _, rest = typed.partition(" ")
        command, rest = command.casefold(), rest.strip()
        if command in narration.COMMANDS:
            self.narration.answer(command, rest)
        elif rest or command not in COMMANDS:
            every = ", ".join(f"/{each}" for each in COMMANDS)
            self.screen.aside(self.words("no_command", command=f"/{typed}", commands=every))
        elif command == "undo":
            self._undo()
        else:
            self.back.answer(command, self.hero)

    def _undo(self) -> None:
        undone = self.session.undo()
        self._leaving = False
        if undone is None:
            self.screen.aside(self.words("nothing_to_undo"))
            return
        what = self.words("undo_line", said=keys.typed(self.words, undone.turn))
        key = "undone" if undone.kept_as is None else "undone_kept"
        self.screen.aside(self.words(key, what=what, line=undone.kept_as or ""))
        self.screen.record({"undone": undone.turn.number, "kept_as": undone.kept_as})
        self._show_what_waits()

    def _about_the_check(self, line: str) -> None:
        command = keys.pressed(self.game, self.words, line)
        claim = keys.claimed(self.game, self.words, line)
        if command is not None:
            self._do(command, line)
        elif claim:
            self.narration.ask()
            self._answer(line, self.game, self.session.claim(claim))
        else:
            self.screen.aside(self.words("check_waits_said" if self.said else "check_waits", menu=self._choices()))
            if line.casefold() in COMMANDS or not self._told_of_help:
                self.screen.aside(self.words("check_waits_help"))
            self._told_of_help = True

    def _break_down(self, line: str) -> None:
        choices = breakdown_choices()
        named = {self.names.term("breakdown", each): each for each in choices}
        numbered = {str(number): each for number, each in enumerate(choices, 1)}
        chosen = {**named, **numbered}.get(line.casefold())
        if chosen is None:
            self.screen.aside(self.facts.breakdown_question(self.hero.name))
        else:
            self._do(DescribeBreakdown(self.hero.id, chosen), line)

    def _leave(self, line: str) -> None:
        self._leaving = False
        if line.casefold() in _YES:
            self._do(LeaveStory(), line)
            return
        self.screen.aside(self.words("stays"))
        if line.casefold() not in _NO:
            self.take(line)

    def _do(self, command: Command, line: str) -> None:
        self._answer(line, self.game, self.session.do(command, said=line))

    def _answer(self, line: str, before: Game, answer: Answer) -> None:
        self.screen.gap()
        self.narration.remark()
        match answer:
            case Happened():
                self._show(answer, line, before)
            case Asked():
                self.screen.record({"asked": answer.question, "suggestions": list(answer.suggestions)})
                self.screen.story(answer.question)
                if answer.suggestions:
                    options = self.words("or").join(answer.suggestions)
                    self.screen.story(self.words("what_now", suggestions=options), "faint")
            case Noted():
                self.screen.record({"noted": answer.fact})
                self.screen.story(self.words("noted", fact=answer.fact), "faint")
            case TurnedDown():
                self.screen.record({"turned_down": answer.why})
                self.screen.story(self.words("advantage_refused", why=answer.why))
                self.screen.aside(self._choices())
            case MeansToLeave():
                self._leaving = True
                self.screen.record({"asked": self.words("sure_to_leave"), "suggestions": []})
                self.screen.story(self.words("sure_to_leave"))
            case Lost():
                self.screen.record({"lost": answer.kind})
                self.screen.aside(self.words("narrator_lost", kind=answer.kind))
            case Refused():
                self._refuse(answer)

    def _refuse(self, refused: Refused) -> None:
        cast = self.facts.saying(self.game).cast
        said = refusals.sentence(
            self.names.language, refused, lambda each: cast.names.get(each) or self.names.any(each)
        )
        if refused.code in (Code.OUT_OF_ACTION, Code.IN_BREAKDOWN):
            said = f"{said} {self.words('night_mends', sleep=self.facts.sleep)}"
        self.screen.record({"refused": refused.code.name.lower(), "sentence": said})
        self.screen.aside(said)

    def _show(self, happened: Happened, line: str, before: Game | None) -> None:
        """A turn: its numbers, its prose, and what it leaves to decide."""
        told: list[str] = []
        try:
            self.screen.block(self.facts.events(before, happened.events))
            # Closed here, so that what was told is kept before anything else happens.
            with closing(self.session.tell(happened)) as telling:
                self.screen.tell(_kept(telling, told), self.words("narrator_says"))
        except KeyboardInterrupt:
            self.screen.aside(self.words("interrupted"))
        except TellingLost as lost:
            self.screen.aside(self.words("telling_lost", kind=lost))
        self.narration.remark()
        self._record(happened, line, told)
        self._show_what_is_new(before)
        ending = self.facts.ending(happened.events)
        if ending:
            self.screen.gap()
            self.screen.story(ending, "title")
            self.screen.aside(self.words("story_over"))

    def _show_what_is_new(self, before: Game | None) -> None:
        """What a turn left to decide: a check that was not there before, keys for one that was, or what waits."""
        pending = self.game.pending
        if pending is not None and pending.roll is None and (before is None or pending != before.pending):
            self._show_check()
        elif pending is not None:
            self.screen.aside(self._choices())
        elif waits := self._beyond():
            self.screen.aside(waits)

    def _beyond(self) -> str:
        """The sentence about a decision that this terminal cannot take yet; empty where it can go on."""
        if self.game.contest is not None:
            return self.words("waits_contest")
        if self.game.conflict is None or self.game.pending is not None:
            return ""
        if self.game.blow is not None:
            return self.words("waits_blow")
        return self.words("waits_turn" if self.game.breach is None else "waits_breach")

    def _record(self, happened: Happened, line: str, told: list[str]) -> None:
        if self.screen.as_json:
            events = [wire.dump(each) for each in happened.events]
            self.screen.record({"turn": happened.number, "said": line, "events": events, "prose": told})

    def _show_check(self) -> None:
        pool, odds, check = self.session.pool, self.session.odds, self.check
        assert pool is not None
        assert odds is not None
        assert check is not None
        self.screen.gap()
        self.screen.block(self.showing.check(self.game, check, pool, odds, self.session.own_words))
        self.screen.record(self.showing.check_record(check, pool, odds))
        self.screen.aside(self._choices())

    def _remind(self) -> None:
        """What is asked of somebody who typed nothing."""
        if self.game.progress.ending is not None:
            self.screen.aside(self.words("story_over"))
        elif self.hero.breakdown is Breakdown.UNTOLD:
            self.screen.aside(self.facts.breakdown_question(self.hero.name))
        else:
            question = self.words("sure_to_leave" if self._leaving else "nothing_typed")
            self.screen.aside(self._choices() or self._beyond() or question)

    def _choices(self) -> str:
        return keys.menu(self.game, self.words, self.said)

    def _show_what_waits(self) -> None:
        """What is to be decided now, for somebody who comes back to it."""
        pending = self.game.pending
        if self.game.progress.ending is not None:
            self.screen.aside(self.words("story_over"))
        elif self.hero.breakdown is Breakdown.UNTOLD:
            self.screen.story(self.facts.breakdown_question(self.hero.name))
        elif pending is not None and pending.roll is not None:
            self.screen.gap()
            tried = self.showing.tried(self.game, pending.check, self.session.own_words)
            rolled = self.facts.roll(self.game, pending.check, pending.roll)
            self.screen.block([*tried, rolled])
            self.screen.aside(self._choices())
        elif pending is not None:
            self._show_check()
        elif waits := self._beyond():
            self.screen.aside(waits)

    def _show_status(self) -> None:
        status = self.standing.status(self.session, self.hero, self.narration.spent())
        if self.screen.interactive and status != self._status:
            self.screen.gap()
            self.screen.aside(status, "faint")
            self._status = status


def _kept(sentences: Iterator[str], told: list[str]) -> Iterator[str]:
    for sentence in sentences:
        told.append(sentence)
        yield sentence
