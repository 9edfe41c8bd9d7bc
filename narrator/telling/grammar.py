"""The template language of the phrase tables: names take their article, elision, contraction, gender and number.

{thing} {Thing}          the name as it stands ("la grille", "the gate"); with a capital at the head of a sentence
{de thing} {à thing}     French: "de la grille", "du mur", "de l'échelle", "d'Akiko"; "au mur", "aux caisses"
{thing?es}               endings that agree: the e for a feminine, the s for a plural ("ouvert{thing?es}")
{person} {object}        the same as {thing}, where it is somebody, or is not
{thing?cède|cèdent}      one form for the singular, one for the plural
{thing?il|elle|ils|elles}   masculine, feminine, and both plurals
[de|of] is nothing special: brackets are plain text.
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from narrator.scenario import Language, Noun

_SLOT = re.compile(r"\{(?:(de|à|De|À) )?([A-Za-zÀ-ÿ]+)(?:\?([^{}]*))?\}")
_VOWEL = "aeiouyhœæ"
# An aspirated h takes no elision: the few that an adventure may name without an article.
_ASPIRATED = (
    "hache",
    "hall",
    "halle",
    "halo",
    "halte",
    "hamac",
    "hangar",
    "haut",
    "havre",
    "herse",
    "homard",
    "houle",
    "hublot",
)
_NBSP = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Word:
    """A name as a slot takes it: its text with the article, and how French agrees with it."""

    text: str
    feminine: bool = False
    plural: bool = False


def word(noun: Noun, language: Language) -> Word:
    """The word that an author's noun is in one language."""
    return Word(noun.to(language), noun.gender == "f", noun.plural)


def called(noun: Noun, language: Language, person: bool) -> dict[str, Word]:
    """The word for something in a scene in every slot that it may fill: a phrase about people is not for things."""
    said = word(noun, language)
    return {"thing": said, "person" if person else "object": said}


@cache
def slots(template: str) -> frozenset[str]:
    """The names of the slots that a template needs."""
    return frozenset(found[2].lower() for found in _SLOT.finditer(template))


def fill(template: str, words: Mapping[str, Word]) -> str:
    """A template with its slots filled; every one of `slots(template)` has to be there."""

    def filled(found: re.Match[str]) -> str:
        preposition, name, forms = found[1], found[2], found[3]
        named = words[name.lower()]
        if forms is not None:
            return agree(named, forms)
        said = named.text
        if preposition:
            said = (of if preposition.lower() == "de" else to)(said)
        return capital(said) if name[0].isupper() or (preposition or "a")[0].isupper() else said

    return _SLOT.sub(filled, template)


def agree(named: Word, forms: str) -> str:
    """The form that agrees: endings ("es"), singular|plural, or masculine|feminine and both plurals."""
    choices = forms.split("|")
    if len(choices) == 1:
        return forms[: -1 if forms.endswith("s") else None] * named.feminine + "s" * (
            named.plural and forms.endswith("s")
        )
    if len(choices) == 2:
        return choices[named.plural]
    return choices[named.feminine + 2 * named.plural]


def of(name: str, language: Language = "fr") -> str:
    """A name after "of", or after "de" in French: du, des, de la, de l', d'."""
    if language == "en":
        return f"of {name}"
    article, rest = _article(name)
    if article == "le":
        return f"du {rest}"
    if article in ("les", "des"):
        return f"des {rest}" if article == "les" else _elided("de", rest)
    return _elided("de", name)


def to(name: str) -> str:
    """A French name after "à": au, aux, à la, à l'."""
    article, rest = _article(name)
    if article == "le":
        return f"au {rest}"
    return f"aux {rest}" if article == "les" else f"à {name}"


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def bare(name: str) -> str:
    """A name without its article, French or English."""
    found = re.match(r"(?i)(?:l['’]|(?:le|la|les|un|une|des|the|an?|some)\s+)(?=\S)", name)
    return name[found.end() :] if found else name


def typography(text: str, language: Language) -> str:
    """French keeps its high punctuation on the line: no-break spaces before : ; ! ? » and after «."""
    if language != "fr":
        return text
    return re.sub(r"« ", f"«{_NBSP}", re.sub(r" (?=[:;!?»])", _NBSP, text))


def _article(name: str) -> tuple[str, str]:
    head, _, rest = name.partition(" ")
    return (head.casefold(), rest) if rest and head.casefold() in ("le", "les", "des") else ("", name)


def _elided(word: str, name: str) -> str:
    first = unicodedata.normalize("NFKD", name[:1].casefold())[:1]
    mute = not name.casefold().startswith(_ASPIRATED)
    return f"{word[:-1]}'{name}" if first and first in _VOWEL and mute else f"{word} {name}"
