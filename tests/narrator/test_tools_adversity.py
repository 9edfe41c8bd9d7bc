"""What a model may propose of fights, dangers and calamities: names from the model, numbers from the program."""

from dataclasses import replace
from typing import Any

import pytest

from engine.core.commands import (
    BringAdversary,
    BringCalamity,
    BringSetback,
    EndTurn,
    FaceDanger,
    Manifest,
    Strike,
    Wait,
)
from engine.core.foes import AdversaryId, FlawId, Setback, SetbackKind, Standing
from engine.core.rules.profiles import advice, arrival_faults
from engine.core.sheet import Attribute, CharacterId
from engine.core.state import Game
from narrator import prompting
from narrator.proposals import (
    AnswerBreach,
    IntroduceAdversary,
    PlayManifestation,
    ProposeAttack,
    ProposeDanger,
    ProposeManoeuvre,
    ProposeOtherAction,
    UseLever,
)
from narrator.proposals.foes import KINDS
from tests.laws.world import CAST, KRAKEN
from tests.narrator.hidden_yard import BRUTE, after, begun, in_a_fight, played_by, settled, situation
from tests.narrator.test_tools import CHECK, enum, proposed, refused

FIGHT: dict[str, Any] = {key: each for key, each in CHECK.items() if key not in ("about", "approach", "difficulty")}
ATTACK = FIGHT | {"target": "brute", "action": "je frappe"}


def after_a_miss() -> Game:
    """The fight with the breach open that a failed attack leaves."""
    game = in_a_fight()
    attack = proposed(situation(game), "propose_attack", ATTACK)
    assert isinstance(attack, ProposeAttack)
    missed = settled(game, attack, *(1,) * 2)
    assert missed.breach is not None
    return missed


# --- acting against somebody


def test_an_attack_is_at_the_threat_of_its_target() -> None:
    made = proposed(situation(in_a_fight()), "propose_attack", ATTACK | {"difficulty": "feat"})
    assert isinstance(made, ProposeAttack)
    assert (made.difficulty, made.stake, made.on_failure) == ("hard", "yard:brute:attack", None)
    assert made.aim().target == "brute"


def test_outside_a_conflict_an_attack_says_what_it_risks_and_is_tried_once() -> None:
    game = after(begun(), BringAdversary(BRUTE))
    made = proposed(situation(game), "propose_attack", ATTACK)
    assert isinstance(made, ProposeAttack)
    assert made.on_failure is not None
    assert made.on_partial == made.on_failure, "Threat 2 has a partial"
    tried = situation(settled(game, made, 1, 1))
    assert "no tool" in refused(tried, "propose_attack", ATTACK)


def test_a_flaw_is_offered_once_it_is_known() -> None:
    game = in_a_fight()
    hidden = proposed(situation(game), "propose_attack", ATTACK | {"flaw": "pride"})
    assert isinstance(hidden, ProposeAttack)
    assert hidden.flaw is None
    (brute,) = game.adversaries
    known = situation(replace(game, adversaries=(replace(brute, known=(FlawId("pride"),)),)))
    made = proposed(known, "propose_attack", ATTACK | {"flaw": "pride"})
    assert isinstance(made, ProposeAttack)
    assert (made.flaw, made.difficulty) == ("pride", "standard")


def test_a_weapon_is_held_by_who_strikes_and_asks_for_its_attribute() -> None:
    now = situation(in_a_fight(played_by(*CAST[:2])))
    grenades = ATTACK | {"actor": "ana", "weapon": "gift", "attribute": "FOR", "also": ["brute"]}
    made = proposed(now, "propose_attack", grenades)
    assert isinstance(made, ProposeAttack)
    assert (made.attribute, made.also) == (Attribute.INT, ())
    assert refused(now, "propose_attack", ATTACK | {"actor": "ben", "weapon": "gift"}) == (
        "`weapon`: ben does not hold gift; null for bare hands, or sword."
    )


def test_a_manoeuvre_and_words_are_at_its_threat_too() -> None:
    now = situation(in_a_fight())
    made = proposed(now, "propose_manoeuvre", ATTACK | {"effect": "toppled"})
    assert isinstance(made, ProposeManoeuvre)
    assert made.difficulty == "hard"
    swayed = proposed(now, "propose_other_action", FIGHT | {"deed": "sway:brute", "attribute": "CHA"})
    assert isinstance(swayed, ProposeOtherAction)
    assert (swayed.difficulty, swayed.on_failure, swayed.aim()) == ("hard", None, swayed.aim())


def test_first_aid_has_the_book_s_terms_and_a_remedy_is_used_by_who_holds_it() -> None:
    game = played_by(*CAST[:2])
    ana, ben = game.characters
    hurt = situation(replace(game, characters=(ana, replace(ben, health=1))))
    assert enum(hurt, "propose_other_action", "deed") == ["treat:ben", "treat:ben:kit"]
    arguments = FIGHT | {"actor": "ben", "deed": "treat:ben:kit", "attribute": "FOR", "difficulty": "feat"}
    made = proposed(hurt, "propose_other_action", arguments)
    assert isinstance(made, ProposeOtherAction)
    assert (made.actor, made.attribute, made.difficulty, made.remedy) == ("ana", Attribute.INT, "standard", "kit")


