"""Whether `legal` offers a command: read off its options alone, as a bot or a tool would.

The law that stands on it: `decide` accepts a command just when `offered` says so. What options leave to a table, words
that are not blank, new ids, numbers in a range, is said here.
"""

from collections.abc import Iterable
from typing import assert_never

from engine.core.check import (
    Advantage,
    AdvantageKind,
    Attack,
    Avoid,
    BringBack,
    Check,
    Complication,
    ComplicationKind,
    Delay,
    Difficulty,
    Effort,
    Manoeuvre,
    Sway,
    Treat,
    UseLever,
)
from engine.core.commands import (
    AddAdvantage,
    AmendCheck,
    AnnounceCheck,
    AnnounceContest,
    AnnounceEach,
    AskSafety,
    BringAdversary,
    BringAlly,
    BringCalamity,
    BringSetback,
    CatchIdle,
    Command,
    CoverAdversary,
    DescribeWound,
    EndConflict,
    EndTurn,
    FaceDanger,
    GainItem,
    GrantInspiration,
    LetDie,
    Manifest,
    MarkCharacter,
    PartWithAlly,
    ReachGoal,
    Rest,
    RuleWithoutRoll,
    SeeFirst,
    SendAway,
    Strike,
    StrikeFromAmbush,
    Suffer,
    TakeAdvance,
    TakeCover,
    UseItem,
)
from engine.core.foes import Arrival, Setback, SetbackKind
from engine.core.legal import CheckDomain, Options, TargetDomain
from engine.core.rules.checks import difficulty
from engine.core.rules.profiles import arrival_refusal, calamity_refusal, danger_refusal, item_refusal
from engine.core.sheet import Attribute
from engine.core.state import Game, RestKind, SafetyKind


def said(*texts: str) -> bool:
    """Whether none of the words is blank."""
    return all(each.strip() for each in texts)


def bare(text: str) -> str:
    return "".join(each for each in text.casefold() if each.isalnum())


def distinct(values: Iterable[object]) -> bool:
    every = list(values)
    return len(set(every)) == len(every)


def among(values: Iterable[object], offered: Iterable[object]) -> bool:
    """Whether the values are some of those offered, each once."""
    every = list(values)
    return distinct(every) and set(every) <= set(offered)


def offered(game: Game, options: Options, command: Command) -> bool:
    """Whether the options offer a command."""
    if command in options.commands:
        return True
    match command:
        case AnnounceCheck():
            return check_offered(game, options, command.check)
        case AnnounceEach():
            checks = command.checks
            each_once = len(checks) > 1 and distinct(each.actor for each in checks)
            one_stake = len({each.stake for each in checks}) == 1
            alone = not any(each.together or each.aim is not None for each in checks)
            return each_once and one_stake and alone and all(check_offered(game, options, each) for each in checks)
        case AddAdvantage():
            domain = options.advantages
            if domain is None or game.pending is None:
                return False
            return advantages_offered(domain, game.pending.check.advantages, (command.advantage,))
        case AmendCheck():
            return amendment_offered(options, command)
        case AnnounceContest():
            acts, resists = command.contest.acts, command.contest.resists
            able = {each.actor: each for each in options.efforts}
            both = acts.actor in options.actors and resists.actor in able and acts.actor != resists.actor
            efforts = both and all(effort_offered(able[each.actor], each) for each in (acts, resists))
            hands = [each.helper for side in (acts, resists) for each in side.advantages if each.helper is not None]
            apart = distinct(hands) and not {acts.actor, resists.actor} & set(hands)
            return efforts and apart and said(command.contest.worse)
        case RuleWithoutRoll():
            gains = (None, *options.gains, *options.clues)
            told = said(command.action, command.why)
            if not command.succeeds:
                return command.actor in options.actors and told and said(command.would_need) and command.gain is None
            return command.actor in options.actors and told and command.gain in gains
        case GrantInspiration():
            return command.character in options.inspirable and said(command.reason)
        case MarkCharacter():
            return command.character in options.standing and said(command.reason)
        case Suffer():
            return command.character in options.standing and said(command.reason) and command.damage >= 1
        case DescribeWound():
            return (command.character, command.wound) in options.wounds and said(command.note)
        case LetDie():
            return command.character in options.dying and options.free and said(command.reason)
        case UseItem():
            found = [each for each in options.uses if (each.character, each.item) == (command.character, command.item)]
            return bool(found) and said(command.purpose) and command.patient in (found[0].patients or (None,))
        case GainItem():
            who = game.character(command.character)
            new = who is not None and who.item(command.item.id) is None
            return (
                command.character in options.bearers
                and new
                and said(command.reason)
                and item_refusal(command.item) is None
            )
        case TakeCover():
            return command.character in options.standing and command.protection in (0, 1, 2, 3)
        case CoverAdversary():
            return command.adversary in options.adversaries and command.dice in (0, 1, 2, 3)
        case AskSafety():
            return command.kind in options.safety and (command.kind is not SafetyKind.AVOID or said(command.theme))
        case Rest():
            patients = [each.patient for each in command.care]
            healers = {None, *(each.actor for each in options.efforts), *(each.actor for each in options.checks)}
            cared = among(patients, options.patients) and all(
                said(each.supplies) and each.healer in healers for each in command.care
            )
            return Rest(command.kind) in options.commands and cared and command.kind is not RestKind.PAUSE
        case TakeAdvance():
            return advance_offered(game, options, command)
        case Strike() | BringSetback() | CatchIdle() | EndTurn() | EndConflict() | StrikeFromAmbush():
            return conflict_offered(game, options, command)
        case (
            BringAdversary()
            | SendAway()
            | BringAlly()
            | PartWithAlly()
            | SeeFirst()
            | FaceDanger()
            | BringCalamity()
            | Manifest()
            | ReachGoal()
        ):
            return foes_offered(game, options, command)
        case _:
            # The others are whole in `options.commands`, or not offered.
            return False


