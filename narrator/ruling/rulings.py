"""From a reading to a ruling: the author's approach first, then what the families' table says, or a question."""

from dataclasses import dataclass

from engine.core.commands import EnterScene
from engine.core.commands import Rest as EngineRest
from engine.core.state import RestKind
from engine.core.view import View
from narrator.proposals import CloseScene, GoTo, ProposeCheck, RuleWithoutRoll
from narrator.reading import Reading, Rest, holds
from narrator.reading.approaches import Match, matches, open_approaches, present, stake
from narrator.reading.lexicon import tokens
from narrator.ruling.authored import without_a_roll
from narrator.ruling.saying import Question, Saying
from narrator.ruling.terms import authored_check, generic_check, rulings
from narrator.scenario import Clock, Exit, Feature, SpecialtyData
from narrator.telling.grammar import word
from narrator.telling.voice import Lately, Voice

Ruling = ProposeCheck | RuleWithoutRoll | GoTo | CloseScene
_MOVES = frozenset(
    {"go", "climb", "swim", "run", "jump", "follow", "dive", "sneak", "balance", "take", "hide", "steer"}
)
_SEEING = ("look", "search", "listen", "read")
# What can be done with something that is nobody's, or with nothing: a stone to throw, a corner to hide in.
_NEEDS_NO_THING = frozenset({"listen", "recall", "track", "throw", "wait", "hide", "run", "sneak", "endure", "signal"})
_RESTING_TOO = frozenset({"wait", "go", "heal", "endure", "take", "hide", "talk", "use"})


