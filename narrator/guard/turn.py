"""What a turn says to the guard: what players announced, what it gave, who fell; and what prose calls people."""

import re
from collections.abc import Iterator, Sequence

from engine.core import events as happened
from engine.core.check import Attack, Outcome, Treat
from engine.core.events import Event
from engine.core.sheet import Breakdown
from narrator.guard.people import Announced
from narrator.guard.words import plain
from narrator.reading.lexicon import lexicon, tokens
from narrator.scenario import Language
from narrator.telling.grammar import bare

STILL = (Breakdown.UNTOLD, Breakdown.PARALYSIS, Breakdown.COLLAPSE)
"""The manners of breaking down in which nobody acts."""


def announced_texts(events: Sequence[Event], line: str) -> Iterator[str]:
    """What players said that they do, in words."""
    if line:
        yield line
    for event in events:
        match event:
            case happened.CheckSettled() | happened.CheckAnnounced():
                yield event.check.action
            case happened.RuledWithoutRoll():
                yield event.action
            case happened.ContestAnnounced():
                yield from (event.contest.acts.action, event.contest.resists.action)
            case happened.ItemUsed():
                yield event.purpose
            case _:
                pass


def announced(events: Sequence[Event], said: Sequence[str], language: Language) -> Announced:
    """What the players announced in these texts, with what the events are of themselves."""
    words = frozenset(word for text in said for word in re.findall(r"\w{3,}", plain(text)))
    known = lexicon(language)
    families = {found.family for text in said for found in known.find(tokens(text))}
    for event in events:
        families |= _families(event)
    return Announced(words, frozenset(families))


def given(events: Sequence[Event]) -> Iterator[str]:
    """What a turn gives PCs, in words: things gained, and whatever was tried and worked."""
    for event in events:
        match event:
            case happened.ItemGained():
                yield event.reason
            case happened.RuledWithoutRoll() if event.succeeds:
                yield from (event.action, event.why)
            case happened.CheckSettled() if event.outcome is not Outcome.FAILURE:
                yield event.check.action
            case _:
                pass


def _families(event: Event) -> set[str]:
    """The families of actions that an event is, whatever words announced it."""
    match event:
        case happened.SceneEntered() | happened.SceneCut() | happened.StoryEnded():
            return {"go", "leave", "run", "climb", "swim", "steer"}
        case happened.CheckSettled(check=check):
            aim = check.aim
            return {"fight", "shoot"} if isinstance(aim, Attack) else {"heal"} if isinstance(aim, Treat) else set()
        case happened.ContestRolled() | happened.ContestAnnounced():
            return {"fight"}
        case happened.Treated() | happened.CaredFor():
            return {"heal", "give"}
        case happened.Comforted():
            return {"comfort", "talk"}
        case happened.BreakdownDescribed():
            return {"fight", "run"}
        case happened.Rested():
            return {"rest_pause", "rest_scene", "rest_long"}
        case _:
            return set()


def called_pc(name: str) -> list[str]:
    """A PC's names in prose: whole, and each part."""
    whole = plain(name)
    return [whole, *(each for each in whole.split() if len(each) > 2 and each != whole)]


def called(name: str, language: Language) -> list[str]:
    """What prose calls somebody: the whole name, and the one word that stands for it, with its article."""
    name = name.split(",")[0].strip()
    short = plain(bare(name.replace("' ", "'")))
    article = name.removesuffix(short).strip()
    words = short.split()
    if language == "fr":
        head = words[0]
    else:
        cut = next((at for at, each in enumerate(words) if at and each in lexicon("en").function.light), len(words))
        head = words[cut - 1]
    if not article:
        return [short]
    return [
        f"{each} {called}" for called in dict.fromkeys((short, head)) for each in (article, *_THIS.get(article, ()))
    ]


_THIS = {"le": ("ce",), "la": ("cette",), "l'": ("cet", "cette"), "les": ("ces",), "the": ("that", "those")}


def is_fall(event: Event) -> bool:
    match event:
        case happened.HealthChanged():
            return event.after == 0
        case happened.AdversaryOut() | happened.CharacterDied() | happened.BreakdownBegan():
            return True
        case happened.AdversaryHurt():
            return event.after == 0
        case _:
            return False
