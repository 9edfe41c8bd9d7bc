"""What a model is told before it is asked: one prefix that a campaign never changes, then the moment, within a budget.

Of the adventure it takes what players may see, and nothing else. The prefix is the same byte for byte from turn to
turn, so that a server reads it once.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.core.events import Event
from engine.core.sheet import Character
from narrator import prompting
from narrator.briefing.called import Called
from narrator.briefing.describing import Describing
from narrator.briefing.happening import told
from narrator.briefing.repetition import worn_phrases
from narrator.exchange import Message, Tool
from narrator.fitting import Block, Cut, fitted, joined, tokens
from narrator.prompt import Prompt
from narrator.reading.approaches import present
from narrator.sanitise import delimited, one_line
from narrator.scenario import CharacterData, Language, Scenario, named
from narrator.situation import Situation
from narrator.telling.voice import line

LEAN_BELOW = 4_500
"""Tokens: a smaller budget has the lean form of each prompt."""

BARE_BELOW = 1_800
"""Tokens: a smaller budget has no examples either."""

LONGEST_LINE = 1_000
"""Characters of a player's line that a model reads."""

_LONGEST_TONE = 200
_LEAN_PITCH = 300
# Memory's share of what the rules leave: a fifth of it always, two fifths at the most, in percent.
_MEMORY_LEAST, _MEMORY_MOST = 20, 40
# Of that share, what memory's own texts may take: the rest is for headings, tags and marks of lines.
_WORDS = 65

ORDER = (
    Cut("worn"),
    Cut("lately", keep=2),
    Cut("things", shorten=True),
    Cut("approaches", shorten=True),
    Cut("known", keep=5),
    Cut("recap"),
    Cut("people", shorten=True),
    Cut("tried"),
    Cut("canon", keep=3),
    Cut("hidden"),
    Cut("troubles"),
    Cut("scene", shorten=True),
    Cut("passages"),
    Cut("known"),
    Cut("canon"),
    Cut("lately"),
    Cut("approaches"),
    Cut("pins"),
    Cut("things"),
    Cut("foes"),
    Cut("people", keep=1),
)
"""What goes when room is short, a line at a time and then the next step; never the rules, the player's line, what has
happened, the themes to avoid, or where play is."""

_Form = tuple[str, bool, bool]
"""What a prompt is for, whether it is lean, whether it is bare."""


