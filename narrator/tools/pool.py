"""What every check is made of, as a tool asks for it: who acts, with what, at what risk; and what the sheet allows."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from engine.core.check import AdvantageKind, ComplicationKind, Wear
from engine.core.legal import CheckDomain
from engine.core.rules.advantages import Key, key
from engine.core.sheet import Attribute, ItemId
from narrator.exchange import Schema
from narrator.proposals import ProposedAdvantage, ProposedComplication
from narrator.schemas import choice, closed, dice, or_null, several, text
from narrator.situation import Situation
from narrator.tools.offer import Answers

# Which acts are whose, prompts/<language>/decide.md says, in the language of play.
ATTRIBUTE = "by the act, not by the sheet"
DIFFICULTIES = (
    "standard: ordinary people often bring it off; hard: a specialist manages half the time; feat: rare even for "
    "the best. In doubt, standard"
)
_OF_GEAR = (ComplicationKind.RESOURCE_WORN, ComplicationKind.GEAR_LOST)
_AFTER_A_ROLL = (ComplicationKind.BREACH,)
_OF_A_PARTIAL = (ComplicationKind.INCOMPLETE,)
_MOST_HELP = 3
_IN_WORDS_ALONE = (AdvantageKind.IDEA, AdvantageKind.PREPARATION)
_T = TypeVar("_T")


def each_once(values: Iterable[_T]) -> tuple[_T, ...]:
    """The values in their order, none twice."""
    return tuple(dict.fromkeys(values))


def who(domains: Sequence[CheckDomain]) -> dict[str, Schema | None]:
    """Who acts, and what they do."""
    return {
        "actor": choice((each.actor for each in domains), "who acts"),
        "action": text(200, "what is tried, as the player said it, in the language of the story"),
    }


def means(domains: Sequence[CheckDomain]) -> dict[str, Schema | None]:
    """Attribute, specialty, gear, what helps and what hinders."""
    return {
        "attribute": choice(Attribute, ATTRIBUTE),
        "specialty": or_null(
            choice(skill.id for each in domains for skill in each.specialties), "one that applies, of that attribute"
        ),
        "advantages": several(advantage(domains), _MOST_HELP, "only what is real in the scene now; mostly none"),
        "disadvantage": dice("what circumstances take away: 0 mostly, 3 at the very worst"),
        "disadvantage_reason": or_null(text(200), "what hinders, one sentence; null at 0"),
        "hindering": several(choice(each for one in domains for each in one.wounds), 4, "wounds that hurt this action"),
        "items": several(choice(each for one in domains for each in one.items), 3, "what is used, of what is held"),
    }


def advantage(domains: Sequence[CheckDomain]) -> Schema:
    """One advantage; `by` is the tool, or who helps."""
    tools = [each for one in domains for each in one.tools]
    hands = [each for one in domains for each in (*one.helpers, *one.allies)]
    kinds = {AdvantageKind.TOOL: tools, AdvantageKind.HELP: hands}
    return closed(
        {
            "kind": choice(each for each in AdvantageKind if kinds.get(each, True)),
            "reason": text(200, "why it counts, one sentence"),
            "by": or_null(choice((*tools, *hands)), "the tool, or who helps; null for an idea or a preparation"),
        }
    )


def stakes(domains: Sequence[CheckDomain]) -> dict[str, Schema | None]:
    """What is announced before the roll, and what it brings."""
    return {
        "risk": text(200, "what may go wrong, told to the player before the roll"),
        "on_failure": complication(domains, partial=False, about="what a failure brings: it moves the story"),
        "on_partial": or_null(
            complication(domains, partial=True), "the price of a half success; null where the difficulty is standard"
        ),
    }


def complication(domains: Sequence[CheckDomain], *, partial: bool, about: str = "") -> Schema:
    """What a partial or a failure may bring whom these domains are of."""
    wearable = [each for one in domains for each in one.wearable]
    losable = [each for one in domains for each in one.losable]
    never = (
        *_AFTER_A_ROLL,
        *(() if partial else _OF_A_PARTIAL),
        *(() if wearable else _OF_GEAR[:1]),
        *(() if losable else _OF_GEAR[1:]),
    )
    kinds = [each for each in ComplicationKind if each not in never]
    return closed(
        {
            "kind": choice(kinds),
            "note": text(300, "one sentence, told when it happens, in the language of the story"),
            "item": or_null(choice((*wearable, *losable)), "what is worn or lost, where that is the kind"),
        },
        about,
    )


def able(situation: Situation, actor: str) -> CheckDomain:
    """The domain of a PC who can act."""
    return next(each for each in situation.options.checks if each.actor == actor)


def fits(domain: CheckDomain, item: str, attribute: Attribute) -> bool:
    """Whether an item goes with an attribute: some ask for one."""
    return dict(domain.bound).get(ItemId(item), attribute) is attribute


def given_means(domain: CheckDomain, answers: Answers, attribute: Attribute) -> dict[str, Any]:
    """What the sheet allows of the means that were answered: the attribute is the ruling, the rest has to fit it."""
    skills = [each.id for each in domain.specialties if each.attribute is attribute]
    specialty = answers.get("specialty")
    items = (each for each in answers.get("items", ()) if each in domain.items and fits(domain, each, attribute))
    reason = answers.get("disadvantage_reason") or ""
    return {
        "actor": domain.actor,
        "action": answers["action"],
        "attribute": attribute,
        "specialty": specialty if specialty in skills else None,
        "advantages": _advantages(domain, answers["advantages"], attribute),
        # Without its reason a disadvantage does not count.
        "disadvantage": answers["disadvantage"] if reason else 0,
        "disadvantage_reason": reason if answers["disadvantage"] else "",
        "hindering": each_once(each for each in answers.get("hindering", ()) if each in domain.wounds),
        "items": each_once(items),
    }


def given_stakes(domain: CheckDomain, answers: Answers, used: Sequence[str], *, partial: bool) -> dict[str, Any]:
    """What was answered of the stakes; a partial without a price of its own brings the failure's."""
    failure = given_complication(domain, answers["on_failure"], used)
    on_partial = answers["on_partial"] and given_complication(domain, answers["on_partial"], used)
    return {
        "risk": answers["risk"],
        "on_failure": failure,
        "on_partial": (on_partial or failure) if partial else None,
    }


