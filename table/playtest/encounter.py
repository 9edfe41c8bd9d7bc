"""What is fought: a party and its adversaries, from names or from a TOML file (docs/playtests.md describes it)."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from importlib.resources import files
from itertools import count
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from engine.core.foes import AdversaryId, Arrival, Profile, ProfileId, Standing
from engine.core.rules.profiles import arrival_refusal
from engine.core.sheet import (
    Attribute,
    Attributes,
    Character,
    CharacterId,
    Item,
    ItemId,
    Resource,
    Specialty,
    SpecialtyId,
)
from engine.core.state import Side
from engine.story import Condition, Ending, EndingId, EndingKind, Scene, SceneId, Story
from narrator import prompting
from narrator.content_error import shape_faults
from narrator.sanitise import one_line
from narrator.scenario import CharacterData, Data, Id
from table.config import ConfigError
from table.playtest.seat import Skills

GROUND = Story(
    id="encounter",
    start=SceneId("ground"),
    refuge=SceneId("ground"),
    scenes=(Scene(SceneId("ground"), ()),),
    endings=(Ending(EndingId("left"), EndingKind.LEFT, Condition()),),
)
"""The story of a fight by itself: one place, from which one can only walk away."""

_FIGHTS = {"fight", "shoot", "throw"}
"""The actions, in the lexicon's terms, that a specialty has to be of to count for a blow."""

_WEAPON, _ARMOUR, _FIGHTING = ItemId("weapon"), ItemId("armour"), SpecialtyId("fighting")


class FighterData(Data):
    """A PC by numbers alone: `pool` dice when it strikes, 1 to 6, from 4 on with a specialty; `dexterity` avoids a boss
    blow; `armour_die` is the die of an armour that wears out, 0 for one that does not."""

    id: Id
    pool: int = Field(ge=1, le=6)
    weapon: int = Field(default=2, ge=0, le=4)
    protection: int = Field(default=1, ge=0, le=3)
    dexterity: int = Field(default=2, ge=1, le=4)
    armour_die: Literal[0, 4, 6, 8, 10, 12] = 0

    def sheet(self) -> Character:
        """The PC for the engine: strength gives the pool, the other attributes are 2."""
        skilled = self.pool > 3
        strength = self.pool - 2 if skilled else self.pool
        items = [Item(_WEAPON, weapon=self.weapon, attribute=Attribute.FOR)] if self.weapon else []
        if self.protection:
            die = Resource(self.armour_die, self.armour_die) if self.armour_die else None
            items.append(Item(_ARMOUR, protection=self.protection, resource=die))
        return Character(
            id=CharacterId(self.id),
            name=self.id.capitalize(),
            attributes=Attributes(FOR=strength, DEX=self.dexterity, CON=2, INT=2, PER=2, CHA=2),
            specialties=(Specialty(_FIGHTING, Attribute.FOR),) if skilled else (),
            items=tuple(items),
        )


class FoeData(Data):
    """An adversary by numbers (CORE ch. 6); a boss has no Health of its own: the number of PCs sets its phases."""

    id: Id
    threat: int
    health: int = 0
    weapon: int
    protection: int = 0
    standing: Standing = Standing.SINGLE
    members: int = 1
    cover: int = 0

    def arrival(self) -> Arrival:
        """The adversary as it comes in."""
        name = self.id.replace("_", " ")
        profile = Profile(
            ProfileId(self.id), name, self.threat, self.health, self.weapon, self.protection, self.standing
        )
        return Arrival(AdversaryId(self.id), profile, self.members, self.cover)


class EncounterData(Data):
    """An encounter file: `party` and `adversaries` name those of the catalogue, `pc` and `adversary` give numbers."""

    party: tuple[str, ...] = ()
    adversaries: tuple[str, ...] = ()
    pcs: tuple[FighterData, ...] = Field(default=(), alias="pc")
    foes: tuple[FoeData, ...] = Field(default=(), alias="adversary")
    ambush: Side | None = None