def conflict_offered(
    game: Game,
    options: Options,
    command: Strike | BringSetback | CatchIdle | EndTurn | EndConflict | StrikeFromAmbush,
) -> bool:
    match command:
        case Strike():
            breach = options.breach
            if breach is None:
                return False
            most = {each.adversary: each.most for each in breach.strikes}
            marked = breach.opener is not None if command.ally is None else command.ally in breach.allies
            together = 1 <= command.attacks <= most.get(command.adversary, 0)
            return marked and together and among(command.in_contact, breach.in_contact)
        case BringSetback():
            return options.breach is not None and setback_offered(game, options, command.setback)
        case CatchIdle():
            strikers = [each.adversary for each in options.strikes]
            return command.character in options.idle and command.adversary in strikers and said(command.reason)
        case EndTurn():
            standoff = options.standoff and command.setback is not None
            return standoff and command.setback is not None and setback_offered(game, options, command.setback)
        case EndConflict():
            ends = EndConflict(command.how) in options.commands
            return ends and bool(command.left_behind) and among(command.left_behind, options.dying)
        case StrikeFromAmbush():
            found = [each for each in options.ambushes if each.adversary == command.adversary]
            return (
                bool(found)
                and command.target in found[0].targets
                and partial_offered(options, found[0].threat, command.on_partial)
            )
        case _:
            assert_never(command)


def foes_offered(
    game: Game,
    options: Options,
    command: BringAdversary
    | SendAway
    | BringAlly
    | PartWithAlly
    | SeeFirst
    | FaceDanger
    | BringCalamity
    | Manifest
    | ReachGoal,
) -> bool:
    match command:
        case BringAdversary():
            return options.free and arrivals_offered(game, (command.arrival,))
        case SendAway():
            return command.adversary in options.present and said(command.reason)
        case BringAlly():
            return options.free and command.ally.id not in options.allies and said(command.ally.name)
        case PartWithAlly():
            return command.ally in options.allies and said(command.reason)
        case SeeFirst():
            found = [each for each in options.sights if each.of == command.of]
            return bool(found) and bool(command.characters) and among(command.characters, found[0].characters)
        case FaceDanger():
            playable = danger_refusal(command.danger) is None
            exposed = bool(command.exposed) and among(command.exposed, options.standing)
            return (
                playable
                and exposed
                and said(command.reason)
                and partial_offered(options, command.danger.difficulty, command.on_partial)
            )
        case BringCalamity():
            new = command.calamity.id not in options.calamities
            return options.free and new and calamity_refusal(command.calamity) is None
        case Manifest():
            found = [
                each
                for each in options.manifestations
                if (each.calamity, each.manifestation) == (command.calamity, command.manifestation)
            ]
            exposed = bool(command.exposed) and among(command.exposed, options.standing)
            return bool(found) and exposed and partial_offered(options, found[0].difficulty, command.on_partial)
        case ReachGoal():
            return command.calamity in options.calamities and said(command.loss)
        case _:
            assert_never(command)


def partial_offered(options: Options, needed: int, on_partial: Complication | None) -> bool:
    """What avoiding something only partly may bring: nobody's own gear, since it may be for several."""
    if needed == Difficulty.STANDARD:
        return on_partial is None
    if on_partial is None or not said(on_partial.note):
        return False
    own = (ComplicationKind.RESOURCE_WORN, ComplicationKind.GEAR_LOST, ComplicationKind.BREACH)
    moves = on_partial.clock is None or on_partial.clock in options.clocks
    return on_partial.kind not in own and on_partial.item is None and moves


