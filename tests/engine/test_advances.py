"""Chapter 7, Progression: what a PC gains at a story's end."""

from dataclasses import replace

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from engine.core.check import Outcome
from engine.core.commands import AskSafety, LeaveStory, TakeAdvance
from engine.core.decide import decide
from engine.core.events import AdvanceTaken, StoryEnded
from engine.core.legal import AdvanceDomain, legal
from engine.core.sheet import (
    AdvanceKind,
    Attribute,
    Character,
    CharacterId,
    ItemId,
    Resource,
    Specialty,
    SpecialtyId,
)
from engine.core.state import SafetyKind
from engine.dice import GivenDice
from engine.ruling import Accepted, Code, FaultCode, Refused
from engine.story import Clock, ClockId, Condition, Ending, EndingId, EndingKind
from tests.engine.fields import check_faults, told
from tests.scenes import Stage, attack, begun, fight, given, hero, item, rolled, standard, story, tool

HERO, FRIEND = CharacterId("hero"), CharacterId("friend")
SPECIALTY, ATTRIBUTE, ITEM = AdvanceKind.SPECIALTY, AdvanceKind.ATTRIBUTE, AdvanceKind.ITEM
LOCKS, DECK, ROPE = SpecialtyId("locks"), ItemId("deck"), ItemId("rope")
STRONGER = TakeAdvance(HERO, ATTRIBUTE, attribute=Attribute.FOR)
LEARNS = TakeAdvance(HERO, SPECIALTY, specialty=Specialty(LOCKS, Attribute.DEX))


def ended(*cast: Character, **state: object) -> Stage:
    """The story is over."""
    return given(*cast, **state).when(LeaveStory())


def wrong(stage: Stage) -> list[tuple[str, FaultCode]]:
    """What is wrong with the advance that was asked for."""
    answer = stage.refused(Code.BAD_ADVANCE).answer
    assert isinstance(answer, Refused)
    check_faults(stage.asked, answer.faults)
    return told(answer.faults)


@pytest.mark.rule("advance.one")
def test_each_pc_takes_one_advance_and_only_at_the_end() -> None:
    given().when(STRONGER).refused(Code.STORY_GOES_ON)
    assert legal(given().game).advances == ()
    stage = ended(hero(), hero("friend"))
    assert [each.character for each in legal(stage.game).advances] == [HERO, FRIEND]
    once = stage.when(STRONGER).then(AdvanceTaken(HERO, ATTRIBUTE, attribute=Attribute.FOR))
    assert [each.character for each in legal(once.game).advances] == [FRIEND]
    once.when(STRONGER).refused(Code.ADVANCE_IS_TAKEN, "friend")
    once.when(LEARNS).refused(Code.ADVANCE_IS_TAKEN, "friend")
    both = once.when(replace(LEARNS, character=FRIEND)).leaves("friend", last_advance=SPECIALTY)
    assert legal(both.game).advances == ()
    both.when(replace(STRONGER, character=CharacterId("nobody"))).refused(Code.NO_SUCH_CHARACTER, "hero", "friend")


@pytest.mark.rule("advance.one")
def test_never_the_same_kind_twice_in_a_row_from_one_story_to_the_next() -> None:
    grown = ended().when(STRONGER).leaves(last_advance=ATTRIBUTE).sheet()
    next_story = begun(replace(grown, items=(item("rope"),))).when(LeaveStory())
    next_story.when(STRONGER).refused(Code.SAME_ADVANCE, "specialty", "item")
    every = tuple(Attribute)
    assert legal(next_story.game).advances == (AdvanceDomain(HERO, (SPECIALTY, ITEM), every, (), (ROPE,), ()),)
    learnt = next_story.when(LEARNS).leaves(last_advance=SPECIALTY).sheet()
    later = begun(learnt).when(LeaveStory())
    assert legal(later.game).advances == (AdvanceDomain(HERO, (ATTRIBUTE, ITEM), (), every, (ROPE,), ()),)
    later.when(STRONGER).leaves(last_advance=ATTRIBUTE)
    equipped = replace(hero(items=[item("deck", 8, 10)]), last_advance=ITEM)
    last = (AdvanceDomain(HERO, (SPECIALTY, ATTRIBUTE), every, every, (), ()),)
    assert legal(ended(equipped).game).advances == last


@pytest.mark.rule("advance.one")
def test_the_dead_take_none_and_who_is_out_of_action_does() -> None:
    stage = ended(replace(hero(health=0), dead=True), hero("friend", health=0))
    stage.when(STRONGER).refused(Code.DEAD)
    assert [each.character for each in legal(stage.game).advances] == [FRIEND]
    assert isinstance(stage.when(replace(STRONGER, character=FRIEND)).answer, Accepted)