@dataclass(frozen=True, slots=True)
class Briefing:
    """The briefings of one campaign, in the language in which it is told."""

    scenario: Scenario
    characters: tuple[CharacterData, ...]
    language: Language
    _prefixes: dict[_Form, str] = field(default_factory=dict[_Form, str], init=False, repr=False)

    def deciding(self, text: str, situation: Situation, tools: Sequence[Tool], room: int) -> list[Message]:
        """What is asked where a player's line has to become a proposal; `room` is the most tokens of the messages, the
        tools' own schemas apart."""
        describing, said = self._describing(situation, keyed=True), _player(text)
        before = [*describing.place(), *describing.foreseen(), *describing.people(), *describing.known()]
        after = [
            *describing.avoided(),
            self._worn(situation),
            self._one("tools", tools=", ".join(each.name for each in tools)),
            self._one("said", line=said),
            self._one("decide_now"),
        ]
        return self._messages(_Asked("decide", describing, said, room), before, after)

    def weighing(self, reason: str, situation: Situation, tool: Tool, room: int) -> list[Message]:
        """The same where a player claims an advantage for the announced check."""
        describing, said = self._describing(situation, keyed=True), _player(reason)
        before = [*describing.place(), *describing.people(), *describing.known()]
        after = [
            *describing.avoided(),
            self._announced(situation),
            self._one("tools", tools=tool.name),
            self._one("claimed", line=said),
            self._one("decide_now"),
        ]
        return self._messages(_Asked("weigh", describing, said, room), before, after)

    def telling(
        self, events: Sequence[Event], situation: Situation, passages: Sequence[str], room: int, tone: str = ""
    ) -> list[Message]:
        """What is asked where events have to become prose. `passages` will be read out after it, and are not to be said
        again; `tone` is a wish of the player's."""
        describing = self._describing(situation, keyed=False)
        lines = told(events, situation.view, self.called)
        read_out = [(one_line(each),) for each in passages if each.strip()]
        # A small model that is shown how everything looks tells just that.
        place = describing.place(looks=room >= LEAN_BELOW)
        before = [*place, *describing.people(), *describing.known()]
        after = [
            *describing.avoided(),
            self._worn(situation),
            *([self._one("tone", tone=delimited(one_line(tone)[:_LONGEST_TONE], "note"))] if tone else []),
            Block("passages", self._fill("passages"), read_out),
            Block("events", self._fill("events"), [(self._fill("event", text=each),) for each in lines]),
            self._one("tell_now"),
        ]
        return self._messages(_Asked("tell", describing, " ".join(lines), room), before, after)

    def refused(self, why: str) -> str:
        """What goes back where a proposal was refused: why, in the engine's English sentence, and that another is
        wanted."""
        return prompting.prompt(self.language, "refused").fill("refused", why=why)

    # --- the prefix

    def prefix(self, purpose: str, people: Sequence[Character], room: int) -> str:
        """The text that no turn of a campaign changes: the role and its rules, the adventure, who plays."""
        key = (purpose, room < LEAN_BELOW, room < BARE_BELOW)
        if key not in self._prefixes:
            self._prefixes[key] = "\n\n".join(self._prefix(purpose, people, *key[1:]))
        return self._prefixes[key]

    def _prefix(self, purpose: str, people: Sequence[Character], lean: bool, bare: bool) -> list[str]:
        role = prompting.prompt(self.language, purpose)
        campaign = prompting.prompt(self.language, "campaign")
        title, pitch, opening = (
            each.to(self.language) for each in (self.scenario.title, self.scenario.pitch, self.scenario.opening)
        )
        texts = [role.fill("lean" if lean and "lean" in role.parts else "full")]
        if lean and not bare and "lean_unclear" in role.parts:
            # A model with the bare tools cannot ask back.
            texts.append(role.fill("lean_unclear"))
        texts.append(campaign.fill("foreign"))
        if purpose == "decide" and not bare:
            texts.append(_examples(role, self.language, lean))
        if lean:
            texts.append(campaign.fill("adventure_lean", title=title, pitch=line(pitch, _LEAN_PITCH)))
        else:
            texts.append(campaign.fill("adventure", title=title, pitch=pitch, opening=opening))
        who = (self._person(campaign, each, lean) for each in people)
        return [*texts, campaign.fill("people", people="\n\n".join(who))]

    def _person(self, campaign: Prompt, who: Character, lean: bool) -> str:
        data, own = named(self.characters, who.id), who.identity
        said = {
            key: getattr(data, key).to(self.language) if data is not None else getattr(own, key) or "…"
            for key in ("concept", "description", "trait", "weakness", "motivation")
        }
        if lean:
            return campaign.fill("person_lean", name=who.name, concept=said["concept"])
        return campaign.fill("person", name=who.name, **said)

    # --- the moment

    @property
    def called(self) -> Called:
        """What ids are called."""
        return Called(self.scenario, self.characters, self.language)

    def _describing(self, situation: Situation, keyed: bool) -> Describing:
        return Describing(situation, self.called, prompting.prompt(self.language, "situation"), keyed)

    def _fill(self, part: str, **slots: str) -> str:
        return prompting.prompt(self.language, "situation").fill(part, **slots)

    def _one(self, part: str, **slots: str) -> Block:
        """A block that is never cut."""
        return Block(part, self._fill(part, **slots), bare=True)

    def _worn(self, situation: Situation) -> Block:
        """The turns of phrase that come back; names are no turn of phrase."""
        language = self.language
        names = [each.name for each in situation.view.characters]
        names += [each.name.to(language) for scene in self.scenario.scenes for each in (scene, *scene.features)]
        worn = worn_phrases(situation.moment.recent, names)
        return Block("worn", self._fill("worn"), [(self._fill("one_worn", phrase=each),) for each in worn])

    def _announced(self, situation: Situation) -> Block:
        """The check on the table: what is tried, with what, what it risks, what counts already."""
        pending = situation.view.pending
        if pending is None:
            return Block("check")
        check = pending.check
        head = self._fill(
            "check",
            action=delimited(one_line(check.action), "said"),
            attribute=self.called.term("attribute", check.attribute),
            difficulty=self.called.term("difficulty", check.difficulty),
            risk=one_line(check.risk),
        )
        counted = "; ".join(one_line(each.reason) for each in check.advantages)
        lines = [(self._fill("check_counted", reasons=counted),)] if counted else []
        return Block("check", head, lines, bare=True)

    def _messages(self, asked: "_Asked", before: Sequence[Block], after: Sequence[Block]) -> list[Message]:
        """The prefix, then the moment: memory stands between what is here and what is asked, in what they leave."""
        prefix = self.prefix(asked.purpose, asked.describing.view.characters, asked.room)
        room = max(0, asked.room - tokens(prefix))
        left = room - tokens(joined([*before, *after]))
        share = max(room * _MEMORY_LEAST // 100, min(room * _MEMORY_MOST // 100, left)) * _WORDS // 100
        situation = asked.describing.situation
        brief = situation.moment.memory.brief(f"{asked.about} {_names_here(situation)}", share)
        blocks = [*before, *asked.describing.memory(brief), *after]
        return [Message("system", prefix), Message("user", fitted(blocks, room, ORDER))]


@dataclass(frozen=True, slots=True)
class _Asked:
    """What is asked of a model: for what, in which situation, about what, in how many tokens."""

    purpose: str
    describing: Describing
    about: str
    room: int


def _examples(role: Prompt, language: Language, lean: bool) -> str:
    """Proposals that are well made, each with the line that it answers."""
    every = prompting.prompt(language, "examples")
    shown = [each for each in every.parts if not lean or each.endswith("_lean")]
    return role.fill("examples", examples="\n\n".join(every.fill(each) for each in shown))


def _player(text: str) -> str:
    return delimited(one_line(text)[:LONGEST_LINE], "player")


def _names_here(situation: Situation) -> str:
    """The names of who and what is here: what memory has of them is worth knowing."""
    here = (each.name.to(situation.language) for each in present(situation.scene, situation.view))
    foes = (each.name for each in (*situation.view.adversaries, *situation.view.allies, *situation.view.calamities))
    return " ".join((situation.scene.name.to(situation.language), *here, *foes))