def given_complication(domain: CheckDomain, answers: Answers, used: Sequence[str]) -> ProposedComplication:
    """A complication that can happen to this PC: its item is one of theirs, or it costs time instead."""
    kind = ComplicationKind(answers["kind"])
    if kind not in _OF_GEAR:
        return ProposedComplication(kind=kind, note=answers["note"])
    allowed = domain.wearable if kind is ComplicationKind.RESOURCE_WORN else domain.losable
    item = next((each for each in (answers.get("item"), *used, *allowed) if each in allowed), None)
    if item is None:
        return ProposedComplication(kind=ComplicationKind.TIME, note=answers["note"])
    wear = Wear.ROLL if kind is ComplicationKind.RESOURCE_WORN else None
    return ProposedComplication(kind=kind, note=answers["note"], item=item, wear=wear)


def given_advantage(domain: CheckDomain, answers: Answers, attribute: Attribute) -> ProposedAdvantage | None:
    """An advantage that counts, None where its tool or its helper is none of this PC's."""
    kind: AdvantageKind = AdvantageKind(answers["kind"])
    by: str = answers.get("by") or ""
    match kind:
        case AdvantageKind.TOOL:
            if by not in domain.tools or not fits(domain, by, attribute):
                return None
            return ProposedAdvantage(kind=kind, reason=answers["reason"], item=by)
        case AdvantageKind.HELP:
            helper = by if by in domain.helpers else None
            ally = by if by in domain.allies and helper is None else None
            named = helper is not None or ally is not None
            return ProposedAdvantage(kind=kind, reason=answers["reason"], helper=helper, ally=ally) if named else None
        case AdvantageKind.IDEA | AdvantageKind.PREPARATION:
            return ProposedAdvantage(kind=kind, reason=answers["reason"])


def _advantages(domain: CheckDomain, answers: Sequence[Answers], attribute: Attribute) -> list[ProposedAdvantage]:
    """What counts of the advantages that a model gives: nothing twice, and of mere ideas and preparations one each."""
    counted: dict[Key, ProposedAdvantage] = {}
    for each in answers:
        found = given_advantage(domain, each, attribute)
        if found is None or (found.kind in _IN_WORDS_ALONE and found.kind in (one.kind for one in counted.values())):
            continue
        counted.setdefault(key(found.advantage()), found)
    return list(counted.values())