@dataclass(frozen=True, slots=True)
class Encounter:
    """Who fights whom, ready for the engine."""

    name: str
    characters: tuple[Character, ...]
    skills: Skills
    arrivals: tuple[Arrival, ...]
    ambush: Side | None = None


def shipped() -> Mapping[str, Path]:
    """The encounters that come with the game, by name."""
    folder = Path(str(files("prompts") / "encounters"))
    return {each.stem: each for each in sorted(folder.glob("*.toml"))}


def read_encounter(file: Path, party: Sequence[str] = (), adversaries: Sequence[str] = ()) -> Encounter:
    """The encounter in a file, those named in the place of its own. Raises ConfigError, with what is wrong in it, and
    OSError."""
    try:
        read = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except RecursionError as error:
        why = "tables or lists stand too deep inside one another"
        raise ConfigError("playtest.bad_encounter", file=file, why=why) from error
    except ValueError as error:
        # What is no TOML or no text, and a number of thousands of digits.
        raise ConfigError("playtest.bad_encounter", file=file, why=str(error)) from error
    try:
        data = EncounterData.model_validate(read)
    except ValidationError as error:
        raise ConfigError("playtest.bad_encounter", file=file, why=shape_faults(error, read)[0]) from error
    if party:
        data = data.model_copy(update={"party": tuple(party), "pcs": ()})
    if adversaries:
        data = data.model_copy(update={"adversaries": tuple(adversaries), "foes": ()})
    return made(one_line(file.stem), data)


def made(name: str, data: EncounterData) -> Encounter:
    """An encounter from its data. Raises ConfigError for names that nobody has, and where nobody fights."""
    known = {each.id: each for each in prompting.characters()}
    cast = [_known(known, each, "playtest.no_character") for each in data.party]
    fighters = [each.sheet() for each in data.pcs]
    arrivals = [*_arrivals(data.adversaries), *(each.arrival() for each in data.foes)]
    if not (cast or fighters):
        raise ConfigError("playtest.no_party", name=name)
    if not arrivals:
        raise ConfigError("playtest.no_adversaries", name=name)
    skills = {CharacterId(each.id): _skills(each) for each in cast}
    skills |= {each.id: {_WEAPON: (_FIGHTING,), None: (_FIGHTING,)} for each in fighters}
    characters = (*(each.sheet() for each in cast), *fighters)
    once, apart = _each_once(characters), _each_apart(arrivals)
    # Those of a name that stands several times have the skills of that name.
    skills = {each.id: skills[like.id] for each, like in zip(once, characters, strict=True)}
    return _playable(Encounter(name, once, skills, apart, data.ambush))


def changed(encounter: Encounter, settings: Sequence[str]) -> Encounter:
    """The same with some numbers of the adversaries changed: "weapon=4" for all, "captain.weapon=4" for one. Raises
    ConfigError."""
    for each in settings:
        path, equals, value = each.partition("=")
        who, dot, what = path.strip().rpartition(".")
        numbers = ("threat", "health", "weapon", "protection", "members", "cover")
        if not equals or what not in numbers or not _is_short_number(value):
            raise ConfigError("playtest.setting", value=each, known=", ".join(numbers))
        if dot and who not in {arrival.id for arrival in encounter.arrivals}:
            there = ", ".join(arrival.id for arrival in encounter.arrivals)
            raise ConfigError("playtest.setting_who", value=each, known=there)
        arrivals = tuple(
            with_numbers(arrival, {what: int(value)}) if not dot or arrival.id == who else arrival
            for arrival in encounter.arrivals
        )
        encounter = replace(encounter, arrivals=arrivals)
    return _playable(encounter)


def _playable(encounter: Encounter) -> Encounter:
    """The same, if the rules take all of its adversaries. Raises ConfigError."""
    for each in encounter.arrivals:
        refusal = arrival_refusal(each)
        if refusal is not None:
            why = " ".join(fault.sentence.removeprefix("profile.") for fault in refusal.faults)
            raise ConfigError("playtest.bad_adversary", who=each.id, why=why)
    return encounter


