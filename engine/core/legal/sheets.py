"""What may be asked of the PCs' sheets now (CORE ch. 3, 4 and 7)."""

from engine.core.commands import Comfort, Command, DescribeBreakdown
from engine.core.legal.domains import UseDomain
from engine.core.rules import gear, healing, people, turns
from engine.core.sheet import Breakdown, CharacterId, Variant, WoundId
from engine.core.state import Game


def anytime(game: Game) -> tuple[Command, ...]:
    """What holds nothing up and waits for nothing: how a Breakdown looks."""
    return tuple(
        DescribeBreakdown(each.id, manner)
        for each in game.characters
        if each.breakdown is Breakdown.UNTOLD
        for manner in Breakdown
        if manner is not Breakdown.UNTOLD
    )


def inspirable(game: Game) -> tuple[CharacterId, ...]:
    """Those alive who hold no Inspiration."""
    return tuple(each.id for each in game.characters if not each.inspiration and not each.dead)


def comforts(game: Game) -> tuple[Command, ...]:
    """Who may reassure whom, in Raw alone."""
    if game.variant is not Variant.RAW:
        return ()
    able = people.able(game)
    return tuple(
        Comfort(helper.id, each.id)
        for helper in turns.with_an_action(game)
        for each in able
        if each.id != helper.id and healing.comfort_refusal(game, each) is None
    )


def uses(game: Game) -> tuple[UseDomain, ...]:
    """The items that may be used without a roll; one that works on somebody alone, only where there is somebody."""
    found = (
        (user, item, gear.patients(game, user, item))
        for user in turns.with_an_action(game)
        for item in gear.usable(user)
    )
    return tuple(
        UseDomain(user.id, item.id, (None, *on) if gear.works_on(item) and gear.works_alone(item) else on)
        for user, item, on in found
        if on or gear.works_alone(item)
    )


def wounds(game: Game) -> tuple[tuple[CharacterId, WoundId], ...]:
    """The wounds that may be described."""
    return tuple((each.id, wound.id) for each in game.characters for wound in each.wounds)


def dying(game: Game) -> tuple[CharacterId, ...]:
    """Those out of action, whom the table may let die."""
    return tuple(each.id for each in game.characters if each.health == 0 and not each.dead)


def patients(game: Game) -> tuple[CharacterId, ...]:
    """Those who may have medical care, once between two conflicts."""
    return tuple(each.id for each in game.characters if not each.dead and each.id not in game.cared)
