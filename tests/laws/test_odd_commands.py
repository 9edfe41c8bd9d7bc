"""Commands that make no sense are answered too: whatever is asked, wherever play stands, `decide` never breaks."""

import sys
from copy import deepcopy
from dataclasses import fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.check import Attack, BringBack, Treat, UseLever
from engine.core.commands import (
    AmendCheck,
    AnnounceCheck,
    BringAlly,
    BringCalamity,
    CatchIdle,
    Command,
    DescribeBreakdown,
    DescribeWound,
    EndHold,
    FaceDanger,
    GainItem,
    LeaveStory,
    LetAllyWin,
    LetDie,
    StartConflict,
    Strike,
    StrikeFromAmbush,
    Wait,
)
from engine.core.decide import decide
from engine.core.evolve import evolve_all
from engine.core.foes import AdversaryId, Ally, AllyId, CalamityId, FlawKind, Hold, LeverId, Looming, Manoeuvred
from engine.core.legal import legal
from engine.core.sheet import Attribute, Breakdown, CharacterId, Item, ItemId, Variant, WoundId
from engine.core.state import Game, Side
from engine.core.view import view, visible
from engine.dice import SeededDice
from engine.ruling import Accepted, Refused
from engine.story import Clock, ClockId
from table.refusals import sentence
from table.words import LANGUAGES
from tests.engine.provoked.foes import FLOOD, HELPER
from tests.engine.provoked.sheets import BURN, contest
from tests.engine.test_waiting import EVERY
from tests.scenes import (
    NOISE,
    Stage,
    attack,
    boss,
    fact,
    fight,
    flaw,
    foe,
    group,
    hard,
    help_from,
    hero,
    item,
    manoeuvre,
    standard,
    story,
    sway,
    tool,
    worn,
    wound,
)
from tests.scenes import given as standing

COMMANDS: tuple[type, ...] = get_args(Command)
NAMES = {
    "CharacterId": ("hero", "friend", "down", "broken"),
    "AdversaryId": ("guard", "captain", "rats", "tide"),
    "AllyId": ("smith",),
    "ItemId": ("rope", "orb", "kit", "potion", "blade", "bomb", "lamp", "shield"),
    "SpecialtyId": ("locks", "composure"),
    "WoundId": ("ankle", "wound-1"),
    "FlawId": ("light",),
    "FactId": ("letter", "key", "name"),
    "ClockId": ("patrol",),
    "SceneId": ("street", "cellar", "vault", "home"),
    "CalamityId": ("tide",),
    "ManifestationId": ("surge", "mud"),
    "LeverId": ("sluice", "dyke"),
    "StakeId": ("get in", "Get in!"),
}
"""Ids that mean something in the games below, so that what is odd is not odd at the first look alone."""

ODD_WORDS = st.sampled_from(("", " ", "\n", "{what}", "{0}", "%s", "\x00", "é" * 5000, "nobody", "..."))
WORDS = st.one_of(ODD_WORDS, st.just("a good reason"), st.text(max_size=8))
NUMBERS = st.one_of(st.integers(-2, 6), st.sampled_from((-sys.maxsize, 12, 100, sys.maxsize, 10**30)))


def odd(wanted: object) -> st.SearchStrategy[object]:
    """Any value of a type, sense or none: known ids and unknown ones, doubled, empty, negative, huge."""
    if hasattr(wanted, "__supertype__"):
        return st.one_of(st.sampled_from(NAMES.get(wanted.__name__, ("",))), WORDS)
    if get_origin(wanted) in (UnionType, Union):
        return st.one_of([odd(each) for each in get_args(wanted)])
    if get_origin(wanted) is tuple:
        within = odd(get_args(wanted)[0])
        return st.one_of(st.lists(within, max_size=3).map(tuple), within.map(lambda each: (each, each)))
    if wanted in (str, int, bool, NoneType):
        return {str: WORDS, int: NUMBERS, bool: st.booleans(), NoneType: st.none()}[wanted]
    assert isinstance(wanted, type)
    if is_dataclass(wanted):
        hints = get_type_hints(wanted)
        return st.builds(wanted, **{each.name: odd(hints[each.name]) for each in fields(wanted)})
    return st.sampled_from(list(wanted))  # type: ignore[call-overload]


