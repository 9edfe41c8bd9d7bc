"""The narrator without a language model, the default: reads with a lexicon, rules with tables, tells with phrases."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from engine.core.commands import Rest
from engine.core.events import Event
from engine.core.legal import Options
from engine.core.sheet import CharacterId, ItemId
from engine.core.state import RestKind
from narrator.port import Judge, Moment, Remark, anything_goes
from narrator.proposals import (
    AskPlayer,
    CloseScene,
    GoTo,
    GrantInspiration,
    LeaveStory,
    Proposal,
    ProposeCheck,
    RecordFact,
    RuleOnAdvantage,
    RuleWithoutRoll,
)
from narrator.reading import Reader, Reading
from narrator.reading.inspiration import Inspirations
from narrator.reading.lexicon import lexicon, tokens
from narrator.ruling.rulings import Ruler, Ruling, close
from narrator.ruling.saying import Question
from narrator.ruling.suggesting import Ideas, Suggestions
from narrator.ruling.terms import Here
from narrator.ruling.weighing import weigh
from narrator.sanitise import clean
from narrator.scenario import CharacterData, Feature, Language, Scenario, named
from narrator.telling.grammar import Word
from narrator.telling.teller import Parts, Teller
from narrator.telling.translating import Translator
from narrator.telling.voice import Lately, Voice, line

_LONGEST_LINE = 1000
_SUGGESTIONS = 3


class OfflineNarrator:
    """Meets `narrator.port.Narrator`. `seed` fixes its choice of words; the engine's dice know nothing of it. With
    `retells` it tells again, in its own language, what was played in the other one. Games of one adventure may share a
    `reader`."""

    name = "offline"

    def __init__(
        self,
        scenario: Scenario,
        characters: tuple[CharacterData, ...],
        language: Language,
        seed: str = "",
        *,
        retells: bool = False,
        reader: Reader | None = None,
    ) -> None:
        self.scenario = scenario
        self.characters = characters
        self.language: Language = language
        self._voice = Voice(language, seed)
        self._lexicon = lexicon(language)
        self._reader = reader or Reader(scenario, characters, language, self._lexicon)
        self._scenes = {scene.id: scene for scene in scenario.scenes}
        self._skills = tuple(each for character in characters for each in character.specialties)
        self._suggestions = Suggestions(self._voice, self._lexicon)
        self._inspirations = Inspirations(scenario, self._voice, self._lexicon)
        translator = Translator(scenario, characters, self._voice) if retells else None
        self._teller = Teller(scenario, characters, self._voice, translator)
        # The turn in which a night's cost was last told: an answer to it is good for that turn only.
        self._warned: int | None = None

    def propose(self, text: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> Proposal:
        """Read what a player typed, and propose how it is ruled; a question back where it cannot be read."""
        lately = Lately.of(moment)
        if self._warned not in (None, moment.turn):
            lately.last = ""
        text = clean(text).strip()
        question = self._unreadable(text, moment, options)
        if question is not None:
            return self._ask(question, moment, options, lately)
        actor = self._actor(text, options)
        reading = self._reader.read(text, moment.view, actor)
        if reading.leave and reading.whole is None and not (reading.features or reading.items or reading.unknown):
            return LeaveStory()
        if reading.inspiration is not None:
            return self._inspire(reading, actor, moment, options, lately)
        answered = self._answer(reading, actor, moment, options, lately)
        ruled = answered or self._rule(reading, actor, moment, options, lately)
        if isinstance(ruled, Question) and ruled.key == "sleep":
            self._warned = moment.turn
        if answered is None:
            ruled = self._one_at_a_time(ruled, reading, actor, moment, options, lately)
        return self._ask(ruled, moment, options, lately) if isinstance(ruled, Question) else ruled

    def weigh(self, reason: str, moment: Moment, options: Options, judge: Judge = anything_goes) -> RuleOnAdvantage:
        """Rule on an advantage that a player claims for the announced check."""
        return weigh(
            clean(reason).strip()[:_LONGEST_LINE], moment, self.scenario, self.characters, self._reader, self._voice
        )

    def narrate(self, events: Sequence[Event], moment: Moment) -> Iterator[str]:
        """Tell what happened, sentence by sentence; an empty string opens a new paragraph."""
        yield from self._teller.tell(events, moment)

    def parts(self, events: Sequence[Event], moment: Moment) -> Parts:
        """What happened, told plainly, apart from the author's passages: for whoever tells the first otherwise."""
        return self._teller.parts(events, moment)

    @property
    def translates(self) -> bool:
        """Whether what it tells was played in the other language."""
        return self._teller.translator is not None

    def ideas(self, moment: Moment, options: Options) -> Ideas:
        """What a player could think of now, as lines to type; no more than rests where nobody can act."""
        scene = self._scenes.get(moment.view.scene)
        return Ideas() if scene is None else self._suggestions.ideas(scene, moment.view, options)

    @property
    def fell_back(self) -> bool:
        """Never: nobody stands behind it."""
        return False

    def remarks(self) -> tuple[Remark, ...]:
        """Nothing: it says what it has to say in its questions."""
        return ()

    def canon(self) -> tuple[RecordFact, ...]:
        """Nothing: what it tells is in the events and in the adventure."""
        return ()

    # --- reading and ruling

    @staticmethod
    def _unreadable(text: str, moment: Moment, options: Options) -> Question | None:
        if moment.view.ending is not None:
            return Question("over")
        if moment.view.pending is not None and not options.checks:
            return Question("pending")
        if not any(each.isalnum() for each in text):
            return Question("empty")
        return Question("too_long") if len(text) > _LONGEST_LINE else None

    def _actor(self, text: str, options: Options) -> CharacterId | None:
        """Who acts: the one whose name opens the line, else the first who can."""
        first = tokens(text[:80])[:1]
        able = [each.actor for each in options.checks]
        spoken_of = (
            each for each in able if (who := named(self.characters, each)) and set(first) & set(tokens(who.name))
        )
        return next(spoken_of, able[0] if able else None)

    def _rule(
        self,
        reading: Reading,
        actor: CharacterId | None,
        moment: Moment,
        options: Options,
        lately: Lately,
    ) -> Ruling | Question:
        if reading.meta and not reading.sure and not reading.features:
            return Question("meta")
        if reading.aside and not (reading.sure or reading.features or reading.exits or reading.items):
            return self._aside(reading.aside, moment, actor, lately)
        here = self._here(actor, moment, options, lately)
        if here is None:
            if reading.rest is None or Rest(RestKind(reading.rest)) not in options.commands:
                return Question("cannot_act")
            return close(reading.rest, self.scenario.clock, moment.view, lately, self._voice, able=False)

        def ways(about: tuple[Feature, ...]) -> tuple[str, ...]:
            return self._suggest(Question("", about), moment, options, lately)

        ruler = Ruler(here, self.scenario, reading, ways, self._skills)
        ruled = _unless_asked(ruler.rule(), reading)
        what = next((each for each in reading.features if not each.person), None)
        if isinstance(ruled, Question) and ruled.key == "may_try" and what and {*reading.families} <= _SEEN:
            return ruler.look_at(what)  # "What is the lever for?"
        return ruled

    def _one_at_a_time(
        self,
        ruled: Ruling | Question,
        reading: Reading,
        actor: CharacterId | None,
        moment: Moment,
        options: Options,
        lately: Lately,
    ) -> Ruling | Question | AskPlayer:
        """Of several actions in one line the first, and a word on what waits; the ruling itself where there is one."""
        parts = self._lexicon.parts(reading.text)
        if parts is None or reading.asks:
            return ruled
        first, rest, in_order = parts
        begins, follows = (self._reader.read(each, moment.view, actor) for each in (first, rest))
        if not begins.sure:
            return ruled
        alone = self._rule(begins, actor, moment, options, lately)
        if isinstance(ruled, Question):
            lost = ruled.key in ("unread", "absent", "where") and not isinstance(alone, Question | CloseScene)
            return alone if lost and reading.unknown and not begins.unknown else ruled
        others = [each for each in (*follows.features, *follows.exits) if each not in (*begins.features, *begins.exits)]
        if not others or not follows.sure or isinstance(ruled, CloseScene) or isinstance(alone, Question):
            return ruled
        if isinstance(ruled, RuleWithoutRoll):
            if ruled.verdict == "impossible" or alone != ruled.model_copy(update={"action": line(first, 200)}):
                return ruled
            waits = self._voice.say("ruling.rest_waits", lately, {"rest": Word(rest)})
            return ruled.model_copy(update={"why": line(f"{ruled.why} {waits}", 2000)})
        if not in_order and isinstance(ruled, ProposeCheck):
            return ruled  # "I hide behind the stove and watch Joris" may be one action.
        asked = self._voice.say("ask.one_thing", lately, {"first": Word(first)})
        return AskPlayer(question=line(asked), suggestions=tuple(each for each in (first, rest) if len(each) <= 300))

    def _answer(
        self, reading: Reading, actor: CharacterId | None, moment: Moment, options: Options, lately: Lately
    ) -> CloseScene | Question | None:
        """What a whole line answers: the question that was just asked, or a word to the program; None for any other."""
        if reading.whole == "yes":
            slept = Rest(RestKind.LONG) in options.commands and lately.was_just_warned(self.scenario.clock, self._voice)
            return CloseScene(rest="long") if slept else None
        if reading.whole in ("no", "nothing"):
            return Question("nothing")
        return self._aside(reading.whole, moment, actor, lately) if reading.whole else None

    def _gear(self, actor: CharacterId | None, moment: Moment, lately: Lately) -> Question:
        """What the one who acts carries."""
        sheet = next((each for each in moment.view.characters if actor in (None, each.id)), None)
        identity = named(self.characters, sheet.id) if sheet else None
        held = {each.id for each in sheet.items} if sheet else set[ItemId]()
        names = [each.name.to(self.language) for each in identity.items if each.id in held] if identity else []
        if not names:
            return Question("aside_gear_none")
        words = {"gear": Word(", ".join(names))}
        return Question("aside_gear", told=line(self._voice.say("ask.aside_gear", lately, words)))

    def _aside(self, about: str, moment: Moment, actor: CharacterId | None, lately: Lately) -> Question:
        """The answer to what is said to the program; the hour is what the adventure's clock shows."""
        if about == "aside_gear":
            return self._gear(actor, moment, lately)
        clock = self.scenario.clock
        filled = next((each.filled for each in moment.view.clocks if clock and each.id == clock.id), 0)
        if about == "aside_time" and clock is not None and filled:
            return Question(about, told=self._voice.authored(clock.steps[filled - 1]))
        return Question(about)

    def _here(self, actor: CharacterId | None, moment: Moment, options: Options, lately: Lately) -> Here | None:
        scene = self._scenes.get(moment.view.scene)
        sheet = next((each for each in moment.view.characters if each.id == actor), None)
        domain = next((each for each in options.checks if each.actor == actor), None)
        if scene is None or sheet is None or domain is None:
            return None
        clock = self.scenario.clock.id if self.scenario.clock and self.scenario.clock.id in options.clocks else None
        identity = named(self.characters, sheet.id)
        return Here(scene, moment.view, options, lately, self._voice, self._lexicon, sheet, identity, domain, clock)

    # --- Inspiration

    def _inspire(
        self, reading: Reading, actor: CharacterId | None, moment: Moment, options: Options, lately: Lately
    ) -> Proposal:
        sheet = next((each for each in moment.view.characters if each.id == actor), None)
        identity = named(self.characters, actor or "")
        reason = (reading.inspiration or "").strip()
        if sheet is None or identity is None:
            why = "cannot_act"
        elif sheet.inspiration:
            why = "inspiration_held"
        elif sheet.id in moment.view.inspired:
            why = "inspiration_once"
        else:
            why = self._inspirations.missing(reason, reading, identity, moment)
            if why is None:
                return GrantInspiration(actor=sheet.id, reason=reason[:300])
        return self._ask(Question(why), moment, options, lately)

    # --- questions and suggestions

    def _ask(self, question: Question, moment: Moment, options: Options, lately: Lately) -> AskPlayer:
        asked = question.told or self._voice.asks(question.key, lately)
        silent = question.key in ("over", "pending")
        return AskPlayer(question=asked, suggestions=() if silent else self._suggest(question, moment, options, lately))

    def _suggest(self, question: Question, moment: Moment, options: Options, lately: Lately) -> tuple[str, ...]:
        """Lines that could be typed here and now; each one is read and ruled on before it is shown."""
        scene = self._scenes.get(moment.view.scene)
        actor = options.checks[0].actor if options.checks else None
        if scene is None:
            return ()
        found: dict[str, str] = {}
        for each in self._suggestions.lines(scene, question, moment.view, options):
            if len(found) == _SUGGESTIONS:
                break
            does = self._does(each, actor, moment, options, lately) if len(each) <= 300 else None
            if does is not None:
                found.setdefault(does, each)
        if found or actor is None:
            return tuple(found.values())
        return self._suggestions.looks(scene, moment.view)

    def _does(
        self, text: str, actor: CharacterId | None, moment: Moment, options: Options, lately: Lately
    ) -> str | None:
        """What a line would bring about, the same for two lines that do the same; None when it is not worth saying."""
        reading = self._reader.read(text, moment.view, actor)
        here = self._here(actor, moment, options, lately)
        if here is None:
            ruled = self._rule(reading, actor, moment, options, lately)
        else:
            ruler = Ruler(here, self.scenario, reading, _no_ways, self._skills)
            ruled = ruler.rule()
            if not ruler.is_worth_saying(ruled):
                return None
        match ruled:
            case Question():
                return "sleep" if ruled.key == "sleep" else None
            case ProposeCheck():
                return ruled.stake
            case GoTo():
                return f">{ruled.scene}"
            case CloseScene():
                return ruled.rest
            case RuleWithoutRoll():
                return ruled.gain or ruled.why
            case _:
                assert_never(ruled)


# What is asked of a thing where no action is: what it looks like, what it is for.
_SEEN = frozenset({"look", "use"})
# Actions that are done by asking: a question put to somebody is one of them.
_ASKING = frozenset({"talk", "persuade", "comfort", "charm", "deceive", "intimidate", "command", "pay", "give"})


def _unless_asked(ruled: Ruling | Question, reading: Reading) -> Ruling | Question:
    """The ruling; of what is only asked about, whether it can be done: a question moves nobody and does nothing."""
    if not reading.asks or isinstance(ruled, Question):
        return ruled
    if isinstance(ruled, GoTo | CloseScene):
        return Question("may_go" if isinstance(ruled, GoTo) else "may_try")
    spoken = bool(_ASKING & {*reading.families}) and any(each.person for each in reading.features)
    acts = isinstance(ruled, ProposeCheck) or ruled.gain is not None
    return Question("may_try", reading.features, reading.families) if acts and not spoken else ruled


def _no_ways(about: tuple[Feature, ...]) -> tuple[str, ...]:
    """No suggestions inside a suggestion."""
    return ()
