"""Fights without people: played by the rules to their end, the same each time, and held to the laws."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.core.commands import (
    AddAdvantage,
    AnnounceCheck,
    EndConflict,
    Interpose,
    RollCheck,
    StartConflict,
    Strike,
    StrikeFromAmbush,
    Wait,
)
from engine.core.events import HealthChanged
from engine.core.foes import Standing
from engine.core.sheet import Attribute, Variant
from table.playtest import fights
from table.playtest.encounter import changed, read_encounter, shipped
from table.playtest.fights import fight
from table.playtest.game import kept
from table.playtest.players import POLICIES
from table.store import Store
from table.verify import verify
from tests.table.playtest.fighting import commands, encounter, fighter, foe, fought, mean, plan, summed

CHAMPION = read_encounter(shipped()["champion"])
DUEL = encounter(fighter("vex", pool=6, weapon=3), foe(health=2, weapon=1))
HOPELESS = encounter(fighter("vex", pool=1, weapon=0, protection=0), foe(threat=3, health=9, weapon=4))


def test_a_fight_is_won_when_nobody_stands_against_the_party():
    one = fought(DUEL)
    assert commands(one, EndConflict) == [EndConflict()]
    assert one.counts["ending", "won"] == one.counts["won", "yes"] == 1
    assert one.counts["down", "0"] == 1


def test_a_fight_is_lost_when_nobody_of_the_party_stands():
    one = fought(HOPELESS)
    assert one.counts["ending", "lost"] == one.counts["won", "no"] == 1
    assert one.counts["down", "1"] == 1


def test_a_fight_in_which_nothing_happens_is_broken_off():
    wall = encounter(fighter("vex", pool=2, weapon=1), foe(threat=1, health=3, weapon=0, protection=3))
    one = fought(wall, "cautious")
    assert one.counts["ending", "stalled"] == 1
    assert one.counts["turns", str(fights.MOST_TURNS + 1)] == 1


def test_a_crowd_needs_many_steps_and_is_at_no_dead_end(monkeypatch):
    monkeypatch.setattr(fights, "MOST_STEPS", 800)
    crowd = [fighter(f"p{each}", pool=2, weapon=1) for each in range(20)]
    one = fought(encounter(*crowd, foe(weapon=0, protection=3)), "bold")
    assert len(one.turns) > 800
    assert one.counts["ending", "stalled"] == 1


def test_the_same_number_is_the_same_game_and_another_is_another():
    assert fought(CHAMPION, number=7).turns == fought(CHAMPION, number=7).turns
    assert fought(CHAMPION, number=7).turns != fought(CHAMPION, number=8).turns
    assert fought(CHAMPION, "random", number=7).turns == fought(CHAMPION, "random", number=7).turns


@pytest.mark.parametrize("variant", list(Variant))
@pytest.mark.parametrize("policy", list(POLICIES))
def test_every_policy_plays_by_the_rules(policy, variant):
    many = encounter(
        *(fighter(each, pool=pool, armour_die=6) for each, pool in (("vex", 5), ("korr", 3), ("nora", 2))),
        foe("thugs", threat=1, health=2, standing=Standing.GROUP, members=4),
        foe("hound", threat=2, health=4, cover=1),
    )
    summary = summed(plan(many, policy, variant=variant), 40)
    assert (summary.games, summary.escapes) == (40, ())
    assert sum(summary.of("won").values()) == 40


def test_two_of_the_same_name_are_two_and_the_catalogue_fights_as_well():
    from table.playtest.choosing import chosen

    what = chosen(None, ["teva", "teva", "salma"], ["toll_warden*2", "bog_wyrm"], [])
    assert [each.id for each in what.characters] == ["teva", "teva_2", "salma"]
    assert [each.id for each in what.arrivals] == ["toll_warden_1", "toll_warden_2", "bog_wyrm"]
    summary = summed(plan(what, "ahead", "supportive"), 20)
    assert (summary.games, summary.escapes) == (20, ())


@pytest.mark.parametrize("ambush", ["pcs", "npcs"])
def test_either_side_may_lie_in_ambush(ambush):
    what = encounter(fighter("vex"), fighter("korr"), foe("scout", threat=2, health=4), ambush=ambush)
    summary = summed(plan(what, "focused"), 30)
    assert (summary.games, summary.escapes) == (30, ())


# What the policies are about


def test_the_focused_finish_the_weakest_first():
    what = encounter(fighter("vex"), foe("whole", health=6), foe("weak", health=2))
    first = commands(fought(what, "focused"), AnnounceCheck)[0]
    assert first.check.aim.target == "weak"


def test_the_bold_go_for_the_most_dangerous():
    what = encounter(fighter("vex"), foe("weak", health=2), foe("fierce", threat=2, weapon=3, health=6))
    first = commands(fought(what, "bold"), AnnounceCheck)[0]
    assert first.check.aim.target == "fierce"


def test_the_cautious_strike_where_a_breach_is_least_likely():
    what = encounter(fighter("vex"), foe("fierce", threat=2, weapon=3, health=2), foe("mild", threat=1, health=6))
    first = commands(fought(what, "cautious"), AnnounceCheck)[0]
    assert first.check.aim.target == "mild"


def test_the_cautious_keep_out_of_it_when_badly_hurt():
    fierce = changed(CHAMPION, ["weapon=4"])
    assert any(commands(fought(fierce, "cautious", number=number), Wait) for number in range(10))


def test_the_supportive_bring_round_who_is_down_and_lend_a_hand():
    helped = healed = 0
    for number in range(10):
        one = fought(CHAMPION, "supportive", number=number)
        helped += len(commands(one, AddAdvantage))
        healed += sum(type(check.check.aim).__name__ == "Treat" for check in commands(one, AnnounceCheck))
    assert helped > 0
    assert healed > 0


def test_whoever_lends_a_hand_gives_their_own_action_for_it():
    one = fought(CHAMPION, "focused", "supportive", number=1)
    for place, (command, _) in enumerate(one.turns):
        if isinstance(command, AddAdvantage):
            helper = command.advantage.helper
            later = [each for each, _ in one.turns[place:]]
            acts = next(
                each
                for each in later
                if (isinstance(each, Wait | Interpose) and each.character == helper)
                or (isinstance(each, AnnounceCheck) and each.check.actor == helper)
                or isinstance(each, EndConflict)
            )
            assert not isinstance(acts, AnnounceCheck)


def test_the_bold_step_between():
    assert any(commands(fought(CHAMPION, "bold", number=number), Interpose) for number in range(20))


def test_a_coup_is_declared_as_soon_as_it_is_ready():
    long = encounter(fighter("vex", pool=2, weapon=1, protection=0), foe(health=20, weapon=1))
    assert any(RollCheck(coup=True) in commands(fought(long, number=number), RollCheck) for number in range(20))


def test_whoever_looks_ahead_loses_fewer_than_who_strikes_by_chance():
    hard = changed(CHAMPION, ["weapon=4"])
    ahead, chance = (summed(plan(hard, each), 100) for each in ("ahead", "random"))
    assert mean(ahead, "turns") < mean(chance, "turns")
    assert ahead.of("won")["yes"] >= 70


# The game master


def test_attacks_that_would_be_lost_are_put_together():
    lone = encounter(fighter("vex", pool=1), foe(threat=3, health=9, weapon=1))
    strikes = commands(fought(lone), Strike)
    assert {each.attacks for each in strikes} == {3}
    # Two strikes are all that two PCs leave open, and four attacks have to go into them.
    two = encounter(
        fighter("vex", pool=1),
        fighter("korr", pool=1),
        foe("guard", threat=2, health=9, weapon=1),
        foe("hound", threat=2, health=9, weapon=2),
    )
    strikes = commands(fought(two), Strike)[:2]
    assert [(each.adversary, each.attacks) for each in strikes] == [("hound", 2), ("guard", 2)]


def test_a_breach_is_answered_by_whoever_strikes_hardest():
    two = encounter(fighter("vex", pool=1), foe("mild", weapon=1), foe("fierce", weapon=3), foe("dull", weapon=1))
    assert commands(fought(two), Strike)[0].adversary == "fierce"


def test_whoever_lies_in_ambush_strikes_at_who_has_the_least_health_left():
    what = encounter(fighter("vex"), fighter("korr"), foe("scout", weapon=4), foe("spy"), ambush="npcs")
    hits = 0
    for number in range(10):
        turns = fought(what, number=number).turns
        strikes = [place for place, (command, _) in enumerate(turns) if isinstance(command, StrikeFromAmbush)]
        first, second = (turns[place][0].target for place in strikes)
        if any(isinstance(each, HealthChanged) for _, events in turns[: strikes[1]] for each in events):
            hits += 1
            assert second == first
    assert hits


def test_one_fight_in_so_many_is_played_again_from_its_text(monkeypatch):
    again = []
    monkeypatch.setattr(fights, "check_again", lambda *played: again.append(played))
    for number in (0, 1, fights.ONE_IN):
        fought(DUEL, number=number)
    assert len(again) == 2


def test_what_happened_in_a_game_that_broke_a_law_is_told_in_short(monkeypatch):
    def breaks(seat):
        raise ValueError("x" * 100_000)

    monkeypatch.setattr(fights, "POLICIES", {**POLICIES, "broken": breaks})
    assert len(summed(plan(DUEL, "broken"), 1).escapes[0].what) == 1_000


# Laws


def test_what_is_hidden_from_the_players_does_not_change_how_they_play():
    from engine.core.foes import Flaw, FlawId, FlawKind

    def with_flaw(*flaws: Flaw):
        return replace(
            CHAMPION,
            arrivals=tuple(replace(each, profile=replace(each.profile, flaws=flaws)) for each in CHAMPION.arrivals),
        )

    hidden = with_flaw(Flaw(FlawId("heel"), "the heel", FlawKind.LOWER_THREAT, 1))
    for policy in POLICIES:
        played = [[command for command, _ in fought(each, policy, number=3).turns[1:]] for each in (CHAMPION, hidden)]
        assert played[0] == played[1]


def test_a_seat_shows_neither_flaws_nor_levers_nor_what_a_calamity_will_do(monkeypatch):
    from engine.core.commands import BringCalamity
    from engine.core.foes import (
        Calamity,
        CalamityId,
        Flaw,
        FlawId,
        FlawKind,
        LeverId,
        Manifestation,
        ManifestationId,
        Scale,
    )

    seen = []

    def looks(seat):
        seen.append(repr((seat.view, seat.legal, seat.domain, seat.me, seat.foes)))
        return POLICIES["focused"](seat)

    monkeypatch.setattr(fights, "POLICIES", {**POLICIES, "looking": looks})
    shown = Manifestation(ManifestationId("secret surge"), "when it is late", (Attribute.DEX,), 1)
    storm = Calamity(CalamityId("storm"), "the storm", Scale.LOCAL, "secret goal", (shown,), (LeverId("secret lever"),))
    heel = Flaw(FlawId("secret heel"), "the secret heel", FlawKind.LOWER_THREAT, 1)
    hidden = replace(
        CHAMPION,
        arrivals=tuple(replace(each, profile=replace(each.profile, flaws=(heel,))) for each in CHAMPION.arrivals),
    )
    one = fight(plan(hidden, "looking"), 0)
    after = one._after

    def with_a_storm(game, command):
        if isinstance(command, StartConflict):
            game = after(game, BringCalamity(storm))
        return after(game, command)

    one._after = with_a_storm
    one._play()
    assert any("storm" in each for each in seen)
    assert not [each for each in seen if "secret" in each]


def test_a_game_that_breaks_a_law_is_kept_and_the_others_go_on(tmp_path, monkeypatch):
    def cheats(seat):
        wants = POLICIES["focused"](seat)
        number = seat.view.conflict.turn
        return Wait("nobody") if number == 2 and isinstance(wants, AnnounceCheck) else wants

    monkeypatch.setattr(fights, "POLICIES", {**POLICIES, "cheating": cheats})
    short = encounter(fighter("vex", pool=6, weapon=4), foe(health=4))
    summary = summed(plan(short, "cheating"), 12)
    assert 0 < summary.escaped < 12
    assert summary.games + summary.escaped == 12
    first = summary.escapes[0]
    assert first.law == "what is legal is accepted"
    assert "nobody" in first.what
    file = kept(plan(short, "cheating"), first.game, tmp_path)
    assert file == str(tmp_path / f"here-{first.game}.breche")
    assert verify(Path(file)).diverges_at is None


def test_a_save_that_is_there_already_is_not_written_over(tmp_path, monkeypatch):
    monkeypatch.setattr(fights, "POLICIES", {**POLICIES, "cheating": lambda seat: Wait("nobody")})
    first, second = (kept(plan(DUEL, "cheating"), 0, tmp_path) for _ in range(2))
    assert (first, second) == (str(tmp_path / "here-0.breche"), str(tmp_path / "here-0-2.breche"))
    with Store.open(tmp_path / "here-0.breche") as store:
        assert store.load().adversaries


def test_an_exception_in_one_game_ends_no_other(monkeypatch):
    def breaks(seat):
        raise ZeroDivisionError

    monkeypatch.setattr(fights, "POLICIES", {**POLICIES, "broken": breaks})
    summary = summed(plan(DUEL, "broken"), 3)
    assert (summary.games, summary.escaped, summary.escapes[0].law) == (0, 3, "no exception")
