"""Rules on the advantages that players claim: something real in the fiction, once each (CORE ch. 2, Bonus et malus)."""

import re
from dataclasses import dataclass

from engine.core.check import AdvantageKind, Check
from engine.core.sheet import Character, Item, ItemId
from narrator.port import Moment
from narrator.proposals import ProposedAdvantage, RuleOnAdvantage
from narrator.reading import Reader, Reading
from narrator.reading.approaches import find_stake, present
from narrator.reading.lexicon import Function, Lexicon, tokens
from narrator.ruling.terms import is_its_use
from narrator.scenario import CharacterData, Feature, ItemData, Scenario, named
from narrator.telling.grammar import Word, word
from narrator.telling.voice import Lately, Voice, line

# What an idea that names no thing of the scene needs to be more than a wish: words that carry meaning.
_WORDS_OF_AN_IDEA = 3
_WORDS_OF_A_FACT = 2
# How a claim begins says nothing of what it is: "advantage:", "with", "because".
_OPENING = re.compile(
    r"^[\W_]*(?:(?:avantage|advantage|bonus)\b[\W_]*)?"
    r"(?:(?:avec|with|using|because|parce que|parce qu['’]|puisque|puisqu['’])\b\s*)?",
    re.IGNORECASE,
)
_PAYING = frozenset({"pay", "give"})


@dataclass(frozen=True, slots=True)
class _Claim:
    """A claim as it is weighed, beside the check that it is for."""

    reason: str
    reading: Reading
    check: Check
    actor: Character
    identity: CharacterData | None
    target: Feature | None
    actions: frozenset[str]
    done: frozenset[str]
    lexicon: Lexicon
    voice: Voice
    lately: Lately

    def no(self, key: str, **words: Word) -> RuleOnAdvantage:
        return RuleOnAdvantage(why=line(self.voice.say(f"weigh.{key}", self.lately, words)))

    def yes(
        self, kind: AdvantageKind, key: str, item: str | None = None, helper: str | None = None, **words: Word
    ) -> RuleOnAdvantage:
        given = ProposedAdvantage(kind=kind, reason=line(self.reason), item=item, helper=helper)
        return RuleOnAdvantage(why=line(self.voice.say(f"weigh.{key}", self.lately, words)), advantage=given)


def weigh(
    reason: str,
    moment: Moment,
    scenario: Scenario,
    characters: tuple[CharacterData, ...],
    reader: Reader,
    voice: Voice,
) -> RuleOnAdvantage:
    """What the claim counts as, or why it does not: a tool, a helper, something learnt, an idea that uses the place."""
    lately = Lately.of(moment)
    reason = _OPENING.sub("", reason, count=1)
    pending = moment.view.pending
    actor = next((each for each in moment.view.characters if pending and each.id == pending.check.actor), None)
    if pending is None or pending.roll is not None or actor is None:
        return RuleOnAdvantage(why=line(voice.say("weigh.no_check", lately)))
    check = pending.check
    _, target, approach, what = find_stake(scenario, check.stake)
    actions = frozenset(approach.actions) if approach else frozenset({what})
    reading = reader.read(reason, moment.view, actor.id)
    # Of all that an approach may be, what is done: a tool for lying is none for pleading.
    done = frozenset(reader.read(check.action, moment.view, actor.id).families)
    actions = actions & (done | {*reading.families}) or actions
    identity = named(characters, actor.id)
    claim = _Claim(reason, reading, check, actor, identity, target, actions, done, reader.lexicon, voice, lately)
    if not reading.content and not reading.items and not reading.people:
        return claim.no("empty")
    if any(set(tokens(each.reason)) == set(reading.words) for each in check.advantages):
        return claim.no("counted")
    return (
        _tool(claim)
        or _help(claim, moment)
        or _preparation(claim, moment, scenario, reader)
        or _idea(claim, moment)
        or _offer(claim, moment, scenario, done, reader.lexicon.function)
        or claim.no("specialty" if reading.specialties else "target" if claim.target in reading.features else "empty")
    )


def _tool(claim: _Claim) -> RuleOnAdvantage | None:
    """An item that is named and made for this; a wrong one only ends the matter when nothing else is claimed."""
    held = {each.id for each in claim.actor.items}
    items = [each for each in claim.reading.items if each.id in held]
    fitting = next((each for each in items if each.helps is not None and _is_for_this(each, claim)), None)
    if fitting is None:
        others = claim.reading.features or claim.reading.people
        return claim.no("wrong_tool", gear=_gear(claim, items[0])) if items and not others else None
    if any(each.item == fitting.id for each in claim.check.advantages):
        return claim.no("counted")
    resource = next((each.resource for each in claim.actor.items if each.id == fitting.id), None)
    if resource is not None and resource.die == 0:
        return claim.no("empty_tool", gear=_gear(claim, fitting))
    return claim.yes(AdvantageKind.TOOL, "tool", item=fitting.id, gear=_gear(claim, fitting))


