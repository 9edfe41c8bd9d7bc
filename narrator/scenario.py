"""Adventures and ready-made characters as data: the shape of prompts/scenarios/*.toml and of
prompts/catalogue/characters.toml.

Pydantic checks the shape, `engine.story.faults` the sense; docs/scenarios.md is the description for authors.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from engine import story
from engine.core import sheet
from engine.core.check import ComplicationKind, Wear
from engine.core.sheet import Attribute
from engine.story import EndingKind, MarkingEvent

Language = Literal["fr", "en"]
Id = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Prose = Annotated[str, StringConstraints(min_length=1, max_length=2000, strip_whitespace=True)]


class Data(BaseModel):
    """A table of an author's file: nothing unknown in it, nothing that changes once read."""

    # Built when first read: the first question of the menu does not wait for it.
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class Text(Data):
    """The same thing said in both languages, in whole sentences unless stated."""

    fr: Prose
    en: Prose

    def to(self, language: Language) -> str:
        """The text in one language."""
        return self.fr if language == "fr" else self.en


class Words(Data):
    """Words by which a player may name a thing, beside its name, in lower case."""

    fr: tuple[str, ...] = ()
    en: tuple[str, ...] = ()

    def to(self, language: Language) -> tuple[str, ...]:
        """The words of one language."""
        return self.fr if language == "fr" else self.en


class Noun(Data):
    """A name with its article ("la grille rouillée", "the rusty gate"), or a proper name, with its French grammar."""

    fr: Prose
    en: Prose
    gender: Literal["m", "f"] = "m"
    plural: bool = False

    def to(self, language: Language) -> str:
        """The name in one language."""
        return self.fr if language == "fr" else self.en


class When(Data):
    """A condition: all of `facts` established, none of `without`, the clock full, play in that scene."""

    facts: tuple[Id, ...] = ()
    without: tuple[Id, ...] = ()
    clock: Id | None = None
    scene: Id | None = None

    def condition(self) -> story.Condition:
        """The same for the engine."""
        return story.Condition(
            tuple(story.FactId(each) for each in self.facts),
            tuple(story.FactId(each) for each in self.without),
            story.ClockId(self.clock) if self.clock else None,
            story.SceneId(self.scene) if self.scene else None,
        )


class Complication(Data):
    """What a partial or a failure brings here; `note` is the sentence told when it happens."""

    kind: ComplicationKind
    note: Text
    item: Id | None = None
    wear: Wear | None = None
    clock: bool = False
    """Whether the scenario's clock moves one segment besides."""
    told: Text | None = None
    """On a partial, what is told in place of the approach's `success`, where that would say too much."""


class Approach(Data):
    """One thing that can be done with a feature, and how it is ruled.

    Exactly one of: a check (`attribute`, `difficulty`, `risk`, `failure`, and `partial` unless standard); a success
    without a roll (`free`); an impossibility (`impossible`, whose text says what would make it possible).
    """

    id: Id
    actions: tuple[Id, ...] = Field(min_length=1)
    words: Words = Words()
    when: When = When()
    attribute: Attribute | None = None
    specialties: tuple[Id, ...] = ()
    requires: Id | None = None
    difficulty: Literal["standard", "hard", "feat"] | None = None
    risk: Text | None = None
    partial: Complication | None = None
    failure: Complication | None = None
    free: bool = False
    impossible: Text | None = None
    gain: Id | None = None
    clue: Id | None = None
    success: tuple[Text, ...] = ()
    """What is told when it works (or at once, for a free one); several are told in turn."""


class Feature(Data):
    """Something or somebody in a scene that a player can name and act on."""

    id: Id
    name: Noun
    words: Words = Words()
    person: bool = False
    money: bool = False
    """Whether it is there to be spent."""
    when: When = When()
    look: Text
    approaches: tuple[Approach, ...] = Field(default=(), alias="approach")


class Exit(Data):
    """A way to another scene. `blocked` is told while its condition does not hold."""

    to: Id
    name: Noun
    words: Words = Words()
    when: When = When()
    blocked: Text | None = None


class Scene(Data):
    """A place: what is seen on the first visit, short lines for later ones, what is there, where one can go."""

    id: Id
    name: Noun
    look: Text
    again: tuple[Text, ...] = Field(min_length=1)
    shelter: bool = False
    exits: tuple[Exit, ...] = Field(default=(), alias="exit")
    features: tuple[Feature, ...] = Field(default=(), alias="feature")
    hints: tuple[Text, ...] = Field(min_length=2)
    """Things that one could do here, as short phrases that a player could type ("crocheter la serrure")."""


class Fact(Data):
    """Something that may come true; `text` is told when it does (empty for what needs no telling)."""

    id: Id
    text: Text | None = None
    secret: bool = False
    essential: bool = False
    when: When | None = None
    only_when: When = When()
    marks: MarkingEvent | None = None


class Clock(Data):
    """The scenario's clock: `steps` has one sentence a segment, told as it fills."""

    id: Id
    name: Noun
    steps: tuple[Text, ...] = Field(min_length=2)
    on_failure: bool = True
    on_scene_of_rest: int = Field(default=1, ge=0)
    on_long_rest: int = Field(default=2, ge=0)
    long_rest_warning: Text | None = None
    """Told once before a long rest, which is then asked for again: what it will cost."""
    last_rest_warning: Text | None = None
    """The same where that rest would fill the clock."""