HERO, FRIEND, GUARD, SMITH = CharacterId("hero"), CharacterId("friend"), AdversaryId("guard"), AllyId("smith")

GEAR = [
    item("rope"),
    Item(ItemId("orb"), helps=True, attribute=Attribute.INT, ward=2, price=True),
    item("kit", 4, heals=2),
    item("potion", heals=2, unaided=True),
    item("blade", weapon=3, devastating=True),
    item("bomb", 4, weapon=2, area=True, most_targets=2),
    item("lamp", 0, 8),
    item("shield", 6, protection=1),
]
STORY = story(fact("letter", essential=True), fact("name", secret=True), clocks=[Clock(ClockId("patrol"), 2)])
FOES = (
    foe(flaws=(flaw("light", FlawKind.LOWER_THREAT, 1),)),
    replace(boss(flaws=(flaw("light", FlawKind.FELL),)), holds=(Hold(Manoeuvred.DISARMED),)),
    replace(group("rats", 1, 1, 1, 6, flaws=(flaw("light", FlawKind.ROUT, 2),)), held_by=SMITH),
)
CAST = (
    hero(specialties={"locks": "DEX"}, items=GEAR, stress=2, wounds=[wound("ankle")]),
    hero("friend", health=3, stress=5, inspiration=True, items=[item("blade", weapon=2)]),
    hero("down", health=0),
    hero("broken", stress=6),
)


def places(variant: Variant) -> dict[str, Stage]:
    """A game in each of the states that play may stand in."""
    broken = replace(CAST[-1], breakdown=Breakdown.UNTOLD if variant is Variant.RAW else None)
    cast = (*CAST[:-1], broken)
    more = {"variant": variant, "story": STORY, "calamities": (Looming(FLOOD),), "allies": (HELPER,)}
    free = standing(*cast, adversaries=FOES, **more)
    turn = fight(*cast, foes=FOES, **more)
    breach = turn.rolled(attack(), 1, 1)
    return {
        "free play": free,
        "nobody to fight": standing(*cast, **more),
        "in shelter": replace(free, game=replace(free.game, progress=replace(free.game.progress, scene="cellar"))),
        "pending check": free.announced(hard()),
        "rolled check": free.rolled(hard(), 6, 1),
        "each for oneself": free.when(FaceDanger(BURN, (HERO, FRIEND), "sparks fly")),
        "contest": free.when(contest()),
        "a turn": turn,
        "one lets it go by": turn.when(Wait(FRIEND)),
        "open breach": breach,
        "coming blow": breach.when(Strike(GUARD, in_contact=(FRIEND,))),
        "NPCs in ambush": free.when(StartConflict(ambush=Side.NPCS)),
        "PCs in ambush": free.when(StartConflict(ambush=Side.PCS)),
        "ended": free.when(LeaveStory()),
    }