def with_numbers(arrival: Arrival, numbers: Mapping[str, int]) -> Arrival:
    """The same with some numbers otherwise: those of the profile, or how many come and in what cover."""
    own = {name: value for name, value in numbers.items() if name in ("members", "cover")}
    of_the_profile = {name: value for name, value in numbers.items() if name not in own}
    return replace(arrival, **own, profile=replace(arrival.profile, **of_the_profile))


def _known(known: Mapping[str, Any], wanted: str, complaint: str) -> Any:
    found = known.get(wanted)
    if found is None:
        raise unknown(complaint, wanted, tuple(known))
    return found


def unknown(complaint: str, wanted: str, known: Sequence[str]) -> ConfigError:
    """The complaint of a name that nobody has, with the nearest that somebody has."""
    close = get_close_matches(wanted, known, 1)
    every = ", ".join(known)
    if close:
        return ConfigError(f"{complaint}_close", value=wanted, close=close[0], known=every)
    return ConfigError(complaint, value=wanted, known=every)


def _skills(data: CharacterData) -> dict[ItemId | None, tuple[SpecialtyId, ...]]:
    """By weapon, the specialties that are of what one does with it; with bare hands, those of fighting."""

    def of(actions: set[str]) -> tuple[SpecialtyId, ...]:
        return tuple(SpecialtyId(each.id) for each in data.specialties if actions & {*each.actions})

    weapons = [each for each in data.items if each.weapon or each.devastating]
    by_weapon = {ItemId(each.id): of({*each.actions} & _FIGHTS or {"fight"}) for each in weapons}
    return {None: of({"fight"}), **by_weapon}


def _arrivals(named: Sequence[str]) -> Iterator[Arrival]:
    """Those of the catalogue; "toll_warden*3" is three of them, a group of three where they come as one."""
    known = {each.id: each for each in prompting.catalogue().adversaries}
    for each in named:
        name, star, many = each.partition("*")
        entry = _known(known, name.strip(), "playtest.no_adversary")
        if star and not (_is_short_number(many) and 1 <= int(many) <= _MOST_ALIKE):
            raise ConfigError("playtest.how_many", value=each, most=_MOST_ALIKE)
        times, arrival = int(many) if star else 0, entry.arrival("en")
        if entry.standing is Standing.GROUP:
            yield replace(arrival, members=times or arrival.members)
        else:
            yield from [arrival] * max(1, times)


_MOST_ALIKE = 20


def _is_short_number(said: str) -> bool:
    """Whether it is a whole number; Python refuses to read those of thousands of digits, and nobody means one."""
    return said.strip().isdecimal() and len(said) <= 1000


def _each_apart(arrivals: Sequence[Arrival]) -> tuple[Arrival, ...]:
    """Those of the same kind under numbered ids."""
    ids = [each.id for each in arrivals]
    numbered = {each: _numbers(each, ids) for each in ids}
    return tuple(
        each if ids.count(each.id) == 1 else replace(each, id=AdversaryId(f"{each.id}_{next(numbered[each.id])}"))
        for each in arrivals
    )


def _each_once(characters: Sequence[Character]) -> tuple[Character, ...]:
    """The same PC twice is two of them, under numbered ids and names: any number of them may fight."""
    ids = [each.id for each in characters]
    numbered: dict[str, Iterator[int]] = {}
    once: list[Character] = []
    for each in characters:
        if each.id in numbered:
            number = next(numbered[each.id])
            once.append(replace(each, id=CharacterId(f"{each.id}_{number}"), name=f"{each.name} {number}"))
        else:
            numbered[each.id] = _numbers(each.id, ids, 2)
            once.append(each)
    return tuple(once)


def _numbers(name: str, ids: Sequence[str], first: int = 1) -> Iterator[int]:
    """Numbers that make other ids of a name, without those that somebody has already."""
    return (number for number in count(first) if f"{name}_{number}" not in ids)