class Ending(Data):
    """An end of the adventure, checked in the file's order."""

    id: Id
    kind: EndingKind
    title: Text
    text: Text
    when: When = When()


class Scenario(Data):
    """A whole adventure file."""

    format: Literal[1]
    id: Id
    title: Text
    pitch: Text
    opening: Text
    characters: tuple[Id, ...] = Field(min_length=1)
    start: Id
    refuge: Id
    clock: Clock | None = None
    facts: tuple[Fact, ...] = Field(default=(), alias="fact")
    scenes: tuple[Scene, ...] = Field(min_length=1, alias="scene")
    endings: tuple[Ending, ...] = Field(min_length=1, alias="ending")

    def _scenes_of(self, fact: str) -> tuple[story.SceneId, ...]:
        """The scenes in which something written may bring a fact: nobody can propose it anywhere else."""
        return tuple(
            story.SceneId(scene.id)
            for scene in self.scenes
            if any(fact in (way.gain, way.clue) for feature in scene.features for way in feature.approaches)
        )

    def story(self) -> story.Story:
        """What the engine needs of it."""
        return story.Story(
            id=self.id,
            start=story.SceneId(self.start),
            refuge=story.SceneId(self.refuge),
            scenes=tuple(
                story.Scene(
                    story.SceneId(scene.id),
                    tuple(story.Way(story.SceneId(way.to), way.when.condition()) for way in scene.exits),
                    scene.shelter,
                )
                for scene in self.scenes
            ),
            endings=tuple(
                story.Ending(story.EndingId(each.id), each.kind, each.when.condition()) for each in self.endings
            ),
            facts=tuple(
                story.Fact(
                    story.FactId(each.id),
                    each.secret,
                    each.essential,
                    each.when.condition() if each.when else None,
                    each.only_when.condition(),
                    self._scenes_of(each.id),
                    each.marks,
                )
                for each in self.facts
            ),
            clocks=()
            if self.clock is None
            else (
                story.Clock(
                    story.ClockId(self.clock.id),
                    len(self.clock.steps),
                    self.clock.on_failure,
                    self.clock.on_scene_of_rest,
                    self.clock.on_long_rest,
                ),
            ),
        )


class ResourceData(Data):
    """A Resource: its name ("Munitions"), its die now (0 when empty) and at the most."""

    name: Text
    die: int
    maximum: int


class ItemData(Data):
    """An item, of a character's or of the catalogue. `permits` says what it makes possible, `helps` its one precise
    use; `actions` are those uses in the lexicon's terms. The numbers are `engine.core.sheet.Item`'s."""

    id: Id
    name: Noun
    words: Words = Words()
    permits: Text | None = None
    helps: Text | None = None
    actions: tuple[Id, ...] = ()
    weapon: int = 0
    devastating: bool = False
    area: bool = False
    most_targets: int = 0
    protection: int = 0
    ward: int = 0
    heals: int = 0
    unaided: bool = False
    resource: ResourceData | None = None
    lone: bool = False
    price: bool = False
    innate: bool = False
    power: bool = False
    attribute: Attribute | None = None

    def item(self) -> sheet.Item:
        """What the engine needs of it."""
        return sheet.Item(
            id=sheet.ItemId(self.id),
            helps=self.helps is not None,
            weapon=self.weapon,
            protection=self.protection,
            resource=sheet.Resource(self.resource.die, self.resource.maximum) if self.resource else None,
            price=self.price,
            innate=self.innate,
            devastating=self.devastating,
            area=self.area,
            most_targets=self.most_targets,
            ward=self.ward,
            heals=self.heals,
            unaided=self.unaided,
            lone=self.lone,
            attribute=self.attribute,
            power=self.power,
            besides=self.permits is not None and bool(self.ward or self.heals),
        )


class SpecialtyData(Data):
    """A specialty: `actions` are those that it applies to, in the lexicon's terms."""

    id: Id
    attribute: Attribute
    name: Text
    actions: tuple[Id, ...] = Field(min_length=1)


class CharacterData(Data):
    """A ready-made character: numbers for the engine, identity for the story (CORE ch. 7)."""

    id: Id
    name: str = Field(min_length=1, max_length=60)
    gender: Literal["m", "f"]
    concept: Text
    description: Text
    trait: Text
    weakness: Text
    motivation: Text
    attributes: sheet.Attributes
    specialties: tuple[SpecialtyData, ...] = Field(alias="specialty", min_length=3, max_length=3)
    items: tuple[ItemData, ...] = Field(alias="item", min_length=1, max_length=6)

    def sheet(self) -> sheet.Character:
        """What the engine needs of it; Health is set when a game begins, by its variant."""
        return sheet.Character(
            id=sheet.CharacterId(self.id),
            name=self.name,
            attributes=self.attributes,
            specialties=tuple(sheet.Specialty(sheet.SpecialtyId(each.id), each.attribute) for each in self.specialties),
            items=tuple(each.item() for each in self.items),
        )


class Cast(Data):
    """A file of ready-made characters."""

    characters: tuple[CharacterData, ...] = Field(alias="character", min_length=1)


def named(characters: tuple[CharacterData, ...], wanted: str) -> CharacterData | None:
    """The character of that id, or None."""
    return next((each for each in characters if each.id == wanted), None)
