"""Who fights whom: from names, from numbers, from a file; and what is wrong with it, in one sentence."""

import re

import pytest

from engine.core.commands import BringAdversary, NewGame
from engine.core.decide import advance, new_game
from engine.core.evolve import evolve, fold
from engine.core.rules.checks import pool
from engine.core.sheet import Variant
from engine.dice import SeededDice
from engine.ruling import Accepted
from narrator import prompting
from table.campaign import Content
from table.config import ConfigError
from table.playtest.acts import blows
from table.playtest.choosing import chosen
from table.playtest.encounter import GROUND, changed, read_encounter, shipped
from table.playtest.seat import Seat
from table.words import LANGUAGES, Words, messages
from tests.table.playtest.fighting import encounter, fighter, foe, fought

FILE = """
party = ["teva"]
adversaries = ["toll_warden*2"]

[[pc]]
id = "vex"
pool = 5
weapon = 3

[[adversary]]
id = "captain"
standing = "boss"
threat = 2
weapon = 3
"""


def complaint(error: ConfigError, language: str = "en") -> str:
    return Words(language, "cli")(error.key, **error.slots)


def test_every_encounter_that_comes_with_the_game_can_be_played():
    assert {"brute", "champion", "elusive"} <= {*shipped()}
    for file in shipped().values():
        what = read_encounter(file)
        begun = new_game(NewGame(Variant.RAW, "1", GROUND, what.characters))
        assert isinstance(begun, Accepted)
        game = fold(begun.events)
        for arrival in what.arrivals:
            game = advance(game, BringAdversary(arrival), SeededDice("1")).game
        assert len(game.adversaries) == len(what.arrivals)


def test_a_file_has_names_of_the_catalogue_and_numbers_beside_them(tmp_path):
    file = tmp_path / "bridge.toml"
    file.write_text(FILE, encoding="utf-8")
    what = read_encounter(file)
    assert what.name == "bridge"
    assert [each.id for each in what.characters] == ["teva", "vex"]
    assert [each.id for each in what.arrivals] == ["toll_warden_1", "toll_warden_2", "captain"]


def test_who_is_named_on_the_command_line_stands_in_the_place_of_the_files(tmp_path):
    file = tmp_path / "bridge.toml"
    file.write_text(FILE, encoding="utf-8")
    what = chosen(str(file), ["akiko", "salma"], ["bog_wyrm"], [])
    assert [each.id for each in what.characters] == ["akiko", "salma"]
    assert [each.id for each in what.arrivals] == ["bog_wyrm"]


@pytest.mark.parametrize("dice", range(1, 7))
def test_a_pc_by_numbers_strikes_with_just_so_many_dice(dice):
    one = fought(encounter(fighter("vex", pool=dice), foe()))
    check = next(command.check for command, _ in one.turns if hasattr(command, "check"))
    begun = fold(one.started)
    game = advance(begun, BringAdversary(one.encounter.arrivals[0]), SeededDice("1")).game
    assert pool(game, check).size == dice


