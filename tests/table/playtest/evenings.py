"""Plans of evenings for the tests: Low Water, by whoever plays."""

from engine.core.sheet import Variant
from narrator import prompting
from narrator.scenario import Language
from table.campaign import Content
from table.playtest.plan import Mock, Plan


def low_water(
    *players: str,
    party: tuple[str, ...] = ("akiko",),
    narrator: Mock | None = None,
    language: Language = "en",
    seed: str = "ebb",
) -> Plan:
    """An evening of Low Water; `players` are the policies, cautious where none is named."""
    known = {each.id: each for each in prompting.characters()}
    content = Content(scenario=prompting.scenario("low_tide"), characters=tuple(known[each] for each in party))
    return Plan(content, next(iter(Variant)), players or ("cautious",), seed, narrator or Mock(), language)
