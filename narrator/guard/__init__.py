"""Prose held against the events: each sentence of a model's is judged by itself, while it streams."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, field
from enum import StrEnum

from engine.core import events as happened
from engine.core.events import Event
from engine.core.view import View
from narrator import prompting
from narrator.guard.down import Down
from narrator.guard.form import Tongue, Tools, is_nonsense
from narrator.guard.gains import Held
from narrator.guard.gear import Gear, Kit
from narrator.guard.heard import Ear
from narrator.guard.lore import lore, sheet_texts, strings, told
from narrator.guard.people import Announced, People
from narrator.guard.rules import Borne, Known, Rules, borne
from narrator.guard.secrets import Secrets, Told
from narrator.guard.state import Stands, State
from narrator.guard.turn import STILL, announced, announced_texts, called, called_pc, given, is_fall
from narrator.guard.words import Layered, Said, plain, read
from narrator.port import Moment
from narrator.scenario import CharacterData, Language, Scenario
from narrator.telling.sentences import sentences

_NOTHING = frozenset[str]()

_MOST_QUOTED = 8
"""Sentences in a row that one quotation may hold: a mark that is never closed does not excuse all that follows."""


class Fault(StrEnum):
    """Why a sentence may not be told."""

    NUMBER = "number"
    RULE_TERM = "rule_term"
    DOWN_ACTS = "down_acts"
    PLAYS_PC = "plays_pc"
    NOT_HELD = "not_held"
    TOOL_NAME = "tool_name"
    SECRET = "secret"
    LANGUAGE = "language"
    NONSENSE = "nonsense"
    STATE = "state"


@dataclass(frozen=True, slots=True)
class _Cast:
    """How these PCs are spoken of, ready to be looked for."""

    people: People
    gear: Gear
    states: dict[tuple[str, ...], State] = field(default_factory=dict[tuple[str, ...], State])
    """By who lives and what scenes are elsewhere."""


class Guard:
    """Watches over the prose of one adventure, for these characters, in one language."""

    def __init__(self, scenario: Scenario, characters: tuple[CharacterData, ...], language: Language) -> None:
        self._scenario = scenario
        self._language: Language = language
        self._catalogue = prompting.catalogue()
        self._scenes = {each.id: each for each in scenario.scenes}
        self._kit = Kit(characters, self._catalogue, language)
        self.rules = Rules(language)
        self.tools = Tools()
        self.tongue = Tongue(language)
        self._ear = Ear(self.rules)
        self._sheets = self._ear.of([text.to(language) for text in sheet_texts(characters)])
        self._casts: dict[tuple[str, ...], _Cast] = {}
        self._secrets: tuple[object, Secrets, frozenset[str]] | None = None

    def watch(self, events: Sequence[Event], moment: Moment, line: str = "") -> "Watch":
        """Who judges the sentences that tell these events; `moment` is after them, `line` what the player typed."""
        view = moment.view
        secrets, digits = self._known_of_the_story(view)
        happened_now = [text for event in events for text in strings(event)]
        said = list(announced_texts(events, line))
        heard = self._ear.of([*happened_now, *said, *told(moment)]) | self._sheets | self._ear.notes(moment.memory)
        cast = self._cast(tuple(name for sheet in view.characters for name in called_pc(sheet.name)))
        facts = list(self._established(view))
        elsewhere = [each.name.to(self._language) for each in self._scenario.scenes if each.id != view.scene]
        texts = [*happened_now, *facts]
        died = {each.character for each in events if isinstance(each, happened.CharacterDied)}
        dead = [name for each in view.characters if each.dead or each.id in died for name in called_pc(each.name)]
        stands = Stands.of(events, self._living(view), dead, elsewhere, texts)
        return Watch(
            guard=self,
            people=cast.people,
            gear=cast.gear,
            state=self._state(cast, stands),
            stands=stands,
            secrets=secrets,
            told=heard.told,
            excused=Layered(self._sheets.told.words, Told.of(self._own([*happened_now, *said])).words),
            numbers=heard.known | Known(digits, _NOTHING, _NOTHING),
            borne=borne(events),
            announced=announced(events, said, self._language),
            down=self._down(events, view),
            held=self._held(view, [*happened_now, *said]),
            mine=self._kit.held(view, [*facts, *given(events)]),
        )

    def _known_of_the_story(self, view: View) -> tuple[Secrets, frozenset[str]]:
        """The adventure's secrets as they stand, and the digits of what is seen; read again only where that moved."""
        calamities = tuple((each.id, each.used) for each in view.calamities)
        known_flaws = tuple((each.name, each.flaws) for each in view.adversaries)
        key = (view.scene, view.visited, view.facts, view.clocks, view.ending, view.tried, calamities, known_flaws)
        if self._secrets is None or self._secrets[0] != key:
            found = lore(self._scenario, self._catalogue, self._language, view)
            digits = self._ear.digits([each.to(self._language) for each in found.visible])
            self._secrets = (key, Secrets.of(found), digits)
        return self._secrets[1:]

    def _cast(self, names: tuple[str, ...]) -> _Cast:
        if names not in self._casts:
            people = People(self._language, names)
            self._casts[names] = _Cast(people, Gear(self._language, names, people))
        return self._casts[names]

    def _own(self, texts: Sequence[str]) -> Iterator[str]:
        """Those of these texts that are in the language of the telling."""
        return (each for each in texts if not self.tongue.is_foreign(read(each)[0], _NOTHING))

    def _state(self, cast: _Cast, stands: Stands) -> State:
        key = (*stands.living, "", *stands.elsewhere)
        if key not in cast.states:
            cast.states[key] = State(self._language, cast.people, stands)
        return cast.states[key]

    def _living(self, view: View) -> list[str]:
        """Who is not known to be dead, as prose calls them; what an adversary who is down comes to is not told."""
        out = {
            form for each in view.adversaries if each.health == 0 for form in called(plain(each.name), self._language)
        }
        names = [plain(each.name) for each in (*view.adversaries, *view.allies)]
        people = (each for scene in self._scenario.scenes for each in scene.features if each.person)
        names += [plain(each.name.to(self._language)) for each in people]
        return [form for name in names for form in called(name, self._language) if form not in out]

    def _down(self, events: Sequence[Event], view: View) -> Down:
        names: list[str] = []
        fallen: list[str] = []
        fell = {getattr(each, "character", getattr(each, "adversary", "")) for each in events if is_fall(each)}
        lying = [each for each in view.characters if each.health == 0 or each.dead or each.breakdown in STILL]
        for sheet in lying:
            names += called_pc(sheet.name)
            fallen += called_pc(sheet.name) if sheet.id in fell else []
        scene = self._scenes.get(view.scene)
        standing = {plain(each.name) for each in view.adversaries if each.health > 0} | {
            plain(a.name) for a in view.allies
        }
        standing |= {plain(each.name.to(self._language)) for each in scene.features if each.person} if scene else set()
        heads = {head for name in standing for head in called(name, self._language)}
        for face in view.adversaries:
            if face.health == 0 and plain(face.name) not in standing:
                forms = [each for each in called(plain(face.name), self._language) if each not in heads]
                names += forms
                fallen += forms if face.id in fell else []
        everybody = bool(lying) and len(lying) == len(view.characters)
        return Down(self._language, tuple(dict.fromkeys(names)), tuple(fallen), everybody)

    def _held(self, view: View, texts: Sequence[str]) -> Held:
        scene = self._scenes.get(view.scene)
        there = [*self._established(view)]
        for feature in scene.features if scene else ():
            there += [feature.name.to(self._language), *feature.words.to(self._language)]
        return self._kit.held(view, [*there, *texts])

    def _established(self, view: View) -> Iterator[str]:
        """What the story's established facts say."""
        facts = {each.id: each.text for each in self._scenario.facts}
        yield from (text.to(self._language) for each in view.facts if (text := facts.get(each)) is not None)


