"""Exact odds of an attack, against every face that can fall."""

import tomllib
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, strategies

from engine.core.attack_odds import AttackOdds, attack_odds
from engine.core.check import Difficulty
from engine.core.odds import odds
from engine.errors import EngineError

RULES = Path(__file__).parents[2] / "docs" / "rules"
EXAMPLES = {each["id"]: each for each in tomllib.loads((RULES / "examples.toml").read_text("utf-8"))["example"]}


def fallen(faces: tuple[int, ...], threat: int, weapon: int, protection: int, coup: bool) -> tuple[str, int]:
    """What one throw comes to, word for word as CORE ch. 5 has it, by nothing of the engine's."""
    hits = sum(face in (5, 6) for face in faces)
    if hits >= threat or (coup and threat == 1):
        return "success", max(0, weapon + max(0, hits - threat) - protection)
    if coup or (hits > 0 and hits == threat - 1):
        return "partial", max(0, weapon - protection)
    return "failure", 0


@pytest.mark.parametrize("dice", range(1, 5))
@pytest.mark.parametrize("threat", [1, 2, 3])
@pytest.mark.parametrize(("weapon", "protection"), [(1, 0), (3, 0), (3, 1), (1, 3), (2, 2), (0, 0)])
@pytest.mark.parametrize("cover", range(4))
def test_an_attack_is_that_of_every_face_counted(
    dice: int, threat: int, weapon: int, protection: int, cover: int
) -> None:
    rolled = max(1, dice - cover)
    throws = [fallen(each, threat, weapon, protection, False) for each in product(range(1, 7), repeat=rolled)]
    compare(attack_odds(dice, threat, weapon, protection, cover), rolled, throws)


@pytest.mark.parametrize(("dice", "cover"), [(1, 0), (2, 0), (3, 0), (1, 3), (4, 2)])
@pytest.mark.parametrize("threat", [1, 2, 3])
def test_a_coup_d_eclat_adds_three_dice_and_cannot_miss(dice: int, threat: int, cover: int) -> None:
    rolled = max(1, dice - cover) + 3
    throws = [fallen(each, threat, 2, 1, True) for each in product(range(1, 7), repeat=rolled)]
    found = attack_odds(dice, threat, 2, 1, cover, coup=True)
    compare(found, rolled, throws)
    assert found.devastating
    assert found.hit == found.fells(1) == found.fells(100) == 1
    assert (found.partial == found.breach == 0) == (threat == 1)


def compare(found: AttackOdds, rolled: int, throws: list[tuple[str, int]]) -> None:
    """Chance by chance, what was found is what was counted."""
    total = 6**rolled
    assert len(throws) == total
    came = Counter(result for result, _ in throws)
    dealt = Counter(damage for _, damage in throws)
    assert found.dice == rolled
    assert found.success == Fraction(came["success"], total)
    assert found.partial == Fraction(came["partial"], total)
    assert found.failure == Fraction(came["failure"], total)
    assert found.hit == 1 - found.failure
    assert found.breach == 1 - found.success
    assert found.damage == tuple((damage, Fraction(dealt[damage], total)) for damage in sorted(dealt))
    assert found.mean_damage == Fraction(sum(damage for _, damage in throws), total)
    if not found.devastating:
        for health in range(1, 9):
            assert found.fells(health) == Fraction(sum(damage >= health for _, damage in throws), total)


def test_devastating_asks_neither_health_nor_protection() -> None:
    found = attack_odds(4, 2, 1, 3, devastating=True)
    assert found.fells(1) == found.fells(50) == found.hit == Fraction(65, 81)
    assert found.breach == attack_odds(4, 2, 1, 3).breach


def test_aldric_and_the_crossbowman() -> None:
    assert EXAMPLES["aldric-crossbow"]["chapter"] == 5
    found = attack_odds(5, threat=2, weapon=3, protection=0)
    # One success: partial, 3 damage and a breach. Three: 3 + 1 = 4 damage, which is all of his Health.
    assert found.partial == Fraction(5 * 2**4, 3**5)
    assert dict(found.damage)[3] == Fraction(5 * 2**4 + 10 * 2**3, 3**5)
    assert dict(found.damage)[4] == Fraction(10 * 2**2, 3**5)
    assert found.fells(4) == Fraction(40 + 10 + 1, 3**5)
    assert found.fells(1) == found.hit


def test_vex_shoots_the_pirate_captain() -> None:
    assert "3 + 2 = 5" in EXAMPLES["pirate-captain"]["expect"]
    found = attack_odds(4, threat=2, weapon=3, protection=0)
    assert found.damage[-1] == (5, Fraction(1, 81))  # four successes against Threat 2
    assert found.fells(6) == 0


def test_six_goblins_have_no_partial() -> None:
    assert EXAMPLES["six-goblins"]["chapter"] == 6
    found = attack_odds(2, threat=1, weapon=3, protection=0)
    assert found.partial == 0
    assert found.damage == ((0, Fraction(4, 9)), (3, Fraction(4, 9)), (4, Fraction(1, 9)))


@given(
    dice=strategies.integers(1, 60),
    threat=strategies.integers(1, 3),
    weapon=strategies.integers(0, 10),
    protection=strategies.integers(0, 10),
    cover=strategies.integers(0, 3),
    coup=strategies.booleans(),
)
def test_chances_add_up(dice: int, threat: int, weapon: int, protection: int, cover: int, coup: bool) -> None:
    found = attack_odds(dice, threat, weapon, protection, cover, coup)
    assert found.success + found.partial + found.failure == 1
    assert sum(chance for _, chance in found.damage) == 1
    plain = odds(found.dice, Difficulty(threat), coup)
    assert (found.success, found.partial, found.failure) == (plain.success, plain.partial, plain.failure)


@pytest.mark.parametrize(
    "wrong",
    [{"dice": 0}, {"threat": 0}, {"threat": 4}, {"weapon": -1}, {"protection": -1}, {"cover": -1}, {"cover": 4}],
)
def test_what_is_no_attack_is_a_bug(wrong: dict[str, int]) -> None:
    with pytest.raises(EngineError, match="no such attack"):
        attack_odds(**{"dice": 5, "threat": 2, "weapon": 3, "protection": 1, **wrong})
    with pytest.raises(EngineError, match="Health"):
        attack_odds(5, 2, 3, 1).fells(0)