@pytest.mark.rule("advance.one")
def test_a_story_that_ends_in_the_middle_of_a_breach_holds_no_advance_up() -> None:
    late = Ending(EndingId("late"), EndingKind.LOST, Condition(clock=ClockId("patrol")))
    closing = story(clocks=[Clock(ClockId("patrol"), 1)], endings=[late])
    stage = fight(hero(), story=closing).rolled(attack(), 1, 1).among(StoryEnded(EndingId("late")))
    stage.when(AskSafety(SafetyKind.AVOID, "spiders")).when(STRONGER).leaves(last_advance=ATTRIBUTE)


@pytest.mark.rule("advance.specialty")
def test_a_new_specialty_goes_on_an_attribute_of_2_or_more() -> None:
    stage = ended(hero(FOR=1, CON=4, specialties={"lies": "CHA"}))
    grown = stage.when(LEARNS).leaves(specialties=(Specialty(SpecialtyId("lies"), Attribute.CHA), LEARNS.specialty))
    begun(grown.sheet()).rolled(standard(attribute="DEX", specialty="locks"), 6, 1, 1, 1).among(
        rolled(Outcome.SUCCESS, dice=4)
    )
    for attribute in Attribute:
        asked = stage.when(replace(LEARNS, specialty=Specialty(LOCKS, attribute)))
        if attribute is Attribute.FOR:
            assert wrong(asked) == [("specialty.attribute", FaultCode.WEAK_SPECIALTY)]
        else:
            assert isinstance(asked.answer, Accepted)
    assert wrong(stage.when(replace(LEARNS, specialty=None))) == [("specialty", FaultCode.MISSING)]
    held = Specialty(SpecialtyId("lies"), Attribute.INT)
    assert wrong(stage.when(replace(LEARNS, specialty=held))) == [("specialty.id", FaultCode.DOUBLED)]
    blank = Specialty(SpecialtyId(" "), Attribute.FOR)
    assert wrong(stage.when(replace(LEARNS, specialty=blank))) == [
        ("specialty.id", FaultCode.BLANK),
        ("specialty.attribute", FaultCode.WEAK_SPECIALTY),
    ]


@pytest.mark.rule("advance.attribute")
@pytest.mark.parametrize("attribute", Attribute)
def test_an_attribute_rises_by_one_and_never_above_4(attribute: Attribute) -> None:
    asked = TakeAdvance(HERO, ATTRIBUTE, attribute=attribute)
    for before in (1, 2, 3):
        grown = ended(hero(**{attribute.name: before})).when(asked).sheet()
        assert grown.attributes == replace(hero().attributes, **{attribute.name: before + 1})
    assert wrong(ended(hero(**{attribute.name: 4})).when(asked)) == [("attribute", FaultCode.AT_THE_TOP)]
    assert wrong(ended().when(replace(asked, attribute=None))) == [("attribute", FaultCode.MISSING)]


@pytest.mark.rule("advance.item")
def test_a_fetish_item_gains_a_precise_use_and_gives_a_die_for_it() -> None:
    rope = hero(items=[item("rope"), item("picks", helps=True, uses=("locks",))])
    asked = TakeAdvance(HERO, ITEM, item=ROPE, use="climbing")
    grown = ended(rope).when(asked).sheet()
    assert grown.items[0] == item("rope", helps=True, uses=("climbing",))
    begun(grown).rolled(standard(advantages=(tool("rope"),)), 6, 1, 1).among(rolled(Outcome.SUCCESS, dice=3))
    assert ended(rope).when(replace(asked, item=ItemId("picks"))).sheet().items[1].uses == ("locks", "climbing")
    assert wrong(ended(rope).when(replace(asked, item=DECK))) == [("item", FaultCode.UNKNOWN)]
    assert wrong(ended(rope).when(replace(asked, item=None))) == [("item", FaultCode.MISSING)]
    assert wrong(ended(rope).when(replace(asked, use="  "))) == [("use", FaultCode.BLANK)]
    again = replace(asked, item=ItemId("picks"), use="locks")
    assert wrong(ended(rope).when(again)) == [("use", FaultCode.DOUBLED)]