@dataclass(slots=True)
class Watch:
    """Judges the sentences of one turn, in the order in which they are told."""

    guard: Guard
    people: People
    gear: Gear
    state: State
    stands: Stands
    secrets: Secrets
    told: Told
    excused: Set[str]
    """Words that say nothing of the language: what was told before, maybe in another one, has none."""
    numbers: Known
    borne: Borne
    announced: Announced
    down: Down
    held: Held
    mine: Held
    _before: str = field(default="", init=False)
    """The narration of the sentence before."""
    _quoting: int = field(default=0, init=False)
    """Sentences for which a quotation has been open."""

    def fault(self, sentence: str) -> Fault | None:
        """Why a sentence may not be told, None where it may."""
        if not sentence.strip():
            self._quoting = 0
            return None
        said, inside = read(sentence, 0 < self._quoting <= _MOST_QUOTED)
        self._quoting = self._quoting + 1 if inside else 0
        why = next((fault for fault, found in self._faults(said) if found), None)
        self._before = said.narration
        return why

    def canon_fault(self, text: str) -> Fault | None:
        """Why a text may not be kept as canon, None where it may; what is told meanwhile is judged as before."""
        stood = self._quoting, self._before
        self._quoting, self._before = 0, ""
        faults = [self.fault(each) for each in sentences(text)]
        self._quoting, self._before = stood
        # What it says in several sentences it says all the same.
        faults += [Fault.SECRET] if self.secrets.told_in(read(text)[0], self.told) else []
        return next((each for each in faults if each is not None), None)

    def _faults(self, said: Said) -> Iterator[tuple[Fault, bool]]:
        guard = self.guard
        yield Fault.NONSENSE, is_nonsense(said)
        yield Fault.TOOL_NAME, guard.tools.named(said)
        yield Fault.SECRET, self.secrets.told_in(said, self.told)
        yield Fault.LANGUAGE, guard.tongue.is_foreign(said, self.excused)
        yield Fault.NUMBER, guard.rules.number(said, self.numbers, self.borne)
        yield Fault.RULE_TERM, guard.rules.term(said, self.numbers, self.borne)
        yield Fault.DOWN_ACTS, self.down.acts(said)
        yield Fault.STATE, self.state.untold(said, self.stands)
        yield Fault.NOT_HELD, self.gear.not_held(said, self.held, self.mine, self._before)
        yield Fault.PLAYS_PC, self.people.plays(said, self.announced)
