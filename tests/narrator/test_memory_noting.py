"""What the program notes of events by itself: who is gone, what changed hands, what a scene came to."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings

from engine.core.check import Check, Complication, ComplicationKind, Difficulty, Outcome, StakeId
from engine.core.commands import AcceptOutcome, AnnounceCheck, Command, EnterScene, LeaveStory, Rest, RollCheck
from engine.core.decide import decide
from engine.core.events import (
    AdversaryArrived,
    AdversaryLeft,
    AdversaryOut,
    AllyCame,
    AllyLeft,
    CalamityCame,
    CalamityDelayed,
    CalamityGone,
    CharacterDied,
    CheckSettled,
    Event,
    FactEstablished,
    GearLost,
    HealthChanged,
    ItemGained,
    RuledWithoutRoll,
    SceneCut,
    SceneEntered,
    StoryEnded,
    WoundDescribed,
    WoundTaken,
)
from engine.core.events import Cause as Why
from engine.core.evolve import evolve_all
from engine.core.foes import AdversaryId
from engine.core.sheet import Attribute, CharacterId, Item, ItemId, Wound, WoundId
from engine.core.state import Game, RestKind
from engine.core.view import all_visible, view
from engine.dice import GivenDice
from engine.ruling import Accepted
from engine.story import EndingId, FactId, SceneId
from narrator.memory import LONGEST, Note, NoteKind
from narrator.memory.noting import MOST_TURNS, Chronicle
from narrator.scenario import Language
from tests.every_event import A_GUARD, A_PILOT, A_TIDE, DEEP, GUARD, PILOT, every
from tests.laws.walks import Walk, walks
from tests.narrator.small_scenario import CHARACTERS, SCENARIO, game

MARA = CharacterId("mara")
YARD, INN = SceneId("yard"), SceneId("inn")


def noted(
    *events: Event, language: Language = "en", now: Game | None = None, past: Sequence[Sequence[Event]] = ()
) -> tuple[Note, ...]:
    """The notes of a turn in the yard; `past` are earlier turns, the latest first."""
    return Chronicle(SCENARIO, CHARACTERS, language).notes(events, view(now or game()), 7, past)


def texts(*events: Event, language: Language = "en") -> list[str]:
    return [each.text for each in noted(*events, language=language)]


def settled(action: str, outcome: Outcome) -> CheckSettled:
    check = Check(MARA, Attribute.DEX, Difficulty.HARD, StakeId("s"), action, "a risk", None)
    return CheckSettled(check, outcome, 0)


# What becomes of people and things


@pytest.mark.parametrize(
    ("events", "kind", "english", "french"),
    [
        (
            (AdversaryArrived(A_GUARD), AdversaryOut(GUARD)),
            NoteKind.FATE,
            "Out of action: le garde. Place: the yard.",
            "Hors de combat : le garde. Lieu : la cour.",
        ),
        (
            (AdversaryArrived(A_GUARD), AdversaryLeft(GUARD, "the bell calls him.")),
            NoteKind.FATE,
            "No longer there: le garde (the bell calls him). Place: the yard.",
            "N'est plus là : le garde (the bell calls him). Lieu : la cour.",
        ),
        (
            (CharacterDied(MARA, "the fall"),),
            NoteKind.FATE,
            "Mara Kessel is dead: the fall. Place: the yard.",
            "Mara Kessel est morte : the fall. Lieu : la cour.",
        ),
        (
            (AllyCame(A_PILOT),),
            NoteKind.FACT,
            "Joined the group: la pilote. Place: the yard.",
            "A rejoint le groupe : la pilote. Lieu : la cour.",
        ),
        (
            (AllyCame(A_PILOT), AllyLeft(PILOT, "the tide")),
            NoteKind.FATE,
            "Left the group: la pilote (the tide). Place: the yard.",
            "A quitté le groupe : la pilote (the tide). Lieu : la cour.",
        ),
        (
            (CalamityCame(A_TIDE), CalamityDelayed(DEEP)),
            NoteKind.FACT,
            "Held back for a while: la grande marée. Place: the yard.",
            "Retardé pour un temps : la grande marée. Lieu : la cour.",
        ),
        (
            (CalamityCame(A_TIDE), CalamityGone(DEEP)),
            NoteKind.FATE,
            "Sent back for good: la grande marée. Place: the yard.",
            "Repoussé pour de bon : la grande marée. Lieu : la cour.",
        ),
        (
            (CalamityCame(A_TIDE), CalamityGone(DEEP, "the quay")),
            NoteKind.FATE,
            "Reached its goal: la grande marée. Lost: the quay.",
            "Est allé au bout : la grande marée. Perdu : the quay.",
        ),
        (
            (HealthChanged(MARA, 2, 0, Why.STRIKE),),
            NoteKind.FACT,
            "Mara Kessel collapsed. Place: the yard.",
            "Mara Kessel s'est effondrée. Lieu : la cour.",
        ),
        (
            (WoundDescribed(MARA, Wound(WoundId("rib"), "a broken rib", lasting=True)),),
            NoteKind.FACT,
            "Mara Kessel carries a wound that lasts: a broken rib. Place: the yard.",
            "Mara Kessel garde une blessure : a broken rib. Lieu : la cour.",
        ),
        (
            (GearLost(MARA, ItemId("picks")),),
            NoteKind.FACT,
            "Mara Kessel no longer has: the lockpicks. Place: the yard.",
            "Mara Kessel n'a plus : les crochets. Lieu : la cour.",
        ),
        (
            (ItemGained(MARA, Item(ItemId("lamp")), "found in the well"),),
            NoteKind.FACT,
            "Mara Kessel now has: the lamp (found in the well). Place: the yard.",
            "Mara Kessel a désormais : la lampe (found in the well). Lieu : la cour.",
        ),
        (
            (FactEstablished(FactId("letter_read")),),
            NoteKind.FACT,
            "The letter names Vasseur the notary.",
            "La lettre nomme le notaire Vasseur.",
        ),
    ],
)
def test_events_become_notes_in_either_language(
    events: tuple[Event, ...], kind: NoteKind, english: str, french: str
) -> None:
    assert noted(*events)[-1] == Note(kind, english, 7, ("the yard",))
    said = noted(*events, language="fr")[-1]
    assert (said.kind, said.text.replace("\N{NO-BREAK SPACE}", " "), said.tags) == (kind, french, ("la cour",))


def test_an_item_of_the_catalogue_is_called_by_its_name_there_and_an_unknown_one_by_its_id() -> None:
    (known,) = texts(GearLost(MARA, ItemId("oiled_rope")))
    assert known.startswith("Mara Kessel no longer has: the oiled hemp rope.")
    (unknown,) = texts(GearLost(MARA, ItemId("no_such_thing")))
    assert unknown.startswith("Mara Kessel no longer has: no_such_thing.")


def test_what_is_small_or_shown_by_the_sheet_is_not_noted() -> None:
    cut = Wound(WoundId("cut"), "a cut")
    kept = Wound(WoundId("rib"), "a rib", lasting=True)
    assert (
        texts(WoundTaken(MARA, cut), HealthChanged(MARA, 3, 2, Why.STRIKE), HealthChanged(MARA, 0, 1, Why.REST)) == []
    )
    hurt = replace(game().characters[0], wounds=(kept,))
    assert noted(WoundDescribed(MARA, replace(kept, nights=1)), now=replace(game(), characters=(hurt,))) == ()


def test_somebody_who_was_there_before_is_known_by_name() -> None:
    now = evolve_all(game(), (AdversaryArrived(A_GUARD), AllyCame(A_PILOT), CalamityCame(A_TIDE)))
    said = noted(AdversaryOut(GUARD), AllyLeft(PILOT, "fear"), CalamityGone(DEEP), now=now)
    assert [each.text.split(".")[0] for each in said] == [
        "Out of action: le garde",
        "Left the group: la pilote (fear)",
        "Sent back for good: la grande marée",
    ]
    assert texts(AdversaryOut(AdversaryId("nobody")))[0].startswith("Out of action: nobody.")


def test_a_fact_belongs_to_the_place_where_it_came_out() -> None:
    (recap_or_fact,) = [
        each for each in noted(SceneEntered(INN), FactEstablished(FactId("key_found"))) if each.kind is NoteKind.FACT
    ]
    assert recap_or_fact.tags == ("the inn",)


# What a scene came to


def test_a_scene_that_is_left_is_summed_up() -> None:
    past = (
        (AdversaryArrived(A_GUARD), AdversaryOut(GUARD)),
        (settled("pick the gate", Outcome.SUCCESS), FactEstablished(FactId("gate_open"))),
        (settled("bribe the guard", Outcome.FAILURE),),
        (RuledWithoutRoll(MARA, "look around", True, "nothing"),),
        (settled("of another scene", Outcome.SUCCESS), SceneEntered(YARD), FactEstablished(FactId("key_found"))),
        (settled("long before", Outcome.SUCCESS),),
    )
    assert noted(SceneEntered(INN), past=past) == (
        Note(
            NoteKind.RECAP,
            'The yard: "bribe the guard" (failed); "pick the gate" (done). '
            "Learnt: A brass key lay under the moss. The gate is open. Out of the story: le garde. Then: the inn.",
            7,
        ),
    )
    (french,) = noted(SceneEntered(INN), past=past, language="fr")
    assert french.text.replace("\N{NO-BREAK SPACE}", " ") == (
        "La cour : « bribe the guard » (manqué) ; « pick the gate » (réussi). "
        "Appris : Une clef de laiton dormait sous la mousse. La grille est ouverte. "
        "Hors de l'histoire : le garde. Ensuite : l'auberge."
    )


def test_a_scene_in_which_nothing_was_tried_nor_learnt_leaves_no_recap() -> None:
    assert noted(SceneEntered(INN), past=((HealthChanged(MARA, 3, 2, Why.STRIKE),), (SceneEntered(YARD),))) == ()
    ruled = ((RuledWithoutRoll(MARA, "fly", False, "no wings"),),)
    assert noted(SceneEntered(INN), past=ruled) == ()


def test_what_needed_no_roll_counts_where_nothing_was_rolled() -> None:
    (said,) = noted(SceneCut(), past=((RuledWithoutRoll(MARA, "search the well", True, "a key"),),))
    assert said.text == 'The yard: "search the well" (done). Then another scene in the same place.'


def test_only_the_last_deeds_and_facts_are_told_and_each_once() -> None:
    past = tuple((settled(f"strike {each % 5}", Outcome.PARTIAL),) for each in range(40))
    (said,) = noted(SceneCut(), past=past)
    assert said.text.count("strike") == 3


def test_the_past_is_asked_only_where_a_scene_ends() -> None:
    def past() -> Iterator[Sequence[Event]]:
        raise AssertionError("asked")
        yield ()

    events = (settled("pick the gate", Outcome.SUCCESS), FactEstablished(FactId("gate_open")))
    assert len(Chronicle(SCENARIO, CHARACTERS, "en").notes(events, view(game()), 7, past())) == 1


def test_the_recap_of_a_very_long_scene_looks_back_so_far_and_no_further() -> None:
    looked = 0

    def past() -> Iterator[Sequence[Event]]:
        nonlocal looked
        while True:
            looked += 1
            yield (settled(f"try {looked}", Outcome.FAILURE),)

    Chronicle(SCENARIO, CHARACTERS, "en").notes((SceneCut(),), view(game()), 7, past())
    assert looked == MOST_TURNS


def test_the_end_of_the_story_is_told_with_its_title() -> None:
    (_, last) = noted(SceneEntered(INN), StoryEnded(EndingId("read_it")), past=((settled("run", Outcome.SUCCESS),),))
    assert last.text == "The inn. The end: Read"


class Evening:
    """The small adventure played on the real engine, noted turn by turn."""

    def __init__(self, language: Language) -> None:
        self.game = game()
        self.turns: list[tuple[Event, ...]] = []
        self.notes: list[Note] = []
        self._chronicle = Chronicle(SCENARIO, CHARACTERS, language)

    def do(self, command: Command, *dice: int) -> None:
        decided = decide(self.game, command, GivenDice(*dice))
        assert isinstance(decided, Accepted), decided
        past = reversed(self.turns)
        self.notes += self._chronicle.notes(decided.events, view(self.game), len(self.turns) + 1, past)
        self.turns.append(decided.events)
        self.game = evolve_all(self.game, decided.events)


def test_an_evening_is_remembered_by_what_came_of_it() -> None:
    evening = Evening("en")
    gate = Check(
        MARA,
        Attribute.FOR,
        Difficulty.STANDARD,
        StakeId("yard/gate/force"),
        "I force the gate",
        "A wound.",
        Complication(ComplicationKind.NOISE, "It rings."),
        gain=FactId("gate_open"),
    )
    evening.do(AnnounceCheck(gate))
    evening.do(RollCheck(), 6, 5)
    if evening.game.pending is not None:
        evening.do(AcceptOutcome())
    evening.do(EnterScene(SceneId("cellar")))
    evening.do(EnterScene(YARD))
    evening.do(EnterScene(INN))
    evening.do(Rest(RestKind.LONG))
    evening.do(LeaveStory())
    assert [(each.kind, each.text) for each in evening.notes] == [
        (NoteKind.FACT, "The gate is open."),
        (NoteKind.RECAP, 'The yard: "I force the gate" (done). Learnt: The gate is open. Then: the vaulted cellar.'),
        (NoteKind.RECAP, "The inn. The end: Gone"),
    ]


# Whatever happens


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_event_alone_and_all_of_them_together_are_noted_within_bounds(language: Language) -> None:
    events = every(MARA, CharacterId("nobody"))
    for said in (*(noted(each, language=language) for each in events), noted(*events, language=language)):
        assert all(0 < len(each.text) <= LONGEST and "{" not in each.text for each in said)
    assert len(noted(*events, language=language)) > 10


@settings(max_examples=25)
@given(walks())
def test_whatever_is_played_notes_are_short_and_open(walk: Walk) -> None:
    chronicle = Chronicle(SCENARIO, CHARACTERS, "en")
    turns: list[tuple[Event, ...]] = [walk.start]
    for step in walk.steps:
        if isinstance(step.answer, Accepted):
            past = reversed(turns)
            for each in chronicle.notes(step.answer.events, view(step.before), len(turns), past):
                assert 0 < len(each.text) <= LONGEST
                assert not each.secret
                assert "secret" not in each.text, "no fact of this story has words, and its ids are nobody's to see"
            turns.append(step.answer.events)


def test_what_players_do_not_see_is_not_noted() -> None:
    hidden = replace(A_TIDE, goal="to drown the canary", useless="canary")
    assert all("canary" not in each for each in texts(CalamityCame(hidden)))
    assert all_visible((CalamityCame(hidden),)) != (CalamityCame(hidden),)
