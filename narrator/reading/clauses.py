"""Clauses: what a line says not to be done, and verbs that only lead to another."""

from collections.abc import Iterable

from narrator.reading.lexicon import Found, Function


def families(found: Iterable[Found]) -> tuple[str, ...]:
    """The actions that were found, each once, in the order of the words."""
    return tuple(dict.fromkeys(each.family for each in found))


# Where a negation ends: what follows is another clause.
_BREAKS = frozenset({"pour", "mais", "et", "je", "j", "tu", "on", "but", "and", "i", "we"})


def part_denied(found: list[Found], words: tuple[str, ...], function: Function) -> tuple[list[Found], tuple[str, ...]]:
    """What is said, and what is said not to be done ("je ne force pas", "without forcing")."""
    denied = [each for each in found if _is_denied(each, words, function)]
    return [each for each in found if each not in denied], families(denied)


def _is_denied(each: Found, words: tuple[str, ...], function: Function) -> bool:
    if any(word in function.not_before for word in words[each.start : each.end]):
        return False  # "ne fais rien" says what is done.
    before = words[max(0, each.start - 3) : each.start]
    for at, word in enumerate(before):
        between = before[at + 1 :]
        if word in function.not_before and not any(other in _BREAKS for other in between):
            return not function.not_after or word not in ("ne", "n") or _closed(words, each.end, function)
    return bool(function.not_after) and words[each.end : each.end + 1] != () and words[each.end] in ("pas", "jamais")


def _closed(words: tuple[str, ...], at: int, function: Function) -> bool:
    return any(word in function.not_after for word in words[at : at + 3])


def without_auxiliaries(found: list[Found], words: tuple[str, ...], function: Function) -> list[Found]:
    """ "Je vais lui parler" is no movement: a going verb right before another action only leads to it."""

    def leads(each: Found) -> bool:
        if each.family != "go" or words[each.start] not in function.auxiliary or each.end - each.start > 1:
            return False
        return any(
            other.family not in ("go", "use", "rest_scene")
            and other.start >= each.end
            and other.start - each.end <= 4
            and all(word in function.between for word in words[each.end : other.start])
            for other in found
        )

    return [each for each in found if not leads(each)]