def test_what_a_bot_counts_on_is_what_it_rolls():
    seen = []
    for variant in Variant:
        what = encounter(fighter("vex", pool=5), fighter("nora", pool=3), foe(threat=2, health=9, cover=1))
        one = fought(what, "random", variant=variant, number=3)
        game = fold(one.started)
        for command, events in one.turns:
            if hasattr(command, "check") and type(command.check.aim).__name__ == "Attack":
                seat = Seat(game, None, command.check.actor, what.skills, one.luck)
                blow = next(each for each in blows(seat) if each.weapon == command.check.aim.weapon)
                seen.append(blow.odds.dice == pool(game, command.check).size)
            for event in events:
                game = evolve(game, event)
    assert seen
    assert all(seen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_in_a_help_are_names_that_there_are(language):
    known = {each.id for each in prompting.catalogue().adversaries}
    named = {each for text in messages(language, "cli").values() for each in re.findall(r"(\w+)\*\d", str(text))}
    assert named
    assert named <= known


def test_numbers_of_the_adversaries_can_be_changed_for_all_or_for_one():
    what = encounter(fighter("vex"), foe("guard"), foe("captain", threat=2, health=5))
    harder = changed(what, ["weapon=4", "captain.health=9"])
    assert [each.profile.weapon for each in harder.arrivals] == [4, 4]
    assert [each.profile.health for each in harder.arrivals] == [3, 9]


def test_only_a_specialty_that_goes_with_the_weapon_counts_for_a_blow():
    what = chosen(None, ["teva"], ["marsh_boar"], [])
    skills = what.skills["teva"]
    assert skills[None] == ()
    assert skills["crowbar"] == ()


def test_an_adventure_is_played_by_those_named_or_by_the_first_that_it_is_for():
    alone, three = chosen("low-tide", [], [], []), chosen("low_tide", ["teva", "akiko", "salma"], [], [])
    assert isinstance(alone, Content)
    assert [each.id for each in alone.characters] == [alone.scenario.characters[0]]
    assert [each.id for each in three.characters] == ["teva", "akiko", "salma"]


@pytest.mark.parametrize(
    ("what", "party", "adversaries", "settings", "said"),
    [
        ("nowhere", (), (), (), "neither a file nor anything"),
        ("championn", (), (), (), "did you mean champion?"),
        ("toll_warden", (), (), (), "is an adversary: name it with --adversaries"),
        ("akiko", (), (), (), "is a PC: name it with --party"),
        (None, (), (), (), "Say what is played"),
        (None, ("tevaa",), ("marsh_boar",), (), "did you mean teva?"),
        (None, ("akiko",), ("marsh_boars",), (), "did you mean marsh_boar?"),
        (None, (), ("marsh_boar",), (), "give --party"),
        (None, ("akiko",), (), (), "give --adversaries"),
        (None, ("nobody",), ("marsh_boar",), (), "Nobody is called “nobody”"),
        (None, ("akiko",), ("nobody",), (), "No adversary is called “nobody”"),
        (None, ("akiko",), ("marsh_boar*900",), (), "20 at the most"),
        ("champion", (), (), ("weapon=sharp",), "changes no number"),
        (None, ("akiko",), ("marsh_boar*" + "9" * 5_000,), (), "20 at the most"),
        ("champion", (), (), ("nobody.weapon=3",), "about nobody here"),
        ("champion", (), (), ("weapon=" + "9" * 5_000,), "changes no number"),
        ("champion", (), (), ("weapon=9",), "boss cannot be fought: weapon is 9"),
        ("low_tide", (), ("marsh_boar",), (), "is an adventure"),
        ("low_tide", ("akiko", "akiko"), (), (), "plays once"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_sentence(what, party, adversaries, settings, said):
    with pytest.raises(ConfigError) as refused:
        chosen(what, party, adversaries, settings)
    assert said in complaint(refused.value)
    assert complaint(refused.value, "fr")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("party = [", "is not an encounter"),
        ('[[pc]]\nid = "vex"\npool = 9', "pc[0].pool (vex)"),
        ('[[pc]]\nid = "vex"\npool = 3\nsword = 2', "there is no such key"),
        ('[[pc]]\nid = "vex"\npool = 3\narmour_die = 7', "pc[0].armour_die (vex)"),
        (f"party = {'[' * 100_000}", "too deep"),
        (f"[[scene]]\nid = {'[' * 100_000}", "too deep"),
        (f"party = {'9' * 5_000}", "is not an encounter"),
        ('party = ["akiko"]\n[[adversary]]\nid = "x"\nthreat = 7\nhealth = 2\nweapon = 1', "x cannot be fought"),
    ],
)
def test_a_fault_of_a_file_is_named_with_its_place(tmp_path, text, said):
    file = tmp_path / "bridge.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        chosen(str(file), [], [], [])
    assert said in complaint(refused.value)


def test_those_of_one_name_are_numbered_past_whoever_is_called_so_already(tmp_path):
    file = tmp_path / "twins.toml"
    pcs = "".join(f'[[pc]]\nid = "{each}"\npool = 4\n' for each in ("vex", "vex", "vex_2"))
    foes = "".join(
        f'[[adversary]]\nid = "{each}"\nthreat = 1\nhealth = 2\nweapon = 1\n' for each in ("rat", "rat", "rat_2")
    )
    file.write_text(pcs + foes, encoding="utf-8")
    twins = read_encounter(file)
    assert [each.id for each in twins.characters] == ["vex", "vex_3", "vex_2"]
    assert [each.id for each in twins.arrivals] == ["rat_1", "rat_3", "rat_2"]
    assert fought(twins)


def test_a_file_s_name_moves_no_cursor(tmp_path):
    file = tmp_path / "red\x1b[31m\nbridge.toml"
    file.write_text('party = ["teva"]\nadversaries = ["marsh_boar"]', encoding="utf-8")
    assert read_encounter(file).name == "red bridge"
