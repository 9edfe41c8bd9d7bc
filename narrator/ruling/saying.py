"""What is said without a roll: how a thing or a place looks, what is known, why something does not work."""

from collections.abc import Callable
from dataclasses import dataclass

from narrator.proposals import RuleWithoutRoll
from narrator.reading import Reading, holds
from narrator.reading.approaches import present
from narrator.ruling.authored import gives_nothing
from narrator.ruling.here import Here
from narrator.scenario import Feature, Scenario
from narrator.telling.grammar import Word
from narrator.telling.voice import line


@dataclass(frozen=True, slots=True)
class Question:
    """What has to be asked back: a key of the phrases' [ask] table, and the things that suggestions may be about.

    `told` stands in place of the phrase where the adventure has its own words.
    """

    key: str
    about: tuple[Feature, ...] = ()
    families: tuple[str, ...] = ()
    told: str | None = None


Ways = Callable[[tuple[Feature, ...]], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Saying:
    """Puts into words what was read, here and now. `ways` finds lines that would work, for the impossible."""

    here: Here
    scenario: Scenario
    reading: Reading
    ways: Ways

    def look_at(self, feature: Feature) -> RuleWithoutRoll:
        """How a thing looks; at the second look, that it has not changed."""
        voice, lately = self.here.voice, self.here.lately
        told = voice.in_turn((feature.look,), lately)
        return self.succeeds(told or voice.say("ruling.look_again", lately, self.here.words(feature)))

    def look_around(self) -> RuleWithoutRoll:
        """How the place looks, then what is in it."""
        voice, lately, scene = self.here.voice, self.here.lately, self.here.scene
        if self.reading.unknown:
            return self.succeeds(voice.say("ruling.absent", lately))
        told = voice.in_turn((scene.look,), lately) or self.list_what_is_here()
        return self.succeeds(told or voice.say("ruling.place_again", lately, self.here.words()))

    def list_what_is_here(self) -> str | None:
        """The things and the ways here, None where that was told already."""
        here = self.here
        things = [each.name.to(here.language) for each in present(here.scene, here.view)]
        # A way that is neither open nor said to be shut is not seen yet.
        seen = [each for each in here.scene.exits if each.blocked is not None or holds(each.when, here.view)]
        ways = list(dict.fromkeys(each.name.to(here.language) for each in seen))
        if not things or not ways:
            return None
        named = {"things": Word(", ".join(things)), "exits": Word(", ".join(ways))}
        return here.voice.fresh("ruling.place_list", here.lately, named)

    def recall(self) -> RuleWithoutRoll:
        """What is known, a fact at a time."""
        voice, lately = self.here.voice, self.here.lately
        texts = {each.id: each.text for each in self.scenario.facts}
        known = [text for each in self.here.view.facts if (text := texts.get(each)) is not None]
        if not known:
            return self.succeeds(voice.say("ruling.recall_none", lately))
        told = ""
        for at in voice.order(len(known), lately, "recall"):
            told = voice.phrase_of("ruling.recall", lately, known=voice.authored(known[at]))
            if lately.is_new(told):
                break
        return self.succeeds(told)

    def needs(self, feature: Feature) -> str:
        """That a thing or a person gives nothing that way."""
        return gives_nothing(self.here, feature)

    def action(self) -> str:
        """What was typed, as the log keeps it."""
        return line(self.reading.text, 200)

    def succeeds(self, why: str, gain: str | None = None) -> RuleWithoutRoll:
        """It works, at once."""
        return RuleWithoutRoll(
            actor=self.here.actor.id, action=self.action(), verdict="succeeds", why=line(why, 2000), gain=gain
        )

    def impossible(self, why: str, about: tuple[Feature, ...]) -> RuleWithoutRoll:
        """It does not work, and what would."""
        ways = self.ways(about)
        voice = self.here.voice
        would_need = (
            voice.phrase_of("ruling.would_need", self.here.lately, ways=", ".join(map(voice.quoted, ways)))
            if ways
            else voice.phrase("ruling.would_need_other")
        )
        return RuleWithoutRoll(
            actor=self.here.actor.id,
            action=self.action(),
            verdict="impossible",
            why=line(why, 2000),
            would_need=line(would_need),
        )
