"""What may be asked now: whole commands where they are few, domains where choices combine.

Every command listed, and every command made from a domain, is accepted by `decide`.
"""

from dataclasses import dataclass, replace

from engine.core.commands import (
    AcceptOutcome,
    Command,
    DescribeBreakdown,
    EndConflict,
    EnterScene,
    LeaveStory,
    Reroll,
    Rest,
    RollCheck,
    StartConflict,
    WithdrawCheck,
)
from engine.core.rules.adventure import attainable
from engine.core.rules.checks import able, may_declare_coup, reroll_refusal
from engine.core.rules.items import is_empty, wearable
from engine.core.rules.stakes import losable, who_acts
from engine.core.state import (
    Breakdown,
    Character,
    CharacterId,
    Game,
    ItemId,
    Pending,
    RestKind,
    Specialty,
    StakeId,
    WoundId,
)
from engine.story import ClockId, FactId, open_ways, scene


@dataclass(frozen=True, slots=True)
class CheckDomain:
    """What a check announced for `actor` may be made of.

    Any attribute and difficulty go; one of `specialties`, on its own attribute, or none; any of `items` (used), of
    `tools` (as TOOL advantages), of `helpers` (as HELP), of `wounds` (hindering); `wearable` and `losable` items for
    complications; any stake that is not in `tried`.
    """

    actor: CharacterId
    specialties: tuple[Specialty, ...]
    items: tuple[ItemId, ...]
    tools: tuple[ItemId, ...]
    helpers: tuple[CharacterId, ...]
    wounds: tuple[WoundId, ...]
    wearable: tuple[ItemId, ...]
    losable: tuple[ItemId, ...]
    tried: tuple[StakeId, ...]


@dataclass(frozen=True, slots=True)
class Options:
    """All that is legal.

    `checks` has a domain for each PC who can act, none while a check is on the table; `advantages` is the domain whose
    tools and helpers may still be added to the announced one. `gains` are the facts that a check's success or a ruling
    may establish now, `clues` those that nobody can miss; both are the narrator's to know, not a player's.
    """

    commands: tuple[Command, ...]
    checks: tuple[CheckDomain, ...]
    advantages: CheckDomain | None
    gains: tuple[FactId, ...]
    clues: tuple[FactId, ...]
    clocks: tuple[ClockId, ...]


def legal(game: Game) -> Options:
    """Everything that `decide` accepts in this game."""
    clocks = tuple(each.id for each in game.story.clocks)
    if game.progress.ending is not None:
        return Options((), (), None, (), (), clocks)
    known = attainable(game)
    essential = tuple(each.id for each in game.story.facts if each.essential)
    pending = game.pending
    announced = game.character(pending.check.actor) if pending is not None and pending.roll is None else None
    return Options(
        commands=(*_anytime(game), *(_between_checks(game) if pending is None else _about_the_check(game, pending))),
        checks=tuple(_domain(game, each) for each in able(game)) if pending is None else (),
        advantages=None if announced is None or pending is None else _not_counted(_domain(game, announced), pending),
        gains=tuple(each for each in known if each not in essential),
        clues=tuple(each for each in known if each in essential),
        clocks=clocks,
    )


def _anytime(game: Game) -> tuple[Command, ...]:
    return tuple(
        DescribeBreakdown(each.id, manner)
        for each in game.characters
        if each.breakdown is Breakdown.UNTOLD
        for manner in Breakdown
        if manner is not Breakdown.UNTOLD
    )


def _between_checks(game: Game) -> tuple[Command, ...]:
    if game.in_conflict:
        return (EndConflict(), LeaveStory())
    shelter = scene(game.story, game.progress.scene).shelter
    rests = [RestKind.LONG]
    if shelter:
        rests.insert(0, RestKind.SCENE)
        if not game.paused:
            rests.insert(0, RestKind.PAUSE)
    ways = open_ways(game.story, game.progress)
    return (*map(EnterScene, ways), *map(Rest, rests), StartConflict(), LeaveStory())


def _about_the_check(game: Game, pending: Pending) -> tuple[Command, ...]:
    check = pending.check
    actor = game.character(check.actor)
    assert actor is not None
    if pending.roll is None:
        rolls = [RollCheck()] if who_acts(actor) is None else []
        if rolls and may_declare_coup(game, check):
            rolls.append(RollCheck(coup=True))
        return (*rolls, WithdrawCheck())
    again = (each for each in (False, True) if reroll_refusal(game, actor, pending.roll.coup, each) is None)
    return (*map(Reroll, again), AcceptOutcome())


def _not_counted(domain: CheckDomain, pending: Pending) -> CheckDomain:
    counted = pending.check.advantages
    tools, helpers = {each.item for each in counted}, {each.helper for each in counted}
    return replace(
        domain,
        tools=tuple(each for each in domain.tools if each not in tools),
        helpers=tuple(each for each in domain.helpers if each not in helpers),
    )


def _domain(game: Game, actor: Character) -> CheckDomain:
    usable = tuple(each for each in actor.items if not is_empty(each))
    return CheckDomain(
        actor=actor.id,
        specialties=actor.specialties,
        items=tuple(each.id for each in usable),
        tools=tuple(each.id for each in usable if each.helps),
        helpers=tuple(each.id for each in able(game) if each.id != actor.id),
        wounds=tuple(each.id for each in actor.wounds),
        wearable=wearable(actor),
        losable=losable(actor),
        tried=game.tried,
    )