def arrivals_offered(game: Game, arrivals: tuple[Arrival, ...]) -> bool:
    taken = {each.id for each in game.adversaries}
    new = distinct(each.id for each in arrivals) and not taken & {each.id for each in arrivals}
    return new and all(arrival_refusal(each) is None for each in arrivals)


def setback_offered(game: Game, options: Options, setback: Setback) -> bool:
    domain = options.setback
    if domain is None or not said(setback.note) or setback.clock not in (None, *options.clocks):
        return False
    flees = setback.adversary in domain.fleeing if setback.kind is SetbackKind.FLIGHT else setback.adversary is None
    uncovers = setback.kind is SetbackKind.COVER_FALLS
    covered = setback.character in domain.covered if uncovers else setback.character is None
    brings = setback.kind is SetbackKind.REINFORCEMENTS
    arrives = arrivals_offered(game, setback.arrivals) if brings else True
    return flees and covered and bool(setback.arrivals) is brings and arrives


def advance_offered(game: Game, options: Options, command: TakeAdvance) -> bool:
    found = [each for each in options.advances if each.character == command.character]
    if not found or command.kind not in found[0].kinds:
        return False
    domain = found[0]
    who = game.character(command.character)
    assert who is not None
    match command.kind.value:
        case "specialty":
            new = command.specialty is not None and who.specialty(command.specialty.id) is None
            on = command.specialty is not None and command.specialty.attribute in domain.specialty_on
            named = command.specialty is not None and said(command.specialty.id)
            return new and on and named and command.attribute is None and command.item is None and not command.use
        case "attribute":
            rest = command.specialty is None and command.item is None and not command.use
            return command.attribute in domain.attributes and rest
        case _:
            rest = command.specialty is None and command.attribute is None
            given = domain.items if said(command.use) else domain.resources if command.use == "" else ()
            return rest and command.item in given


def amendment_offered(options: Options, command: AmendCheck) -> bool:
    domain = options.amendment
    if domain is None or command.attribute not in domain.attributes:
        return False
    skilled = command.specialty is None or any(
        (each.id, each.attribute) == (command.specialty, command.attribute) for each in domain.specialties
    )
    return skilled and hindrance_offered(
        domain.wounds, command.hindering, command.disadvantage, command.disadvantage_reason
    )


def hindrance_offered(wounds: tuple[str, ...], hindering: tuple[str, ...], dice: int, reason: str) -> bool:
    return dice in (0, 1, 2, 3) and (not dice or said(reason)) and among(hindering, wounds)


def effort_offered(domain: CheckDomain, effort: Effort) -> bool:
    weapons = [each.item for each in domain.aims.weapons]
    armed = effort.weapon is None or (effort.weapon in weapons and effort.strikes)
    return armed and bool(bare(effort.action)) and pool_offered(domain, effort, effort.weapon)


def pool_offered(domain: CheckDomain, terms: Check | Effort, main: str | None) -> bool:
    """What makes a pool: attribute and specialty, gear in hand, advantages, hindrances."""
    skilled = terms.specialty is None or any(
        (each.id, each.attribute) == (terms.specialty, terms.attribute) for each in domain.specialties
    )
    tools = [each.item for each in terms.advantages if each.item is not None]
    used = [*terms.items, *tools, *([] if main is None else [main])]
    bound = dict(domain.bound)
    fits = all(bound.get(each, terms.attribute) is terms.attribute for each in used)
    geared = among(terms.items, domain.items) and set(used) <= set(domain.items) and fits
    hindered = hindrance_offered(domain.wounds, terms.hindering, terms.disadvantage, terms.disadvantage_reason)
    return skilled and geared and hindered and advantages_offered(domain, (), terms.advantages)


def advantages_offered(domain: CheckDomain, counted: tuple[Advantage, ...], added: tuple[Advantage, ...]) -> bool:
    keys = [
        (each.item, each.helper, each.ally) if (each.item, each.helper, each.ally) != (None,) * 3 else bare(each.reason)
        for each in (*counted, *added)
    ]
    return distinct(keys) and all(_advantage_offered(domain, each) for each in added)


def _advantage_offered(domain: CheckDomain, each: Advantage) -> bool:
    if not bare(each.reason) or sum(one is not None for one in (each.item, each.helper, each.ally)) > 1:
        return False
    if each.item is not None or each.kind is AdvantageKind.TOOL:
        return each.kind is AdvantageKind.TOOL and each.item in domain.tools
    if each.helper is not None:
        return each.kind is AdvantageKind.HELP and each.helper in domain.helpers
    return each.ally is None or (each.kind is AdvantageKind.HELP and each.ally in domain.allies)