@pytest.mark.rule("advance.item")
def test_or_its_resource_has_a_maximum_one_step_up() -> None:
    asked = TakeAdvance(HERO, ITEM, item=DECK)
    for die, maximum, after in ((4, 4, 6), (0, 6, 8), (6, 8, 10), (10, 10, 12)):
        grown = ended(hero(items=[item("deck", die, maximum)])).when(asked).sheet()
        assert grown.items[0].resource == Resource(die, after)
    full = hero(items=[item("deck", 8, 12), item("rope")])
    assert wrong(ended(full).when(asked)) == [("item", FaultCode.AT_THE_TOP)]
    assert wrong(ended(full).when(replace(asked, item=ROPE))) == [("item", FaultCode.NO_RESOURCE)]


def test_what_belongs_to_another_kind_is_told_all_at_once() -> None:
    stage = ended(hero(items=[item("rope")]))
    both = replace(STRONGER, specialty=LEARNS.specialty, item=ROPE, use="climbing")
    other = [(each, FaultCode.GOES_WITH) for each in ("specialty", "item", "use")]
    assert wrong(stage.when(both)) == other
    assert wrong(stage.when(replace(both, kind=ITEM))) == [
        ("specialty", FaultCode.GOES_WITH),
        ("attribute", FaultCode.GOES_WITH),
    ]
    answer = stage.when(replace(both, attribute=None)).answer
    assert isinstance(answer, Refused)
    assert answer.sentence == (
        "Hero cannot take that. specialty goes with kind: specialty alone; set that as well, or leave this out. "
        "item goes with kind: item alone; set that as well, or leave this out. "
        "use goes with kind: item alone; set that as well, or leave this out. "
        "attribute is missing; what would do: FOR, DEX, CON, INT, PER, CHA."
    )


KNOWN, NEW = "climbing", "tying up"
SPECIALTIES = (None, *(Specialty(LOCKS, each) for each in Attribute), Specialty(SpecialtyId("lies"), Attribute.CHA))
ITEMS = (None, DECK, ROPE, ItemId("lamp"), ItemId("sword"))


def offered(domain: AdvanceDomain) -> set[TakeAdvance]:
    """Every command that the domain makes, with the words of this test."""
    who = domain.character
    learnt = (Specialty(LOCKS, each) for each in domain.specialty_on)
    # The rope is known for climbing; for the others that is a use which they do not have yet.
    words = [(each, use) for each in domain.items for use in (NEW, KNOWN) if (each, use) != (ROPE, KNOWN)]
    uses = (TakeAdvance(who, ITEM, item=each, use=use) for each, use in words)
    return {
        *(TakeAdvance(who, SPECIALTY, specialty=each) for each in learnt),
        *(TakeAdvance(who, ATTRIBUTE, attribute=each) for each in domain.attributes),
        *uses,
        *(TakeAdvance(who, ITEM, item=each) for each in domain.resources),
    }


COMMANDS = st.builds(
    TakeAdvance,
    st.just(HERO),
    st.sampled_from(AdvanceKind),
    st.sampled_from(SPECIALTIES),
    st.sampled_from((None, *Attribute)),
    st.sampled_from(ITEMS),
    st.sampled_from(("", " ", NEW, KNOWN)),
)


@drawn(
    st.fixed_dictionaries({each.name: st.integers(1, 4) for each in Attribute}),
    st.none() | st.sampled_from(AdvanceKind),
    st.sampled_from((4, 8, 12)),
    st.booleans(),
    st.lists(COMMANDS, min_size=20, max_size=40),
)
def test_a_domain_makes_just_the_advances_that_are_accepted(
    scores: dict[str, int], last: AdvanceKind | None, maximum: int, equipped: bool, others: list[TakeAdvance]
) -> None:
    gear = [item("deck", 4, maximum), item("rope", helps=True, uses=(KNOWN,)), item("lamp", 0, 6)]
    pc = hero(specialties={"lies": "CHA"}, items=gear if equipped else [], **scores)
    game = ended(replace(pc, last_advance=last)).game
    domains = legal(game).advances
    made = {command for domain in domains for command in offered(domain)}
    assert (
        {each.kind for each in made}
        == {kind for domain in domains for kind in domain.kinds}
        == {kind for kind in AdvanceKind if kind is not last and _possible(pc, kind)}
    )
    for command in made | set(others):
        assert isinstance(decide(game, command, GivenDice()), Accepted) is (command in made), command


def _possible(pc: Character, kind: AdvanceKind) -> bool:
    values = [pc.attributes.of(each) for each in Attribute]
    return {SPECIALTY: max(values) > 1, ATTRIBUTE: min(values) < 4, ITEM: bool(pc.items)}[kind]
