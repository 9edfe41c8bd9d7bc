"""Something to ask, made of what `legal` offers: every kind of command, by whatever way of choosing."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from engine.core.check import (
    Advantage,
    AdvantageKind,
    Aim,
    Attack,
    BringBack,
    Check,
    Complication,
    ComplicationKind,
    Contest,
    Delay,
    Difficulty,
    Effort,
    Manoeuvre,
    StakeId,
    Sway,
    Treat,
    UseLever,
    Wear,
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
    Care,
    CatchIdle,
    Command,
    ConflictEnd,
    CoverAdversary,
    DescribeWound,
    EndConflict,
    EndTurn,
    FaceDanger,
    GainItem,
    GrantInspiration,
    LeaveStory,
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
from engine.core.foes import Manoeuvred, Setback, SetbackKind
from engine.core.legal import CheckDomain, Options, SetbackDomain
from engine.core.rules.checks import difficulty
from engine.core.sheet import AdvanceKind, Attribute, Specialty, SpecialtyId
from engine.core.state import Game, RestKind
from engine.story import MarkingEvent
from tests.laws.world import ALL_DANGERS, ALLIES, ARRIVALS, KRAKEN
from tests.scenes import item

T = TypeVar("T")


class Asking:
    """Makes commands of what is offered. `pick` chooses one of several: by Hypothesis, or by chance."""

    def __init__(self, pick: Callable[[Sequence[object]], object]) -> None:
        self._pick = pick

    def pick(self, values: Sequence[T]) -> T:
        """One of several."""
        return self._pick(values)  # type: ignore[return-value]

    def maybe(self, values: Sequence[T]) -> T | None:
        """One of several, or None."""
        return self.pick((None, *values))

    def some(self, values: Sequence[T], most: int = 2) -> tuple[T, ...]:
        """Some of several, each once."""
        left = list(values)
        count = self.pick(range(min(most, len(left)) + 1))
        return tuple(left.pop(self.pick(range(len(left)))) for _ in range(count))

    def anything(self, game: Game, options: Options, number: int) -> Command:
        """A command that is offered; walking away is kept for when nothing else is."""
        ways = list(self._ways(game, options, number))
        return self.pick(ways)() if ways else LeaveStory()

    def _ways(self, game: Game, options: Options, number: int) -> Iterator[Callable[[], Command]]:
        staying = [each for each in options.commands if not isinstance(each, LeaveStory)]
        if staying:
            # As many ways as all others together, about: rolls, answers and ends are what moves a game on.
            yield from (lambda: self.pick(staying),) * 4
        if options.safety:
            yield lambda: AskSafety(self.pick(options.safety), "spiders")
        if options.checks:
            yield from (lambda: AnnounceCheck(self.check(options, self.pick(options.checks), number)),) * 4
        if len(options.checks) > 1:
            yield lambda: AnnounceEach(tuple(self.check(options, each, number, aims=False) for each in options.checks))
        if options.advantages is not None:
            domain = options.advantages
            yield lambda: AddAdvantage(self.pick((_idea(f"preparation {number}"), *_gear(domain), *_hands(domain))))
        if options.inspirable:
            yield lambda: GrantInspiration(self.pick(options.inspirable), "well said")
        if options.wounds:
            yield lambda: DescribeWound(
                *self.pick(options.wounds), f"hurt {number}", *self.pick(((), (True,), (True, True)))
            )
        yield from self._in_fights(options, number)
        if options.free:
            yield from self._freely(game, options, number)
        if options.advances:
            yield lambda: self._advance(options, number)

    def _in_fights(self, options: Options, number: int) -> Iterator[Callable[[], Command]]:
        breach, setback = options.breach, options.setback
        if options.amendment is not None:
            yield lambda: self._amendment(options)
        if breach is not None and setback is not None:
            yield lambda: BringSetback(self.setback(options, setback, number))
            if breach.strikes and (breach.opener is not None or breach.allies):
                yield from (lambda: self._strike(options),) * 3
        if options.standoff and setback is not None:
            yield from (lambda: EndTurn(self.setback(options, setback, number)),) * 2
        if options.ambushes:
            yield from (lambda: self._ambush(options),) * 3
        if options.idle and options.strikes:
            yield lambda: CatchIdle(self.pick(options.strikes).adversary, self.pick(options.idle), "in the open")
        if options.dying and EndConflict(ConflictEnd.CAPTURE) in options.commands:
            yield lambda: EndConflict(ConflictEnd.CAPTURE, self.some(options.dying))

    def _freely(self, game: Game, options: Options, number: int) -> Iterator[Callable[[], Command]]:
        here = {each.id for each in game.adversaries}
        absent = [each for each in ARRIVALS if each.id not in here]
        if absent:
            yield lambda: BringAdversary(self.pick(absent))
        strangers = [each for each in ALLIES if each.id not in options.allies]
        if strangers:
            yield lambda: BringAlly(self.pick(strangers))
        if not options.calamities:
            yield lambda: BringCalamity(KRAKEN)
        if options.actors:
            facts = (*options.gains, *options.clues)
            yield lambda: RuleWithoutRoll(self.pick(options.actors), "acts", True, "it is easy", gain=self.maybe(facts))
        if options.efforts and options.actors:
            yield lambda: self._contest(options)
        if options.standing:
            yield lambda: MarkCharacter(self.pick(options.standing), self.pick(list(MarkingEvent)), "a sight")
            yield lambda: Suffer(self.pick(options.standing), self.pick(range(1, 5)), "a blow")
            yield lambda: TakeCover(self.pick(options.standing), self.pick(range(4)))
            yield lambda: self._danger(options, number)
        yield from self._about_others(options, number)
        yield from self._about_sheets(game, options, number)

    def _about_others(self, options: Options, number: int) -> Iterator[Callable[[], Command]]:
        if options.adversaries:
            yield lambda: CoverAdversary(self.pick(options.adversaries), self.pick(range(4)))
        if options.present:
            yield lambda: SendAway(self.pick(options.present), "they are called back")
        if options.allies:
            yield lambda: PartWithAlly(self.pick(options.allies), "they go home")
        if options.calamities:
            yield lambda: ReachGoal(self.pick(options.calamities), "the quays are gone")
        if options.manifestations and options.standing:
            yield lambda: self._manifestation(options, number)
        if options.sights:
            yield lambda: self._sight(options)

    def _about_sheets(self, game: Game, options: Options, number: int) -> Iterator[Callable[[], Command]]:
        if options.uses:
            yield lambda: self._use(options)
        if options.bearers:
            yield lambda: GainItem(self.pick(options.bearers), item(f"find {number}", 6), "in a drawer")
        if options.dying:
            yield lambda: LetDie(self.pick(options.dying), "nobody came in time")
        kinds = [each for each in (RestKind.SCENE, RestKind.LONG) if Rest(each) in options.commands]
        if options.patients and kinds:
            healers = [each.id for each in game.characters if each.health > 0 and each.breakdown is None]
            yield lambda: Rest(
                self.pick(kinds),
                tuple(Care(each, "bandages", self.maybe(healers)) for each in self.some(options.patients)),
            )

    def _strike(self, options: Options) -> Strike:
        breach = options.breach
        assert breach is not None
        by = self.pick(breach.strikes)
        marks = (*((None,) if breach.opener is not None else ()), *breach.allies)
        return Strike(by.adversary, self.pick(range(1, by.most + 1)), self.some(breach.in_contact), self.pick(marks))

    def _ambush(self, options: Options) -> StrikeFromAmbush:
        by = self.pick(options.ambushes)
        return StrikeFromAmbush(by.adversary, self.pick(by.targets), self._avoided(options, by.threat, 0))

    def _amendment(self, options: Options) -> AmendCheck:
        domain = options.amendment
        assert domain is not None
        skill = self.maybe(domain.specialties)
        dice = self.pick(range(4))
        return AmendCheck(
            self.pick(domain.attributes) if skill is None else skill.attribute,
            None if skill is None else skill.id,
            self.some(domain.wounds),
            dice,
            "smoke" if dice else "",
        )

    def _avoided(self, options: Options, needed: int, number: int) -> Complication | None:
        if needed == Difficulty.STANDARD:
            return None
        return Complication(ComplicationKind.EXPOSED, f"<partial {number} of all>", clock=self.maybe(options.clocks))

    def _danger(self, options: Options, number: int) -> FaceDanger:
        danger = self.pick(ALL_DANGERS)
        exposed = self.some(options.standing, 4) or options.standing[:1]
        return FaceDanger(danger, exposed, "it gives way", self._avoided(options, danger.difficulty, number))

    def _manifestation(self, options: Options, number: int) -> Manifest:
        what = self.pick(options.manifestations)
        exposed = self.some(options.standing, 4) or options.standing[:1]
        return Manifest(what.calamity, what.manifestation, exposed, self._avoided(options, what.difficulty, number))

    def _sight(self, options: Options) -> SeeFirst:
        what = self.pick(options.sights)
        return SeeFirst(what.of, self.some(what.characters, 4) or what.characters[:1])  # type: ignore[arg-type]

    def _use(self, options: Options) -> UseItem:
        what = self.pick(options.uses)
        return UseItem(what.character, what.item, "to see", self.pick(what.patients or (None,)))

    def _contest(self, options: Options) -> AnnounceContest:
        acts = self.pick([each for each in options.efforts if each.actor in options.actors])
        resists = self.pick([each for each in options.efforts if each.actor != acts.actor])
        return AnnounceContest(Contest(self._effort(acts), self._effort(resists), "the alarm rings"))

    def _effort(self, domain: CheckDomain) -> Effort:
        weapon = self.maybe([each for each in domain.aims.weapons if each.attribute is None])
        return Effort(
            domain.actor,
            self.pick(list(Attribute)),
            "pushes",
            hindering=self.some(domain.wounds),
            strikes=weapon is not None or self.pick((True, False)),
            weapon=None if weapon is None else weapon.item,
        )

    def _advance(self, options: Options, number: int) -> Command:
        domain = self.pick(options.advances)
        ways: list[TakeAdvance] = []
        if AdvanceKind.SPECIALTY in domain.kinds:
            new = [Specialty(SpecialtyId(f"skill {number}"), each) for each in domain.specialty_on]
            ways += [TakeAdvance(domain.character, AdvanceKind.SPECIALTY, specialty=each) for each in new]
        if AdvanceKind.ATTRIBUTE in domain.kinds:
            ways += [TakeAdvance(domain.character, AdvanceKind.ATTRIBUTE, attribute=each) for each in domain.attributes]
        if AdvanceKind.ITEM in domain.kinds:
            ways += [TakeAdvance(domain.character, AdvanceKind.ITEM, item=each, use="to row") for each in domain.items]
            ways += [TakeAdvance(domain.character, AdvanceKind.ITEM, item=each) for each in domain.resources]
        return self.pick(ways)

    def setback(self, options: Options, domain: SetbackDomain, number: int) -> Setback:
        """A setback made of its domain; reinforcements are the first who are not there."""
        kinds = [
            each
            for each in SetbackKind
            if (each is not SetbackKind.FLIGHT or domain.fleeing)
            and (each is not SetbackKind.COVER_FALLS or domain.covered)
        ]
        kind = self.pick(kinds)
        made = Setback(kind, f"setback {number}", clock=self.maybe(options.clocks))
        match kind:
            case SetbackKind.FLIGHT:
                return replace(made, adversary=self.pick(domain.fleeing))
            case SetbackKind.COVER_FALLS:
                return replace(made, character=self.pick(domain.covered))
            case SetbackKind.REINFORCEMENTS:
                return replace(made, arrivals=(replace(ARRIVALS[0], id=f"guard {number}"),))
            case _:
                return made

    def check(self, options: Options, domain: CheckDomain, number: int, aims: bool = True) -> Check:
        """A check made of what its domain offers, and of nothing else."""
        aim = self._aim(domain) if aims else None
        skill, attribute = self._skill(domain, aim)
        bound = dict(domain.bound)
        items = [each for each in domain.items if bound.get(each, attribute) is attribute]
        tools = tuple(each for each in _gear(domain) if bound.get(each.item, attribute) is attribute)
        ideas = tuple(_idea(f"idea {each}") for each in range(self.pick(range(3))))
        disadvantage = self.pick(range(4))
        made = Check(
            actor=domain.actor,
            attribute=attribute,
            difficulty=self._needed(domain, aim),
            stake=StakeId(f"stake {number}"),
            action="acts",
            risk="a risk",
            on_failure=None,
            specialty=None if skill is None else skill.id,
            harder=self.pick(("", "in the wind")) if aim is None or isinstance(aim, UseLever | Delay) else "",
            advantages=(*ideas, *self.some(tools), *self.some(_hands(domain), 3)),
            disadvantage=disadvantage,
            disadvantage_reason="smoke" if disadvantage else "",
            hindering=self.some(domain.wounds, 3),
            items=self.some(items),
            gain=self.maybe(options.gains),
            clue=self.maybe(options.clues),
            aim=aim,
        )
        if domain.aims.breach and isinstance(aim, Attack | Manoeuvre | Sway):
            return made
        made = replace(made, on_failure=self._complication(options, domain, number, partial=False))
        if difficulty(made) is Difficulty.STANDARD:
            return made
        return replace(made, on_partial=self._complication(options, domain, number, partial=True))

    def _skill(self, domain: CheckDomain, aim: Aim | None) -> tuple[Specialty | None, Attribute]:
        match aim:
            case Treat():
                asked: Attribute | None = Attribute.INT
            case BringBack():
                asked = Attribute.CHA
            case Attack():
                asked = next((each.attribute for each in domain.aims.weapons if each.item == aim.weapon), None)
            case _:
                asked = None
        bound = dict(domain.bound)
        if isinstance(aim, Treat) and aim.remedy is not None:
            assert bound.get(aim.remedy, Attribute.INT) is Attribute.INT
        skill = self.maybe([each for each in domain.specialties if asked in (None, each.attribute)])
        if skill is not None:
            return skill, skill.attribute
        return None, asked or self.pick(list(Attribute))

    def _needed(self, domain: CheckDomain, aim: Aim | None) -> Difficulty:
        targets = {each.adversary: each for each in domain.aims.targets}
        match aim:
            case Attack() | Manoeuvre() | Sway():
                first = targets[aim.target]
                threat = first.threat if aim.flaw is None else dict(first.flaws)[aim.flaw]
                also = aim.also if isinstance(aim, Attack) else ()
                return max([threat, *(targets[each].threat for each in also if each != aim.target)])
            case Treat() | BringBack():
                return Difficulty.STANDARD
            case _:
                return self.pick(list(Difficulty))

    def _aim(self, domain: CheckDomain) -> Aim | None:
        aims = domain.aims
        ways: list[Callable[[], Aim | None]] = [lambda: None]
        if aims.targets:
            ways += [lambda: self._attack(domain)] * 4
            ways.append(lambda: self._manoeuvre(domain))
            ways.append(lambda: self._sway(domain))
        if aims.patients:
            ways.append(lambda: Treat(self.pick(aims.patients)))
        if aims.with_remedy:
            ways.append(lambda: Treat(self.pick(aims.with_remedy), self.pick(aims.remedies)))
        if aims.broken:
            ways += [lambda: BringBack(self.pick(aims.broken))] * 2
        if aims.levers:
            ways.append(lambda: UseLever(*self.pick(aims.levers)))
        if aims.calamities:
            ways.append(lambda: Delay(self.pick(aims.calamities)))
        return self.pick(ways)()

    def _attack(self, domain: CheckDomain) -> Attack:
        target = self.pick(domain.aims.targets)
        weapon = self.maybe(domain.aims.weapons)
        also = ()
        if weapon is not None and weapon.targets > 1:
            crowd = [each.adversary for each in domain.aims.targets for _ in range(each.members)]
            crowd.remove(target.adversary)
            also = self.some(crowd, weapon.targets - 1)
        flaw = self.maybe([each for each, _ in target.flaws])
        return Attack(target.adversary, None if weapon is None else weapon.item, also, flaw)

    def _manoeuvre(self, domain: CheckDomain) -> Manoeuvre:
        target = self.pick(domain.aims.targets)
        flaw = self.maybe([each for each, _ in target.flaws])
        return Manoeuvre(target.adversary, self.pick(list(Manoeuvred)), flaw)

    def _sway(self, domain: CheckDomain) -> Sway:
        target = self.pick(domain.aims.targets)
        return Sway(target.adversary, "talks", self.maybe([each for each, _ in target.flaws]))

    def _complication(self, options: Options, domain: CheckDomain, number: int, *, partial: bool) -> Complication:
        own = {ComplicationKind.RESOURCE_WORN: domain.wearable, ComplicationKind.GEAR_LOST: domain.losable}
        kinds = [
            each
            for each in ComplicationKind
            if each is not ComplicationKind.BREACH
            and (partial or each is not ComplicationKind.INCOMPLETE)
            and own.get(each, True)
        ]
        kind = self.pick(kinds)
        note = f"<{'partial' if partial else 'failure'} {number} of {domain.actor}>"
        made = Complication(kind, note, clock=self.maybe(options.clocks))
        if kind is ComplicationKind.RESOURCE_WORN:
            return replace(made, item=self.pick(domain.wearable), wear=self.pick(list(Wear)))
        return replace(made, item=self.pick(domain.losable)) if kind is ComplicationKind.GEAR_LOST else made


def _idea(reason: str) -> Advantage:
    return Advantage(AdvantageKind.IDEA, reason)


def _gear(domain: CheckDomain) -> tuple[Advantage, ...]:
    return tuple(Advantage(AdvantageKind.TOOL, f"the {each}", item=each) for each in domain.tools)


def _hands(domain: CheckDomain) -> tuple[Advantage, ...]:
    helped = (Advantage(AdvantageKind.HELP, f"{each} helps", helper=each) for each in domain.helpers)
    return (*helped, *(Advantage(AdvantageKind.HELP, f"{each} helps", ally=each) for each in domain.allies))