def check_offered(game: Game, options: Options, check: Check) -> bool:
    found = [each for each in options.checks if each.actor == check.actor]
    if not found:
        return False
    domain = found[0]
    main = check.aim.weapon if isinstance(check.aim, Attack) else None
    main = check.aim.remedy if isinstance(check.aim, Treat) else main
    held = {each.id for each in domain.specialties}
    return (
        all(bare(each) for each in (check.action, check.risk, check.stake))
        and _stake_is_open(game, domain, check)
        and (check.requires is None or check.requires in held)
        and pool_offered(domain, check, main)
        and _rolls_for_all(options, check)
        and check.gain in (None, *options.gains)
        and check.clue in (None, *options.clues)
        and _aim_offered(domain, check)
        and _complications_offered(options, domain, check)
    )


def _stake_is_open(game: Game, domain: CheckDomain, check: Check) -> bool:
    again = isinstance(check.aim, Treat | BringBack)
    again = again or (game.in_conflict and isinstance(check.aim, Attack | Manoeuvre | Sway))
    return again or bare(check.stake) not in {bare(each) for each in domain.tried}


def _rolls_for_all(options: Options, check: Check) -> bool:
    able = {each.actor: _dice(each, check) for each in options.checks}
    return not check.together or able[check.actor] == max(able.values())


def _dice(domain: CheckDomain, check: Check) -> int:
    skilled = any((each.id, each.attribute) == (check.specialty, check.attribute) for each in domain.specialties)
    return domain.attributes.of(check.attribute) + (2 if skilled else 0)


def _aim_offered(domain: CheckDomain, check: Check) -> bool:
    aims, aim = domain.aims, check.aim
    targets = {each.adversary: each for each in aims.targets}
    plain = difficulty(check) is Difficulty.STANDARD and not check.harder
    match aim:
        case None:
            return True
        case Avoid():
            return False
        case Attack():
            weapons = {each.item: each for each in aims.weapons}
            named = (aim.target, *aim.also)
            if aim.target not in targets or not set(named) <= set(targets):
                return False
            if aim.weapon is not None and aim.weapon not in weapons:
                return False
            most = 1 if aim.weapon is None else weapons[aim.weapon].targets
            crowded = any(named.count(each) > targets[each].members for each in named)
            return len(named) <= most and not crowded and _threat_offered(targets, named, aim.flaw, check)
        case Manoeuvre():
            return aim.target in targets and _threat_offered(targets, (aim.target,), aim.flaw, check)
        case Sway():
            return aim.target in targets and said(aim.way) and _threat_offered(targets, (aim.target,), aim.flaw, check)
        case Treat():
            patients = aims.patients if aim.remedy is None else aims.with_remedy
            remedied = aim.remedy is None or aim.remedy in aims.remedies
            return aim.patient in patients and remedied and plain and check.attribute is Attribute.INT
        case BringBack():
            return aim.broken in aims.broken and plain and check.attribute is Attribute.CHA
        case UseLever():
            return (aim.calamity, aim.lever) in aims.levers
        case Delay():
            return aim.calamity in aims.calamities
        case _:
            assert_never(aim)


def _threat_offered(targets: dict[str, TargetDomain], named: tuple[str, ...], flaw: str | None, check: Check) -> bool:
    first, *others = dict.fromkeys(named)
    flaws = dict(targets[first].flaws)
    if flaw is not None and flaw not in flaws:
        return False
    threat = targets[first].threat if flaw is None else flaws[flaw]
    return not check.harder and check.difficulty == max([threat, *(targets[each].threat for each in others)])


def _complications_offered(options: Options, domain: CheckDomain, check: Check) -> bool:
    both = (check.on_failure, check.on_partial)
    if domain.aims.breach and isinstance(check.aim, Attack | Manoeuvre | Sway):
        return all(each is None or each.kind is ComplicationKind.BREACH for each in both)
    partial = difficulty(check) is not Difficulty.STANDARD
    if check.on_failure is None or (check.on_partial is not None) is not partial:
        return False
    if check.on_failure.kind is ComplicationKind.INCOMPLETE:
        return False
    return all(each is None or _complication_offered(options, domain, each) for each in both)


def _complication_offered(options: Options, domain: CheckDomain, each: Complication) -> bool:
    if not said(each.note) or each.clock not in (None, *options.clocks):
        return False
    match each.kind:
        case ComplicationKind.RESOURCE_WORN:
            return each.item in domain.wearable and each.wear is not None
        case ComplicationKind.GEAR_LOST:
            return each.item in domain.losable
        case ComplicationKind.BREACH:
            return False
        case _:
            return True
