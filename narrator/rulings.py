"""From a reading to a ruling: the author's approach first, then what the families' table says, or a question."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.commands import EnterScene, Rest
from engine.core.state import RestKind
from narrator.approaches import Match, matches, open_approaches, present, stake
from narrator.grammar import Word, word
from narrator.proposals import CloseScene, GoTo, ProposeCheck, RuleWithoutRoll
from narrator.reading import Reading
from narrator.scenario import Exit, Feature, Scenario, SpecialtyData
from narrator.terms import Here, authored_check, generic_check, rulings
from narrator.voice import line

Ruling = ProposeCheck | RuleWithoutRoll | GoTo | CloseScene
_MOVES = frozenset(
    {"go", "climb", "swim", "run", "jump", "follow", "dive", "sneak", "balance", "take", "hide", "steer"}
)
_SEEING = ("look", "search", "listen", "read")
_RESTING_TOO = frozenset({"wait", "go", "heal", "endure", "take", "hide", "talk", "use"})


@dataclass(frozen=True, slots=True)
class Question:
    """What has to be asked back: a key of the phrases' [ask] table, and the things that suggestions may be about."""

    key: str
    about: tuple[Feature, ...] = ()
    families: tuple[str, ...] = ()


Ways = Callable[[tuple[Feature, ...]], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Ruler:
    """Rules on what was read, here and now. `ways` finds lines that would work, for the impossible."""

    here: Here
    scenario: Scenario
    reading: Reading
    ways: Ways
    skills: tuple[SpecialtyData, ...] = ()

    def rule(self) -> Ruling | Question:
        """The ruling, or what has to be asked."""
        reading = self.reading
        if reading.rest and set(reading.sure) <= _RESTING_TOO and not reading.features:
            return rest(self.here, reading)
        found = matches(self.here.scene, self.here.view, reading, self.here.language)
        if reading.exits and not self._authored_first(found):
            if self._speaks_to_nobody():
                return Question("absent_person")
            return self._leave_by(reading.exits[0])
        if reading.absent and not reading.features:
            return self._absent()
        if found:
            ruled = self._by_the_author(found)
            if ruled is not None:
                return ruled
        return self._by_the_table()

    def is_worth_saying(self, ruled: Ruling | Question) -> bool:
        """Whether a line would bring something about, so that it may be suggested."""
        if isinstance(ruled, Question) or (isinstance(ruled, RuleWithoutRoll) and ruled.verdict == "impossible"):
            return False
        found = matches(self.here.scene, self.here.view, self.reading, self.here.language)
        return not isinstance(ruled, RuleWithoutRoll) or (bool(found) and found[0].fresh)

    # --- ways out

    def _authored_first(self, found: list[Match]) -> bool:
        """Whether the line is about a feature that shares its name with a way, or lies on it."""
        if found and found[0].fresh and (found[0].hits or found[0].rank == 0):
            return True
        families = self.reading.families
        looks = bool(families) and families[0] in _SEEING
        moves = not families or bool(set(families) & _MOVES) or families[0] in ("operate", "pick_lock", "force")
        return bool(self.reading.features) and (looks or not moves)

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
            return self._succeeds(
                told or here.voice.say("ruling.open" if opened else "ruling.closed", here.lately, names)
            )
        if opened:
            return GoTo(scene=way.to)
        why = here.voice.in_turn((way.blocked,), here.lately) if way.blocked else None
        return self._impossible(
            why
            or here.voice.fresh("ruling.closed", here.lately, names)
            or (
                here.voice.authored(way.blocked) if way.blocked else here.voice.say("ruling.closed", here.lately, names)
            ),
            (),
        )

    def _go_somewhere(self) -> Ruling | Question:
        here = self.here
        ways = [each for each in here.scene.exits if EnterScene(here.scene_id(each.to)) in here.options.commands]
        seen = [each for each in ways if each.to in here.view.visited]
        # "I go on", "I leave": only where that can mean one thing.
        if len(self.reading.content) <= 1 and not self.reading.unknown:
            if len(ways) == 1:
                return GoTo(scene=ways[0].to)
            if len(seen) == 1 and set(self.reading.words) & {"back", "retourne", "reviens", "retour", "return"}:
                return GoTo(scene=seen[0].to)
        return Question("where")

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
        here, approach = self.here, match.approach
        if approach.impossible is not None:
            told = here.voice.authored(approach.impossible)
            why = told if here.lately.is_new(told) else self._needs(match.feature)
            return RuleWithoutRoll(
                actor=here.actor.id, action=self._action(), verdict="impossible", why=why, would_need=line(told)
            )
        on_sheet = {each.id for each in here.domain.specialties}
        if approach.requires is not None and approach.requires not in on_sheet:
            skill = next((each.name.to(here.language) for each in self.skills if each.id == approach.requires), None)
            needed = here.voice.phrase(
                "ruling.would_need_specialty", skill=skill or approach.requires.replace("_", " ")
            )
            return RuleWithoutRoll(
                actor=here.actor.id,
                action=self._action(),
                verdict="impossible",
                why=here.voice.say("ruling.requires", here.lately),
                would_need=line(needed),
            )
        if not approach.free:
            return authored_check(here, match, self.reading)
        family = next((each for each in self.reading.families if each in approach.actions), approach.actions[0])
        words = here.words(match.feature)
        told = here.voice.in_turn(approach.success, here.lately)
        if told is None and here.voice.knows(f"ruling.{family}"):
            told = here.voice.fresh(f"ruling.{family}", here.lately, words)
        attainable = (*here.options.gains, *here.options.clues)
        gain = next((each for each in (approach.gain, approach.clue) if each and each in attainable), None)
        return self._succeeds(told or here.voice.say("ruling.easy", here.lately, words), gain)

    # --- what the families' table says

    def _absent(self) -> Ruling | Question:
        if self.reading.families[:1] and self.reading.families[0] in _SEEING:
            return self._succeeds(self.here.voice.say("ruling.absent", self.here.lately))
        return Question("absent_person" if self.reading.absent[0].person else "absent")

    def _by_the_table(self) -> Ruling | Question:
        reading = self.reading
        family = next((each for each in reading.families if each in rulings().family), None)
        feature = reading.features[0] if reading.features else None
        if family is None or (family == "look" and feature is not None):
            return self._without_action(feature)
        if feature is None and "go" in reading.families and family not in _SEEING:
            somewhere = self._go_somewhere()
            if reading.families[0] == "go" or isinstance(somewhere, GoTo):
                return somewhere
        if reading.families[0] == "go" and feature is not None:
            return self._look_at(feature)
        ruling = rulings().family[family]
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
        return self._succeeds(self.here.voice.say(table, self.here.lately, words))

    def _without_action(self, feature: Feature | None) -> Ruling | Question:
        reading = self.reading
        if "go" in reading.families and feature is None:
            return self._go_somewhere()
        if feature is not None:
            if len(reading.features) > 1 and reading.sure and "look" not in reading.families:
                return Question("unread", reading.features)
            return self._look_at(feature)
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
            why = self._needs(feature) if feature else self.here.voice.say("ruling.nobody", self.here.lately)
            return self._impossible(why, (feature,) if feature else ())
        if self.reading.unknown:
            return Question("absent_person")
        if len(people) > 1:
            return Question("who", tuple(people), (family,))
        if rulings().family[family].mode == "risky":
            return self._check(family, people[0])
        if rulings().family[family].mode == "needs":
            return self._cannot(family, people[0])
        table = f"ruling.{family}" if self.here.voice.knows(f"ruling.{family}") else "ruling.easy"
        return self._succeeds(self.here.voice.say(table, self.here.lately, self.here.words(people[0])))

    def _tell(self, family: str, feature: Feature | None) -> Ruling | Question:
        voice, lately, words = self.here.voice, self.here.lately, self.here.words(feature)
        if family == "look":
            return self._look_around()
        if feature is not None and voice.authored(feature.look) and lately.is_new(voice.authored(feature.look)):
            return self._look_at(feature)
        if family == "recall":
            return self._recall()
        table = "ruling.search_place" if family == "search" and feature is None else f"ruling.{family}"
        return self._succeeds(voice.say(table, lately, words))

    def _look_at(self, feature: Feature) -> Ruling:
        voice, lately = self.here.voice, self.here.lately
        told = voice.in_turn((feature.look,), lately)
        return self._succeeds(told or voice.say("ruling.look_again", lately, self.here.words(feature)))

    def _look_around(self) -> Ruling:
        voice, lately, scene = self.here.voice, self.here.lately, self.here.scene
        if self.reading.unknown:
            return self._succeeds(voice.say("ruling.absent", lately))
        told = voice.in_turn((scene.look,), lately) or self._list_what_is_here()
        return self._succeeds(told or voice.say("ruling.place_again", lately, self.here.words()))

    def _list_what_is_here(self) -> str | None:
        here = self.here
        things = [each.name.to(here.language) for each in present(here.scene, here.view)]
        ways = [each.name.to(here.language) for each in here.scene.exits]
        if not things or not ways:
            return None
        named = {"things": Word(", ".join(things)), "exits": Word(", ".join(ways))}
        return here.voice.fresh("ruling.place_list", here.lately, named)

    def _recall(self) -> Ruling:
        voice, lately = self.here.voice, self.here.lately
        texts = {each.id: each.text for each in self.scenario.facts}
        known = [text for each in self.here.view.facts if (text := texts.get(each)) is not None]
        if not known:
            return self._succeeds(voice.say("ruling.recall_none", lately))
        told = voice.say("ruling.recall", lately, {})
        told = ""
        for at in voice.order(len(known), lately, "recall"):
            told = voice.phrase_of("ruling.recall", lately, known=voice.authored(known[at]))
            if lately.is_new(told):
                break
        return self._succeeds(told)

    def _check(self, family: str, feature: Feature | None) -> Ruling | Question:
        if stake(self.here.scene, feature, family) in self.here.view.tried:
            return Question("tried", (feature,) if feature else ())
        return generic_check(self.here, family, feature, self.reading)

    def _cannot(self, family: str, feature: Feature | None) -> Ruling | Question:
        if feature is None:
            named = [each for each in present(self.here.scene, self.here.view) if not each.person]
            if named and len(self.reading.content) <= 1 and not self.reading.unknown and family != "beyond":
                return Question("which", tuple(named), (family,))
            return self._impossible(self.here.voice.say("ruling.needs_place", self.here.lately), ())
        return self._impossible(self._needs(feature), (feature,))

    # --- the words of a ruling without a roll

    def _needs(self, feature: Feature) -> str:
        table = "ruling.needs_person" if feature.person else "ruling.needs"
        return self.here.voice.say(table, self.here.lately, self.here.words(feature))

    def _action(self) -> str:
        return line(self.reading.text, 200)

    def _succeeds(self, why: str, gain: str | None = None) -> RuleWithoutRoll:
        return RuleWithoutRoll(
            actor=self.here.actor.id, action=self._action(), verdict="succeeds", why=line(why, 2000), gain=gain
        )

    def _impossible(self, why: str, about: tuple[Feature, ...]) -> RuleWithoutRoll:
        ways = self.ways(about)
        voice = self.here.voice
        would_need = (
            voice.phrase_of("ruling.would_need", self.here.lately, ways=", ".join(ways))
            if ways
            else voice.phrase("ruling.would_need_other")
        )
        return RuleWithoutRoll(
            actor=self.here.actor.id,
            action=self._action(),
            verdict="impossible",
            why=line(why, 2000),
            would_need=line(would_need),
        )


def rest(here: Here, reading: Reading) -> CloseScene | Question:
    """Recover, where one can; else why not."""
    assert reading.rest is not None
    if Rest(RestKind(reading.rest)) in here.options.commands:
        return CloseScene(rest=reading.rest)
    if here.view.in_conflict:
        return Question("no_rest")
    return Question("paused" if here.view.shelter and here.view.paused else "no_shelter")