@dataclass(frozen=True, slots=True)
class Ruler(Saying):
    """Rules on what was read, here and now."""

    skills: tuple[SpecialtyData, ...] = ()

    def rule(self) -> Ruling | Question:
        """The ruling, or what has to be asked."""
        reading = self.reading
        if reading.rest and set(reading.sure) <= _RESTING_TOO and not reading.features:
            return self._rest(reading.rest)
        if reading.sure[:1] == ("beyond",):
            return self.impossible(self.here.voice.say("ruling.beyond", self.here.lately), ())
        found = matches(self.here.scene, self.here.view, reading, self.here.language)
        if reading.exits and not self._authored_first(found):
            if self._speaks_to_nobody():
                return Question("absent_person")
            return self._leave_by(reading.exits[0])
        if reading.absent and not reading.features:
            return self._absent()
        away = self._away()
        if away is not None:
            return away
        if found:
            ruled = self._by_the_author(found)
            if ruled is not None:
                return ruled
        return self._by_the_table()

    def is_worth_saying(self, ruled: Ruling | Question) -> bool:
        """Whether a line would bring something about, so that it may be suggested."""
        if isinstance(ruled, Question):
            return ruled.key == "sleep"  # It is asked once what it costs, then done.
        if isinstance(ruled, RuleWithoutRoll) and ruled.verdict == "impossible":
            return False
        found = matches(self.here.scene, self.here.view, self.reading, self.here.language)
        if not isinstance(ruled, RuleWithoutRoll):
            return True
        return bool(found) and found[0].fresh and not self._is_told_out(found[0])

    def _is_told_out(self, match: Match) -> bool:
        """Whether what would be told by it was told lately, and nothing else would come of it."""
        approach, here = match.approach, self.here
        if not approach.free or approach.gain or approach.clue or not approach.success:
            return False
        return not any(here.lately.is_new(here.voice.authored(each)) for each in approach.success)

    # --- ways out

    def _authored_first(self, found: list[Match]) -> bool:
        """Whether the line is about a feature that shares its name with a way, or lies on it."""
        if found and found[0].fresh and (found[0].hits or found[0].rank == 0):
            return True
        families = self.reading.families
        looks = bool(families) and families[0] in _SEEING
        moves = not families or bool(set(families) & _MOVES) or families[0] in ("operate", "pick_lock", "force")
        return bool(self.reading.features) and (looks or not moves)

    def _away(self) -> Question | None:
        """That what a line is about is somewhere else: nothing else is done in its place."""
        reading = self.reading
        if not reading.elsewhere or (reading.families and reading.families[0] in (*_SEEING, "recall", "go", "track")):
            return None
        family = next((each for each in reading.families if each in rulings().family), None)
        towards = family is not None and (rulings().family[family].person or family == "give")
        if reading.features and not (
            towards and reading.elsewhere[-1].person and not any(each.person for each in reading.features)
        ):
            return None
        if towards and family not in ("pay", "give") and not any(each.person for each in reading.elsewhere):
            return None  # "Talk about the launch": whom to is asked.
        return Question("absent_person" if any(each.person for each in reading.elsewhere) else "absent")

    def _speaks_to_nobody(self) -> bool:
        """Whether the line is said to somebody who is not there, and the way out is only part of what is said."""
        sure = self.reading.sure
        spoken = bool(sure) and all(each in rulings().family and rulings().family[each].person for each in sure)
        return spoken and self.reading.unknown and not self.reading.features

    def _leave_by(self, way: Exit) -> Ruling | Question:
        here = self.here
        names = {"thing": word(way.name, here.language)}
        opened = EnterScene(here.scene_id(way.to)) in here.options.commands
        families = self.reading.families
        if families and families[0] in _SEEING and "go" not in families:
            blocked = not opened and way.blocked is not None and here.lately.is_new(here.voice.authored(way.blocked))
            told = here.voice.authored(way.blocked) if blocked and way.blocked else None
            return self.succeeds(
                told or here.voice.say("ruling.open" if opened else "ruling.closed", here.lately, names)
            )
        if opened:
            return GoTo(scene=way.to)
        why = here.voice.in_turn((way.blocked,), here.lately) if way.blocked else None
        return self.impossible(
            why
            or here.voice.fresh("ruling.closed", here.lately, names)
            or (
                here.voice.authored(way.blocked) if way.blocked else here.voice.say("ruling.closed", here.lately, names)
            ),
            (),
        )

    def _go_somewhere(self) -> Ruling | Question:
        here = self.here
        if self.reading.place and "go" in self.reading.sure and not self.reading.leaving and not self.reading.unknown:
            return Question("already")
        if self.reading.far is not None:
            return self._journey(self.reading.far)
        ways = [each for each in here.scene.exits if EnterScene(here.scene_id(each.to)) in here.options.commands]
        if self.reading.leaving and not self.reading.items and (self.reading.place or not self.reading.unknown):
            ways = self._ways_out(ways)
            return GoTo(scene=ways[0].to) if len({each.to for each in ways}) == 1 else Question("where")
        seen = [each for each in ways if each.to in here.view.visited]
        # "I go on", "I leave": only where that can mean one thing.
        if len(self.reading.content) <= 1 and not self.reading.unknown:
            if len(ways) == 1:
                return GoTo(scene=ways[0].to)
            if len(seen) == 1 and set(self.reading.words) & {"back", "retourne", "reviens", "retour", "return"}:
                return GoTo(scene=seen[0].to)
        return Question("where")

    def _journey(self, far: str) -> Ruling | Question:
        """The first step on the shortest open way to a scene that is not next door; through unknown places, a hint."""
        known = self._first_step(far, frozenset(self.here.view.visited))
        if known is not None:
            return GoTo(scene=known.to)
        way = self._first_step(far, frozenset(each.id for each in self.scenario.scenes))
        if way is None:
            return Question("where")
        name = way.name.to(self.here.language)
        return Question("starts", told=self.here.voice.phrase_of("ask.starts", self.here.lately, thing=name))

    def _first_step(self, far: str, through: frozenset[str]) -> Exit | None:
        """The way by which the shortest open path to a scene begins; it leads `through` these scenes only."""
        here = self.here
        scenes = {each.id: each for each in self.scenario.scenes}
        ways = [each for each in here.scene.exits if EnterScene(here.scene_id(each.to)) in here.options.commands]
        first = {each.to: each for each in reversed(ways)}
        queue = list(first)
        while queue:
            at = queue.pop(0)
            if at == far:
                return first[at]
            for way in scenes[at].exits if at in through else ():
                if way.to not in first and way.to != here.scene.id and holds(way.when, here.view):
                    first[way.to] = first[at]
                    queue.append(way.to)
        return None

    def _ways_out(self, ways: list[Exit]) -> list[Exit]:
        """Of the open ways those that lead out or back; all of them where none says so."""
        out = self.here.lexicon.function.out
        outward = [each for each in ways if any(out & {*tokens(name)} for name in each.words.to(self.here.language))]
        return outward or ways

    # --- what the author wrote

    def _by_the_author(self, found: list[Match]) -> Ruling | Question | None:
        best = found[0]
        if not best.fresh:
            if self.reading.families[:1] in ((), ("look",)) and self.reading.features:
                return None
            return Question("tried" if best.tried else "done", (best.feature,))
        rivals = {each.feature.id for each in found if each.order() == best.order()}
        if len(rivals) > 1 and not self.reading.features:
            about = tuple(dict.fromkeys(each.feature for each in found if each.fresh))
            person = all(each.person for each in about)
            return Question("who" if person else "which", about, self.reading.sure)
        return self._approach(best)

    def _approach(self, match: Match) -> Ruling:
        families, actions = self.reading.families, match.approach.actions
        family = next((each for each in families if each in actions), actions[0])
        ruled = without_a_roll(self.here, match, self.action(), family, self.skills)
        return ruled or authored_check(self.here, match, self.reading)

    # --- what the families' table says

    def _absent(self) -> Ruling | Question:
        if self.reading.families[:1] and self.reading.families[0] in _SEEING:
            return self.succeeds(self.here.voice.say("ruling.absent", self.here.lately))
        person = bool(self.reading.absent) and self.reading.absent[0].person
        return Question("absent_person" if person else "absent")

    def _by_the_table(self) -> Ruling | Question:
        reading = self.reading
        family = next((each for each in reading.families if each in rulings().family), None)
        feature = reading.features[0] if reading.features else None
        if family is None or (family == "look" and feature is not None):
            return self._without_action(feature)
        comes_back = (
            (reading.place or reading.far is not None)
            and not reading.leaving
            and {"go"} <= {*reading.sure} <= {"go", "search"}
        )
        if feature is None and "go" in reading.families and (family not in _SEEING or comes_back):
            somewhere = self._go_somewhere()
            if reading.families[0] == "go" or comes_back or isinstance(somewhere, GoTo):
                return somewhere
        if reading.families[0] == "go" and feature is not None:
            if reading.leaving:
                return self._go_somewhere()  # "Out by the door" is no look at the door.
            return self.look_at(feature)
        ruling = rulings().family[family]
        if self.reading.unknown and feature is None and not ruling.person and family not in _NEEDS_NO_THING:
            return self._absent()
        if ruling.person and (feature is None or not feature.person):
            return self._towards_whom(family, feature)
        if ruling.mode == "tell":
            return self._tell(family, feature)
        pressed = bool(self.here.view.troubles) or self.here.view.in_conflict
        if (ruling.mode == "risky" and feature is not None) or (ruling.mode == "tense" and pressed):
            return self._check(family, feature)
        if ruling.mode == "risky":
            return self._go_somewhere() if family in _MOVES and not reading.content else Question("which")
        if ruling.mode == "needs":
            return self._cannot(family, feature)
        words = self.here.words(feature)
        table = f"ruling.{family}" if self.here.voice.knows(f"ruling.{family}") else "ruling.easy"
        return self.succeeds(self.here.voice.say(table, self.here.lately, words))

    def _without_action(self, feature: Feature | None) -> Ruling | Question:
        reading = self.reading
        if "go" in reading.families and feature is None:
            return self._go_somewhere()
        if feature is not None:
            if len(reading.features) > 1 and reading.sure and "look" not in reading.families:
                return Question("unread", reading.features)
            return self.look_at(feature)
        if reading.denied:
            return Question("denied")
        return self._used(reading) if reading.items else Question("unread")

    def _used(self, reading: Reading) -> Ruling | Question:
        """An item named and nothing else: its one use, where the scene has something for it."""
        uses = tuple(each for item in reading.items for each in item.actions)
        open_ones = [
            each for each in open_approaches(self.here.scene, self.here.view) if set(uses) & set(each.approach.actions)
        ]
        if len({each.feature.id for each in open_ones}) == 1:
            return self._approach(open_ones[0])
        return Question("which", tuple(dict.fromkeys(each.feature for each in open_ones)), uses)

    def _towards_whom(self, family: str, feature: Feature | None) -> Ruling | Question:
        people = [each for each in present(self.here.scene, self.here.view) if each.person]
        if feature is not None or not people:
            why = self.needs(feature) if feature else self.here.voice.say("ruling.nobody", self.here.lately)
            return self.impossible(why, (feature,) if feature else ())
        if self.reading.unknown:
            return Question("absent_person")
        if len(people) > 1:
            return Question("who", tuple(people), (family,))
        if rulings().family[family].mode == "risky":
            return self._check(family, people[0])
        if rulings().family[family].mode == "needs":
            return self._cannot(family, people[0])
        table = f"ruling.{family}" if self.here.voice.knows(f"ruling.{family}") else "ruling.easy"
        return self.succeeds(self.here.voice.say(table, self.here.lately, self.here.words(people[0])))

    def _tell(self, family: str, feature: Feature | None) -> Ruling | Question:
        voice, lately, words = self.here.voice, self.here.lately, self.here.words(feature)
        if family == "look":
            return self.look_around()
        if feature is not None and voice.authored(feature.look) and lately.is_new(voice.authored(feature.look)):
            return self.look_at(feature)
        if family == "recall":
            return self.recall()
        if family == "search" and feature is None:
            return self.succeeds(self.list_what_is_here() or voice.say("ruling.search_place", lately))
        table = f"ruling.{family}"
        return self.succeeds(voice.say(table, lately, words))

    def _check(self, family: str, feature: Feature | None) -> Ruling | Question:
        if stake(self.here.scene, feature, family) in self.here.view.tried:
            return Question("tried", (feature,) if feature else ())
        return generic_check(self.here, family, feature, self.reading)

    def _cannot(self, family: str, feature: Feature | None) -> Ruling | Question:
        if feature is None:
            named = [each for each in present(self.here.scene, self.here.view) if not each.person]
            if named and len(self.reading.content) <= 1 and not self.reading.unknown and family != "beyond":
                return Question("which", tuple(named), (family,))
            return self.impossible(self.here.voice.say("ruling.needs_place", self.here.lately), ())
        return self.impossible(self.needs(feature), (feature,))

    # --- recovering

    def _rest(self, kind: Rest) -> CloseScene | Question:
        here = self.here
        clock = self.scenario.clock
        if EngineRest(RestKind(kind)) in here.options.commands:
            return close(kind, clock, here.view, here.lately, here.voice, able=True)
        if here.view.in_conflict:
            return Question("no_rest")
        return Question("paused" if here.view.shelter and here.view.paused else "no_shelter")


def close(
    kind: Rest, clock: Clock | None, view: View, lately: Lately, voice: Voice, able: bool
) -> CloseScene | Question:
    """Recover; before a long rest the author's warning, every time: only the line right after it goes to bed.

    Where nobody is `able` to do anything else it is asked only if the clock would fill.
    """
    if kind == "long" and clock is not None:
        filled = next((each.filled for each in view.clocks if each.id == clock.id), 0)
        last = filled + clock.on_long_rest >= len(clock.steps)
        warning = clock.last_rest_warning if last and clock.last_rest_warning else clock.long_rest_warning
        if warning is not None and (able or last) and not lately.was_just_told(voice.authored(warning)):
            return Question("sleep", told=voice.led(voice.authored(warning), lately))
    return CloseScene(rest=kind)
