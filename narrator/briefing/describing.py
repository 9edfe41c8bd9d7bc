"""The situation in words, for whoever decides or tells: blocks of what players may see, and of nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from engine.core.rules.health import tier
from engine.core.sheet import Character, Item
from engine.core.view import AdversaryFace, View
from narrator.briefing.called import Called
from narrator.fitting import Block
from narrator.memory import Brief, Exchange
from narrator.prompt import Prompt
from narrator.reading import holds
from narrator.reading.approaches import present
from narrator.reading.lexicon import lexicon, tokens
from narrator.sanitise import delimited, one_line
from narrator.scenario import Approach, Text
from narrator.situation import Situation
from narrator.telling.grammar import Word, capital, typography
from narrator.telling.grammar import fill as worded
from narrator.telling.voice import line
from narrator.tools.offer import ways

_SHORT_LOOK = 120
_LONGEST_TOLD = 400
_LONGEST_NOTE = 300
_MOST_ACTS, _MOST_WORDS = 3, 5
# What is acted on, where the key beside it says that already.
_SOMETHING = Word("…")


@dataclass(frozen=True, slots=True)
class Describing:
    """One situation; `keyed`: with the keys that proposals are made of. `says` is the prompt that words it."""

    situation: Situation
    called: Called
    says: Prompt
    keyed: bool

    @property
    def view(self) -> View:
        """The game from the players' seat."""
        return self.situation.view

    # --- the place

    def place(self, looks: bool = True) -> list[Block]:
        """Where play is, what and who is there, how it looks where `looks` are wanted, where one can go."""
        return [self._scene(), self._things(looks), self._ways(), self._troubles(), self._foes()]

    def foreseen(self) -> list[Block]:
        """What the author foresaw here, and what was tried already."""
        return [self._approaches(), self._tried()]

    def _scene(self) -> Block:
        scene = self.situation.scene
        look = self._authored(scene.look)
        name = capital(scene.name.to(self.called.language))
        fill = partial(self.says.fill, "scene", name=name)
        lines: list[tuple[str, ...]] = [(fill(look=look), fill(look=line(look, _SHORT_LOOK)))]
        if self.view.shelter:
            lines.append((self.says.fill("shelter"),))
        return Block("scene", "", lines)

    def _things(self, looks: bool) -> Block:
        lines: list[tuple[str, ...]] = []
        for each in present(self.situation.scene, self.view):
            named = {"name": each.name.to(self.called.language)} | ({"key": each.id} if self.keyed else {})
            key = "thing_keyed" if self.keyed else "thing"
            look = self.says.fill(key, look=self._authored(each.look), **named)
            bare = self.says.fill(f"{key}_named", **named)
            lines.append((look, bare) if looks else (bare,))
        return Block("things", self.says.fill("things"), lines)

    def _approaches(self) -> Block:
        """What the author foresaw and is still open: the keys, the acts and what a player may call it, not a word of
        what comes of it."""
        lines = [
            tuple(self.says.fill(_kind(match.approach), key=key, acts=acts) for acts in self._acts(match.approach))
            for key, match in ways(self.situation).items()
        ]
        return Block("approaches", self.says.fill("approaches"), lines)

    def _acts(self, approach: Approach) -> Iterator[str]:
        """The acts that lead to an approach, the likeliest first, with its own words and then without."""
        language = self.called.language
        families = lexicon(language).families
        some = [worded(families[each].say, {"thing": _SOMETHING}) for each in approach.actions[:_MOST_ACTS]]
        acts = ", ".join(some)
        # "elle-meme" and "elle meme" are one way to say it.
        words = [*{tokens(each): each for each in approach.words.to(language)}.values()][:_MOST_WORDS]
        if words:
            yield self.says.fill("acts_said", acts=acts, words=", ".join(words))
        yield acts

    def _tried(self) -> Block:
        here = f"{self.situation.scene.id}:"
        tried = [each.removeprefix(here) for each in self.view.tried if each.startswith(here)]
        return Block(
            "tried", self.says.fill("tried"), [(self.says.fill("one_tried", key=each),) for each in tried], True
        )

    def _ways(self) -> Block:
        """The ways that are open, and those that are said to be shut: any other is not seen yet."""
        language = self.called.language
        lines: list[tuple[str, ...]] = []
        for way in self.situation.scene.exits:
            name = way.name.to(language)
            if way.to in self.view.ways and holds(way.when, self.view):
                fill = self.says.fill
                lines.append((fill("way_open", name=name, key=way.to) if self.keyed else fill("way_seen", name=name),))
            elif way.blocked is not None:
                lines.append((self.says.fill("way_blocked", name=name, why=self._authored(way.blocked)),))
        return Block("ways", self.says.fill("ways"), list(dict.fromkeys(lines)))

    def _troubles(self) -> Block:
        lines = [(self.says.fill("trouble", note=each.note),) for each in self.view.troubles]
        return Block("troubles", self.says.fill("troubles"), lines, oldest=True)

    def _foes(self) -> Block:
        view = self.view
        lines = [(self.says.fill("conflict"),)] if view.in_conflict else []
        for each in view.adversaries:
            state = self._state(each)
            if self.keyed:
                lines.append((self.says.fill("foe", name=each.name, key=each.id, state=state),))
            else:
                lines.append((self.says.fill("foe_seen", name=each.name, state=state),))
        lines += [(self.says.fill("ally", name=each.name),) for each in view.allies]
        lines += [(self.says.fill("calamity", name=each.name),) for each in view.calamities]
        return Block("foes", self.says.fill("foes"), lines, oldest=True)

    def _state(self, face: AdversaryFace) -> str:
        """How an adversary is, and what is known of it."""
        if face.health == 0:
            return self.says.fill("down")
        said = [self.called.term("manoeuvre", each) for each in face.effects]
        said += [each.rstrip(".") for each in face.traits]
        said += [self.says.fill("foe_known", when=each.when.rstrip(".")) for each in face.flaws]
        return ", ".join(said) or self.says.fill("standing")

    # --- people

    def people(self) -> list[Block]:
        """Each PC: how they are, what they can do, what they hold."""
        lines = [text for each in self.view.characters if not each.dead for text in self._person(each)]
        return [Block("people", self.says.fill("people"), lines)]

    def _person(self, who: Character) -> Iterator[tuple[str, ...]]:
        state = self.called.term("tier", tier(self.view.variant, who.health))
        if not self.keyed:
            yield (self.says.fill("person_seen", name=who.name, state=state),)
            yield from ((self.says.fill("wound", note=self.called.wound(each)),) for each in who.wounds)
            yield from ((self.says.fill("item_held", name=self.called.item(each.id).text),) for each in who.items)
            return
        yield (self.says.fill("person", name=who.name, key=who.id, state=state, stress=str(who.stress)),)
        for wound in who.wounds:
            yield (self.says.fill("wound_keyed", note=self.called.wound(wound), key=wound.id),)
        for skill in who.specialties:
            name = self.called.specialty(skill.id)
            yield (self.says.fill("specialty", name=name, key=skill.id, attribute=skill.attribute.value),)
        for item in who.items:
            fill = partial(self.says.fill, "item", name=self.called.item(item.id).text, key=item.id)
            yield (fill(uses=self._uses(item)), fill(uses=""))

    def _uses(self, item: Item) -> str:
        data = self.called.item_data(item.id)
        said: list[str] = []
        for part, text in (("item_permits", data and data.permits), ("item_helps", data and data.helps)):
            if text:
                said.append(self.says.fill(part, what=text.to(self.called.language).rstrip(".")))
        if item.resource is not None and item.resource.die == 0:
            said.append(self.says.fill("item_empty"))
        return "".join(f" {each}." for each in said)

    # --- what is known and remembered

    def known(self) -> list[Block]:
        """The facts established, and what is moving."""
        texts = {each.id: each.text for each in self.situation.scenario.facts}
        told = [text for each in self.view.facts if (text := texts.get(each)) is not None]
        lines = [(self.says.fill("one_known", fact=self._authored(each)),) for each in told]
        return [Block("known", self.says.fill("known"), lines, oldest=True), self._clock()]

    def _clock(self) -> Block:
        clock, name = self.situation.scenario.clock, self.called.clock()
        face = next((each for each in self.view.clocks if clock is not None and each.id == clock.id), None)
        if clock is None or face is None or name is None:
            return Block("clock")
        size = {"filled": str(face.filled), "size": str(face.size)}
        head = self.says.fill("clock", name=capital(name.text), **size) if self.keyed else self.says.fill("clock_seen")
        step = clock.steps[min(face.filled, len(clock.steps)) - 1] if face.filled else None
        lines = [(self.says.fill("clock_told", step=self._authored(step)),)] if step is not None else []
        return Block("clock", head, lines, bare=self.keyed)

    def memory(self, brief: Brief) -> list[Block]:
        """What is remembered: pins, what is held true, the story so far, the last turns. What no player knows is for
        whoever decides."""
        kept = [("pins", brief.pins), ("canon", brief.canon), ("recap", brief.recap)]
        kept += [("hidden", brief.hidden)] if self.keyed else []
        blocks = [
            Block(name, self.says.fill(name), [(self._note(each),) for each in notes], oldest=True)
            for name, notes in kept
        ]
        turns = [(self._turn(each),) for each in brief.lately if any(each.told)]
        return [*blocks, Block("lately", self.says.fill("lately"), turns, oldest=True)]

    def _note(self, text: str) -> str:
        return self.says.fill("remembered", text=delimited(line(one_line(text), _LONGEST_NOTE), "note"))

    def _turn(self, exchange: Exchange) -> str:
        told = delimited(line(one_line(" ".join(exchange.told)), _LONGEST_TOLD), "told")
        said = delimited(line(one_line(exchange.said), _LONGEST_NOTE), "said")
        if not exchange.said:
            return self.says.fill("exchange_told", told=told)
        return self.says.fill("exchange", said=said, told=told)

    def avoided(self) -> list[Block]:
        """The themes that are left out."""
        lines = [
            (self.says.fill("one_avoided", theme=delimited(one_line(each), "note")),) for each in self.view.avoided
        ]
        return [Block("avoided", self.says.fill("avoided"), lines)]

    def _authored(self, text: Text) -> str:
        return typography(text.to(self.called.language), self.called.language)


def _kind(approach: Approach) -> str:
    if approach.impossible is not None:
        return "approach_impossible"
    return "approach_free" if approach.free else "approach"