# --- the adversity


def test_a_breach_is_answered_by_a_strike_of_so_many_attacks_as_there_are() -> None:
    now = situation(after_a_miss())
    strike = {"answer": "strike:brute", "note": "Il frappe.", "called": None, "clock": False}
    assert enum(now, "answer_breach", "attacks") == ["one", "two", "all"]
    made = proposed(now, "answer_breach", strike | {"attacks": "all"})
    assert isinstance(made, AnswerBreach)
    assert made.command() == Strike(AdversaryId("brute"), 2)


def test_a_breach_is_answered_by_an_advance() -> None:
    now = situation(after_a_miss())
    told = {"note": "Il détale vers la ruelle.", "called": None, "attacks": "one"}
    made = proposed(now, "answer_breach", told | {"answer": "flight:brute", "clock": True})
    assert isinstance(made, AnswerBreach)
    fled = Setback(SetbackKind.FLIGHT, told["note"] or "", AdversaryId("brute"), clock=now.options.clocks[0])
    assert made.command() == BringSetback(fled)
    more = proposed(now, "answer_breach", told | {"answer": "reinforcements:minion", "clock": False})
    assert isinstance(more, AnswerBreach)
    command = more.command()
    assert isinstance(command, BringSetback)
    (arrival,) = command.setback.arrivals
    assert (arrival.id, arrival.profile.name, arrival.profile.standing) == ("minion", "le brute", Standing.GROUP)


def test_the_turn_s_setback_waits_for_everybody_s_say() -> None:
    fight = in_a_fight()
    assert "no tool" in refused(situation(fight), "answer_breach", {})
    waited = situation(after(fight, Wait(CharacterId("mara"))))
    made = proposed(waited, "answer_breach", {"answer": "hostage", "note": "Il prend le gardien."})
    assert isinstance(made, AnswerBreach)
    assert made.command() == EndTurn(Setback(SetbackKind.HOSTAGE, "Il prend le gardien."))


@pytest.mark.parametrize("kind", KINDS)
def test_somebody_of_a_kind_has_numbers_that_the_book_calls_typical(kind: str) -> None:
    made = proposed(situation(begun()), "introduce_adversary", {"profile": kind, "called": "les rôdeurs"})
    assert isinstance(made, IntroduceAdversary)
    arrival = made.arrival()
    assert arrival_faults(arrival) == advice(arrival.profile, 1) == ()
    assert arrival.profile.name == "les rôdeurs"


def test_somebody_of_the_catalogue_has_its_numbers_under_a_new_name() -> None:
    game = begun()
    arguments = {"profile": "la louve des haies", "called": "les chiens du gué"}
    wolves = next(each for each in prompting.catalogue().adversaries if each.id == "hedge_wolves")
    arguments["profile"] = wolves.name.fr
    for expected in ("hedge_wolves", "hedge_wolves-2"):
        made = proposed(situation(game), "introduce_adversary", arguments)
        assert isinstance(made, IntroduceAdversary)
        arrival = made.arrival()
        assert (arrival.id, arrival.members) == (expected, wolves.members)
        assert replace(arrival.profile, name="") == replace(wolves.profile("fr"), name="")
        game = after(game, made.command())


def test_a_danger_is_the_catalogue_s() -> None:
    arguments = {
        "danger": "fire",
        "exposed": ["mara", "mara"],
        "reason": "La lampe tombe dans la paille.",
        "on_partial": {"kind": "exposed", "note": "Il faut sortir à découvert."},
    }
    made = proposed(situation(begun()), "propose_danger", arguments)
    assert isinstance(made, ProposeDanger)
    command = made.command()
    assert isinstance(command, FaceDanger)
    assert (command.danger.damage, command.exposed) == (3, ("mara",))
    assert command.on_partial is not None
    easy = proposed(situation(begun()), "propose_danger", arguments | {"danger": "burn"})
    assert isinstance(easy, ProposeDanger)
    assert easy.on_partial is None
    assert refused(situation(begun()), "propose_danger", arguments | {"exposed": []}) == (
        "`exposed` names too few: give one at least."
    )


def test_a_calamity_does_what_is_its_own_and_is_sent_back_lever_by_lever() -> None:
    game = after(begun(), BringCalamity(KRAKEN))
    now = situation(game)
    partial = {"kind": "time", "note": "Le flot recule à peine."}
    arguments = {"manifestation": "kraken:swell", "exposed": ["mara"], "on_partial": partial}
    made = proposed(now, "play_manifestation", arguments)
    assert isinstance(made, PlayManifestation)
    assert isinstance(made.command(), Manifest)
    assert enum(now, "use_lever", "lever") == ["kraken:first-bell"]
    lever = proposed(now, "use_lever", FIGHT | {"lever": "kraken:first-bell", "difficulty": "hard"})
    assert isinstance(lever, UseLever)
    assert lever.stake == "yard:kraken:first-bell"
    tried = situation(settled(game, lever, 1, 1))
    assert "no tool" in refused(tried, "use_lever", FIGHT)
