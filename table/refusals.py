"""The engine's refusals as a person reads them: English from its own sentences, French from the messages."""

from collections.abc import Callable

from engine.ruling import Code, Fault, Refused
from table.words import Language, Words, messages

_SAY_WHAT = (Code.REASON_MISSING, Code.STAKES_MISSING, Code.BAD_AMOUNT, Code.SETBACK_LACKS, Code.SETBACK_HAS_MORE)
"""The refusals whose `what` is a thing to say, not an id."""


def sentence(language: Language, refused: Refused, named: Callable[[str], str]) -> str:
    """A refusal with what would work; `named` says what an id is called. A fact's id would give the story away."""
    words = Words(language, "play")
    about = {key: words("that_fact") if key == "fact" else named(value) for key, value in refused.about}
    if refused.code in _SAY_WHAT:
        about["what"] = _thing(language, dict(refused.about)["what"])
    said = template(language, refused).format(**about)
    said = said[:1].upper() + said[1:]
    said = " ".join((said, *(_wrong(language, each) for each in refused.faults)))
    if not refused.would_work:
        return said
    return f"{said} {words('would_work', options=', '.join(map(named, refused.would_work)))}"


def _thing(language: Language, wanted: str) -> str:
    """What has still to be said, in the person's language; the engine names it in English."""
    if language == "en":
        return wanted
    said = messages(language, "missing")[wanted]
    assert isinstance(said, str)
    return said


def _wrong(language: Language, fault: Fault) -> str:
    """What is wrong in one field. Its path and its value are told as they were written."""
    said = fault.code.value if language == "en" else messages(language, "faults")[fault.code.name.lower()]
    assert isinstance(said, str)
    return said.format(field=fault.field, **dict(fault.about))


def template(language: Language, refused: Refused) -> str:
    """The sentence with its slots."""
    if language == "en":
        return refused.code.value
    said = messages(language, "refusals")[refused.code.name.lower()]
    assert isinstance(said, str)
    return said