GAMES: dict[str, Game] = {
    f"{variant} {name}": stage.game for variant in Variant for name, stage in places(variant).items()
}
UNTOUCHED = deepcopy(GAMES)
HERE = (
    DescribeWound(HERO, WoundId("ankle"), "a cut"),
    DescribeBreakdown(CharacterId("broken"), Breakdown.SCREAMS),
    AmendCheck(Attribute.DEX),
    LetDie(CharacterId("down"), "a fall"),
    GainItem(HERO, item("flute"), "found"),
    StrikeFromAmbush(GUARD, HERO, NOISE),
    CatchIdle(GUARD, FRIEND, "in the way"),
    EndHold(AdversaryId("captain"), Manoeuvred.DISARMED),
    BringAlly(Ally(AllyId("abbot"), "the abbot")),
    LetAllyWin(SMITH, AdversaryId("rats")),
    BringCalamity(replace(FLOOD, id=CalamityId("storm"))),
)
"""Commands that make sense in the games here, where those of the other scenes do not."""
CHECKS = (
    attack(),
    attack(weapon=ItemId("bomb"), also=(AdversaryId("rats"),), attribute="DEX"),
    sway(),
    manoeuvre(),
    standard(aim=Treat(FRIEND, ItemId("kit"))),
    standard(attribute="CHA", aim=BringBack(CharacterId("broken"))),
    hard(aim=UseLever(CalamityId("tide"), LeverId("sluice"))),
    hard(advantages=(tool("orb"), help_from("friend")), on_partial=worn("shield")),
)
ELSEWHERE = [each for each in EVERY if fields(each) and type(each) not in map(type, HERE)]
SENSIBLE = (*ELSEWHERE, *HERE, *map(AnnounceCheck, CHECKS))
RARE = settings(max_examples=20)


def test_play_stands_where_each_game_says() -> None:
    for variant in Variant:
        at = {name: GAMES[f"{variant} {name}"] for name in places(variant)}
        assert at["pending check"].pending
        assert at["rolled check"].pending.roll
        assert at["each for oneself"].waiting
        assert at["contest"].contest
        assert at["open breach"].conflict.breach
        assert at["coming blow"].conflict.blow
        assert at["NPCs in ambush"].conflict.ambush is Side.NPCS
        assert at["PCs in ambush"].conflict.ambush is Side.PCS
        assert at["ended"].progress.ending


@pytest.mark.parametrize("command", SENSIBLE, ids=lambda each: type(each).__name__)
def test_what_is_made_odd_makes_sense_somewhere(command: Command) -> None:
    answers = [decide(game, command, SeededDice("any")) for game in GAMES.values()]
    assert any(isinstance(each, Accepted) for each in answers), {each.code for each in answers}


def answer_holds(place: str, command: Command) -> None:
    """A command is answered as any has to be, and nothing that it brings breaks what comes after."""
    game = GAMES[place]
    answer = decide(game, command, SeededDice("any"))
    assert game == UNTOUCHED[place]
    if isinstance(answer, Refused):
        assert answer.sentence
        assert all(sentence(language, answer, str) for language in LANGUAGES)
    else:
        assert isinstance(answer, Accepted)
        after = evolve_all(game, answer.events)
        legal(after)
        view(after)
        for event in answer.events:
            visible(event)


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda each: each.__name__)
@RARE
@given(st.data())
def test_an_odd_command_is_answered_wherever_play_stands(kind: type, data: st.DataObject) -> None:
    command = data.draw(odd(kind))
    for place in GAMES:
        answer_holds(place, command)


def one_odd_term(data: st.DataObject, message: object) -> object:
    """A message that makes sense but for one of its terms, however deep."""
    hints = get_type_hints(type(message))
    term = data.draw(st.sampled_from([each.name for each in fields(message)]))
    value = getattr(message, term)
    deeper = is_dataclass(value) and bool(fields(value)) and data.draw(st.booleans())
    return replace(message, **{term: one_odd_term(data, value) if deeper else data.draw(odd(hints[term]))})


@pytest.mark.parametrize("command", SENSIBLE, ids=lambda each: type(each).__name__)
@RARE
@given(st.data())
def test_a_command_with_one_odd_term_is_answered(command: Command, data: st.DataObject) -> None:
    odd_one = one_odd_term(data, command)
    for place in GAMES:
        answer_holds(place, odd_one)


@RARE
@given(st.sampled_from(list(GAMES)), odd(Attack))
def test_an_odd_attack_is_answered_at_any_threat(place: str, aim: Attack) -> None:
    for threat in (1, 2, 3):
        answer_holds(place, AnnounceCheck(replace(attack(threat=threat), aim=aim)))
