"""What every row of facts is made with: words, names, the game in which it happened, and who is in it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.core.check import Check
from engine.core.events import AdversaryArrived, AllyCame, CalamityCame, Cause, Event
from engine.core.foes import Adversary, Peril, PerilKind
from engine.core.rules.faces import SUCCESS_FROM
from engine.core.sheet import CharacterId
from engine.core.state import Game
from narrator.telling.grammar import of
from table.terminal.names import Names, capital
from table.terminal.screen import Row
from table.words import Words


@dataclass(frozen=True, slots=True)
class Cast:
    """The names of adversaries, allies and calamities by their ids; whoever has none is called by their id."""

    names: dict[str, str]

    @classmethod
    def of(cls, game: Game | None, events: Iterable[Event] = ()) -> "Cast":
        """Those in a game, and those who come in these events."""
        names: dict[str, str] = {}
        for each in () if game is None else game.adversaries:
            names |= _of_adversary(each)
        if game is not None:
            names |= {each.id: each.name for each in game.allies}
            names |= {each.calamity.id: each.calamity.name for each in game.calamities}
        for event in events:
            match event:
                case AdversaryArrived():
                    names |= _of_adversary(event.adversary)
                case AllyCame():
                    names[event.ally.id] = event.ally.name
                case CalamityCame():
                    names[event.calamity.id] = event.calamity.name
                case _:
                    pass
        return cls(names)

    def name(self, wanted: str) -> str:
        """A name as it stands inside a sentence: "le garde"."""
        return self.names.get(wanted, wanted)


def _of_adversary(adversary: Adversary) -> dict[str, str]:
    # By its profile too: a first sight counts for a kind.
    return {adversary.profile.id: adversary.profile.name, adversary.id: adversary.profile.name}


@dataclass(frozen=True, slots=True)
class Saying:
    """Rows in one language; `said`: sentences in place of signs. `before` is the game as it was."""

    words: Words
    names: Names
    said: bool
    sleep: str
    before: Game | None
    cast: Cast

    @property
    def check(self) -> Check | None:
        """The check that was on the table."""
        return self.before.pending.check if self.before is not None and self.before.pending is not None else None

    def sentence(self, key: str, style: str = "", value: str = "", **slots: object) -> Row:
        """A text with its slots filled, and a capital whatever it begins with."""
        return Row(capital(self.words(key, **slots)), value, style)

    def of(self, who: CharacterId, row: Row) -> Row:
        """A row about one sheet: it names whose, where several PCs play."""
        if len(self.names.content.characters) < 2:
            return row
        return replace(row, label=self.words("of_whom", character=self.names.character(who), what=row.label))

    def of_whom(self, wanted: str) -> str:
        """An adversary, an ally or a calamity after "of": "du garde", "of the guard"; no verb has to agree with it."""
        return of(self.cast.name(wanted), self.names.language)

    def characters(self, wanted: Iterable[CharacterId]) -> str:
        """Several PCs by their names."""
        return ", ".join(map(self.names.character, wanted))

    def changed(self, what: str, before: object, after: object) -> str:
        """How a number moved: "Santé 5 → 3"."""
        return self.words("changes_said" if self.said else "changes", what=what, before=before, after=after)

    def caused(self, what: str, before: object, after: object, cause: Cause) -> Row:
        """How a number moved, and why."""
        return Row(f"{self.changed(what, before, after)} ({self.names.term('cause', cause)})")

    def faces(self, shown: tuple[int, ...], count: str) -> str:
        """Faces and what they come to."""
        if self.said:
            return self.words("faces_said", faces=", ".join(map(str, shown)), count=count)
        return self.words("faces_shown", faces=faces(shown), count=count)

    def peril(self, peril: Peril) -> str:
        """What strikes unless it is avoided: the danger's name, or whose blow it is."""
        if peril.kind is PerilKind.DANGER:
            return self.names.danger(peril.source)
        kind = self.names.term("peril", peril.kind)
        # A manifestation names its calamity first.
        return f"{kind} ({self.cast.name(peril.source.partition('/')[0])})"


def faces(shown: tuple[int, ...]) -> str:
    """Faces, the successes in brackets: [6] 4 3."""
    return " ".join(f"[{face}]" if face >= SUCCESS_FROM else str(face) for face in shown)
