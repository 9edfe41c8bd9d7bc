"""How a character stands: the status line, and the whole sheet."""

from collections.abc import Iterator, Sequence

from engine.core.rules.adversaries import standing
from engine.core.rules.health import tier
from engine.core.rules.variants import MAX_STRESS, max_health
from engine.core.sheet import Character, Wound
from engine.core.state import Game
from narrator.port import Narrator
from table.crew import OFFLINE
from table.session import Session
from table.terminal.facts import Facts
from table.terminal.facts.foes import numbers
from table.terminal.names import capital
from table.terminal.screen import Row
from table.words import Words


def called(words: Words, narrator: Narrator) -> str:
    """Who narrates, as the interface says it."""
    return " + ".join(words("narrator_offline") if each == OFFLINE else each for each in narrator.name.split(" + "))


class Standing:
    """Lines about a character, in the interface's language; `said`: for a screen reader, sentences."""

    def __init__(self, words: Words, facts: Facts) -> None:
        self.words = words
        self.facts = facts
        self.names = facts.names
        self.said = facts.said

    def status(self, session: Session, who: Character, spent: Sequence[str] = ()) -> str:
        """One line: where, how one is, the clock, the turn, the narrator, and what it has cost where it does."""
        names, words, game = self.names, self.words, session.game
        narrator = called(words, session.narrator)
        counted = [
            (names.word("health"), who.health, max_health(game.variant)),
            (names.word("stress"), who.stress, MAX_STRESS),
            *((names.clock(), game.progress.filled(each.id), each.size) for each in game.story.clocks),
        ]
        fight = [words("status_conflict", turn=game.conflict.turn)] if game.conflict is not None else []
        rest = [
            *fight,
            words("status_turn", number=session.number),
            words("status_narrator_said" if self.said else "status_narrator", name=narrator),
            *spent,
        ]
        scene, inspiration = names.scene(game.progress.scene), names.word("inspiration")
        if self.said:
            where = words("status_scene", scene=scene)
            levels = [words("status_said", what=what, now=now, most=most) for what, now, most in counted]
            held = [words("status_held", what=inspiration)] if who.inspiration else []
            return " ".join(f"{capital(each)}." for each in (where, *levels, *held, *rest))
        levels = [f"{what} {now}/{most}" for what, now, most in counted]
        held = [inspiration] if who.inspiration else []
        # A narrow window breaks it between its parts alone.
        return " · ".join(each.replace(" ", "\u00a0") for each in (scene, *levels, *held, *rest))

    def sheet(self, game: Game, who: Character) -> list[Row]:
        """A character's whole sheet."""
        words, names = self.words, self.names
        data = next(each for each in names.content.characters if each.id == who.id)
        to = names.language
        stands = words("sheet_dead") if who.dead else names.term("tier", tier(game.variant, who.health))
        rows = [
            Row(f"{who.name} — {data.concept.to(to)}", "", "title"),
            Row(data.description.to(to)),
            Row(names.word("health"), f"{who.health}/{max_health(game.variant)} ({stands})"),
            Row(names.word("stress"), f"{who.stress}/{MAX_STRESS}"),
            Row(
                names.word("inspiration"), words("sheet_inspiration_yes" if who.inspiration else "sheet_inspiration_no")
            ),
        ]
        for attribute in (each for each in type(data.specialties[0].attribute)):
            skills = ", ".join(names.specialty(each.id) for each in who.specialties if each.attribute is attribute)
            value = str(who.attributes.of(attribute))
            rows.append(Row(names.term("attribute", attribute), f"{value} ({skills})" if skills else value))
        rows += [Row(names.item(item.id), names.effect(item)) for item in who.items]
        wounds = "; ".join(map(self._wound, who.wounds))
        rows.append(Row(names.word("wounds"), wounds or words("none")))
        shelters = (("sheet_cover", who.cover), ("sheet_ward", who.ward))
        rows += [Row(words(key), f"{names.word('protection')} {given}") for key, given in shelters if given]
        rows += [Row(words("sheet_foes") if first or self.said else "", text) for first, text in self._foes(game)]
        return rows + [Row(words("known") if first or self.said else "", text) for first, text in self._known(game)]

    def _wound(self, wound: Wound) -> str:
        said = self.names.wound(wound)
        return self.words("wound_lasting", wound=said) if wound.lasting else said

    def _foes(self, game: Game) -> Iterator[tuple[bool, str]]:
        """Who stands against the PCs, in numbers, and what manoeuvres did to them, the first one marked."""
        saying = self.facts.saying(game)
        for place, each in enumerate(standing(game)):
            effects = (self.names.term("manoeuvre", hold.effect) for hold in each.holds)
            yield place == 0, f"{capital(each.profile.name)} — {', '.join((numbers(saying, each), *effects))}"

    def _known(self, game: Game) -> Iterator[tuple[bool, str]]:
        """What has come out, as it was told, the first one marked: what one has and knows is no item with a number."""
        told = {each.id: each.text for each in self.names.content.scenario.facts}
        texts = [text.to(self.names.language) for each in game.progress.facts if (text := told.get(each)) is not None]
        yield from ((place == 0, text) for place, text in enumerate(texts))
