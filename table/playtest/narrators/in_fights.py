"""Hostility in a fight: at a set rate, something else is proposed in somebody's place, and goes through the gates that
a model's call has to pass; only what they let through is played."""

from collections import Counter
from dataclasses import dataclass
from random import Random

from engine.core.commands import Command
from engine.core.decide import decide
from engine.core.legal import legal
from engine.core.rules.awaiting import Decision
from engine.core.sheet import Character
from engine.core.state import Game
from engine.core.view import view
from engine.dice import SeededDice
from engine.ruling import Refused
from narrator import repair
from narrator.exchange import Trouble
from narrator.port import Moment
from narrator.proposals import AskPlayer, RecordFact, Suggest
from narrator.scenario import CharacterData, Language, Scenario
from narrator.situation import Situation
from narrator.tools import offered, read
from table.playtest.encounter import GROUND, Encounter
from table.playtest.narrators.hostility import Hostile, Words
from table.playtest.plan import Plan
from table.playtest.watching import LawBroken

_MAY_BECOME = {
    Decision.ACT: frozenset(
        {"propose_attack", "propose_manoeuvre", "propose_other_action", "propose_check", "use_lever"}
    ),
    Decision.BREACH: frozenset({"answer_breach"}),
}
"""What a player's action and the answer to a breach may become."""

_WORDY = AskPlayer | RecordFact | Suggest

_SPARE = 3
"""Specialties that every character of the narrator's has."""


@dataclass
class Heckling:
    """Meets `table.playtest.fights.Narrates` for one fight; what becomes of what is proposed is counted in it."""

    plan: Plan
    scenario: Scenario
    characters: tuple[CharacterData, ...]
    mind: Hostile
    counts: Counter[tuple[str, str]]

    def __call__(self, game: Game, decision: Decision, command: Command) -> Command:
        """What is played: a hostile proposal that the gates let through, or the honest command. Raises LawBroken."""
        playable = _MAY_BECOME.get(decision)
        if playable is None:
            return command
        self._count("asked")
        if self.mind.luck.random() >= self.plan.narrator.rate:
            return command
        self._count("hostile")
        stood, told = hash(game), self.mind.tally["answers"]
        proposed = self._proposed(game, playable)
        if hash(game) != stood:
            raise LawBroken("a refusal changes nothing", f"{decision!r}: {game!r}")
        passed = proposed is not None
        self._count("passed" if passed else "replaced")
        self.counts["narrator", "refused"] += self.mind.tally["answers"] - told - passed
        return proposed or command

    def _proposed(self, game: Game, playable: frozenset[str]) -> Command | None:
        """What passes the gates; None where nothing does."""
        moment = Moment(view(game), game.conflict.turn if game.conflict else 0)
        situation = Situation(self.scenario, self.characters, self.plan.language, moment, legal(game))
        tools = offered(situation, playable)
        if not tools:
            return None
        gates = repair.Gates(
            read=lambda call: read(call, tools, situation),
            judge=lambda tried: _judged(game, tried),
            says=lambda made: None,  # Nobody reads the words of a playtest's fight.
            keeps=lambda fact: False,
            refused=lambda why: why,
        )
        try:
            proposal = repair.decide(self.mind, (), tools, gates).proposal
        except (Trouble, RuntimeError):  # What a mind may bring, and what no mind should: the fight goes on.
            return None
        return None if proposal is None or isinstance(proposal, _WORDY) else proposal.command()

    def _count(self, what: str) -> None:
        self.counts["narrator", what] += 1


def _judged(game: Game, command: Command) -> Refused | None:
    tried = decide(game, command, SeededDice(game.seed))
    return tried if isinstance(tried, Refused) else None


def heckling(plan: Plan, number: int, counts: Counter[tuple[str, str]]) -> Heckling:
    """The hostility of one fight of a plan."""
    encounter = plan.what
    assert isinstance(encounter, Encounter)
    scenario, characters, words = _words_of(encounter, plan.language)
    luck = Random(f"{plan.seed_of(number)}/narrator")
    mind = Hostile(luck, words, Counter())
    return Heckling(plan, scenario, characters, mind, counts)


_Worded = tuple[Scenario, tuple[CharacterData, ...], Words]

_made: list[tuple[Encounter, Language, _Worded]] = []


def _words_of(encounter: Encounter, language: Language) -> _Worded:
    """An adventure of one place in which to fight, the words of whoever fights and those of who means harm; made once
    a plan."""
    for known, told, worded in _made:
        if known == encounter and told == language:
            return worded
    scenario = _scenario(encounter)
    worded = scenario, tuple(map(_worded, encounter.characters)), Words.of(scenario, language)
    _made[:] = [(encounter, language, worded)]
    return worded


def _scenario(encounter: Encounter) -> Scenario:
    ground = str(GROUND.start)
    return Scenario.model_validate(
        {
            "format": 1,
            "id": GROUND.id,
            "title": _said(encounter.name),
            "pitch": _said(encounter.name),
            "opening": _said(encounter.name),
            "characters": [each.id for each in encounter.characters],
            "start": ground,
            "refuge": ground,
            "scene": [
                {
                    "id": ground,
                    "name": _said(ground),
                    "look": _said(ground),
                    "again": [_said(ground)],
                    "hints": [_said("fight"), _said("wait")],
                }
            ],
            "ending": [
                {"id": each.id, "kind": each.kind.value, "title": _said(each.id), "text": _said(each.id)}
                for each in GROUND.endings
            ],
        }
    )


def _worded(sheet: Character) -> CharacterData:
    """A sheet with its ids for words: nobody tells a playtest's fight."""
    named = [{"id": each.id, "attribute": each.attribute.value} for each in sheet.specialties[:_SPARE]]
    spare = [{"id": f"spare_{at}", "attribute": "FOR"} for at in range(_SPARE - len(named))]
    items = [{"id": each.id, "name": _said(each.id)} for each in sheet.items[:_MOST_ITEMS]]
    return CharacterData.model_validate(
        {
            "id": sheet.id,
            "name": sheet.name,
            "gender": "f",
            **{each: _said(each) for each in ("concept", "description", "trait", "weakness", "motivation")},
            "attributes": sheet.attributes,
            "specialty": [{**each, "name": _said(str(each["id"])), "actions": ["fight"]} for each in (*named, *spare)],
            "item": items or [{"id": "nothing", "name": _said("nothing")}],
        }
    )


_MOST_ITEMS = 6


def _said(word: str) -> dict[str, str]:
    return {"fr": word, "en": word}
