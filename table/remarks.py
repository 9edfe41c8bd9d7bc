"""What a narrator remarks of itself, as a sentence in the interface's language."""

from narrator.exchange import Trouble
from narrator.port import Remark
from table import troubles
from table.config import ConfigError
from table.words import Language, Words


def sentence(language: Language, remark: Remark) -> str:
    """The remark's text with its slots filled; what went wrong is told in full."""
    words = Words(language, "narrator")
    return words(remark.key, **{key: _told(language, each) for key, each in remark.slots.items()})


def _told(language: Language, value: object) -> object:
    if isinstance(value, ConfigError):
        return Words(language, "cli")(value.key, **value.slots)
    if isinstance(value, Trouble):
        return troubles.told(language, value)
    return value