def _is_for_this(item: ItemData, claim: _Claim) -> bool:
    """Whether an item is made for what is done, or for what the claim, in its own words, makes of it."""
    if claim.actions & set(item.actions):
        return True
    if "force" in item.actions and "pick_lock" in claim.done:
        return True  # What is locked is shut: it can be forced.
    lexicon, language = claim.lexicon, claim.voice.language
    said = (claim.reading.words, tokens(claim.check.action))
    return bool(claim.done & set(item.actions)) or any(is_its_use(item, each, lexicon, language) for each in said)


def _help(claim: _Claim, moment: Moment) -> RuleOnAdvantage | None:
    helper = next((each for each in moment.view.characters if each.id in claim.reading.people), None)
    if helper is None or helper.id == claim.actor.id:
        return None
    if any(each.helper == helper.id for each in claim.check.advantages):
        return claim.no("counted")
    if helper.health == 0 or helper.breakdown is not None:
        return claim.no("no_helper", thing=Word(helper.name))
    return claim.yes(AdvantageKind.HELP, "help", helper=helper.id, thing=Word(helper.name))


def _preparation(claim: _Claim, moment: Moment, scenario: Scenario, reader: Reader) -> RuleOnAdvantage | None:
    """Something that was learnt, recalled in two or more of its words; each fact counts once a check."""
    content = reader.lexicon.content
    texts = {each.id: each.text.to(claim.voice.language) for each in scenario.facts if each.text is not None}
    known = [content(tokens(texts[each])) for each in moment.view.facts if each in texts]
    used = [content(tokens(each.reason)) for each in claim.check.advantages if each.kind is AdvantageKind.PREPARATION]
    own = claim.reading.content - _names(claim.target, claim)
    for fact in known:
        if len(fact & own) >= _WORDS_OF_A_FACT:
            if any(len(fact & each) >= _WORDS_OF_A_FACT for each in used):
                return claim.no("counted")
            return claim.yes(AdvantageKind.PREPARATION, "preparation")
    return None


def _idea(claim: _Claim, moment: Moment) -> RuleOnAdvantage | None:
    """Something of the scene, other than the target, put to use; one idea a check."""
    support = next((each for each in claim.reading.features if each is not claim.target), None)
    troubled = any(
        len(frozenset(tokens(each.note)) & claim.reading.content) >= _WORDS_OF_A_FACT for each in moment.view.troubles
    )
    if support is None and not troubled:
        return None
    own = claim.reading.content - (_names(support, claim) if support else frozenset()) - _names(claim.target, claim)
    somebody = support is not None and support.person
    if len(own) < (1 if claim.reading.sure or somebody else _WORDS_OF_AN_IDEA):
        return claim.no("empty")
    if any(each.kind is AdvantageKind.IDEA for each in claim.check.advantages):
        return claim.no("one_idea")
    named_by = support.name if support is not None else None
    thing = word(named_by, claim.voice.language) if named_by else Word("…")
    return (
        claim.yes(AdvantageKind.IDEA, "idea", thing=thing) if named_by else claim.yes(AdvantageKind.IDEA, "preparation")
    )


def _offer(
    claim: _Claim, moment: Moment, scenario: Scenario, done: frozenset[str], function: Function
) -> RuleOnAdvantage | None:
    """Something paid for or handed over to whom it is about, by who has the means: gear, or money that lies here."""
    reading, target = claim.reading, claim.target
    plain = function.plain | function.stop
    offered = {reading.words[at] for at in reading.nouns if len(reading.words[at]) >= 3} - plain
    if not (_PAYING & {*reading.sure} and target is not None and target.person) or _PAYING & done:
        return None
    held = {each.id: each for each in claim.actor.items}
    gear = next((each for each in claim.identity.items if _can_pay(each, held)), None) if claim.identity else None
    scene = next((each for each in scenario.scenes if each.id == moment.view.scene), None)
    lying = present(scene, moment.view) if scene else ()
    money = next((each for each in lying if each.money), None)
    if (gear is None and money is None) or not offered:
        return None
    if any(each.kind is AdvantageKind.IDEA for each in claim.check.advantages):
        return claim.no("one_idea")
    means = gear or money
    assert means is not None
    return claim.yes(AdvantageKind.IDEA, "idea", thing=word(means.name, claim.voice.language))


def _can_pay(item: ItemData, held: dict[ItemId, Item]) -> bool:
    if "pay" not in item.actions or item.id not in held:
        return False
    resource = held[ItemId(item.id)].resource
    return resource is None or resource.die > 0


def _names(feature: Feature | None, claim: _Claim) -> frozenset[str]:
    if feature is None:
        return frozenset()
    language = claim.voice.language
    names = (feature.name.to(language), *feature.words.to(language))
    return frozenset(each.rstrip("sx") for name in names for each in tokens(name)) | frozenset(
        each for name in names for each in tokens(name)
    )


def _gear(claim: _Claim, item: ItemData) -> Word:
    return word(item.name, claim.voice.language)
