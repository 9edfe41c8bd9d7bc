"""Prompts are Markdown with declared slots: what is missing, unknown or unused in a file is found before it is sent."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from narrator import briefing, prompting
from narrator.briefing import plainly
from narrator.content_error import ContentError
from narrator.exchange import Schema
from narrator.guard import Fault, Guard
from narrator.prompt import Prompt
from narrator.scenario import Language
from narrator.telling.grammar import slots
from narrator.tools import SOLO, offered
from tests.narrator.briefing_scenes import CAST, LANGUAGES, SCENARIO, begun, situation
from tests.narrator.test_briefing import everything

PROMPTS = Path(prompting.__file__).parents[1] / "prompts"
NAMES = sorted({each.stem for language in LANGUAGES for each in (PROMPTS / language).glob("*.md")})


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "page.md"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "expected a mark on the first line"),
        ("Bonjour\n<!-- role -->\nVous menez.", "expected a mark on the first line"),
        ("<!-- Role -->\nVous menez.", "expected a mark on the first line"),
        ("<!-- role -->\nVous menez.\n<!-- Rôle -->\nEncore.", "in small letters, on a line of its own"),
        ("<!-- role -->\nVous menez.\n<!-- role -->\nEncore.", "role: this part stands twice"),
        ("<!-- role -->\n\n<!-- tail -->\nEncore.", "role: this part is empty"),
        ("<!-- role -->\nVous êtes {{name}}.", "role: the slot name is used and not declared"),
        ("<!-- role: name -->\nVous menez.", "role: the slot name is declared and not used"),
        ("<!-- role: name -->\nVous êtes {{name}}, {{ Nom }}.", "a slot reads {{name}}, in small letters"),
        ("<!-- role -->\nVous\u202e menez.", "U+202E"),
    ],
)
def test_a_prompt_with_a_fault_is_refused_when_it_is_read(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(ContentError, match=r"page\.md") as refused:
        prompting.read_prompt(written(tmp_path, text))
    assert fault in str(refused.value)


def test_what_fills_a_slot_is_never_read_as_a_template(tmp_path: Path) -> None:
    prompt = prompting.read_prompt(
        written(tmp_path, '<!-- scene: name, look -->\n{{name}}. {{look}} {"a": {"b": 1}}\n')
    )
    assert prompt.fill("scene", name="{{look}}", look=r"\1 {{name}}") == '{{look}}. \\1 {{name}} {"a": {"b": 1}}'


@pytest.mark.parametrize("given", [{}, {"name": "Joris", "look": "assis"}])
def test_a_slot_that_is_not_given_or_not_there_is_a_bug(tmp_path: Path, given: dict[str, str]) -> None:
    prompt = prompting.read_prompt(written(tmp_path, "<!-- person: name -->\nVoici {{name}}."))
    with pytest.raises(KeyError, match="page, person"):
        prompt.fill("person", **given)


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_have_the_same_prompts_with_the_same_slots(name: str) -> None:
    french, english = (prompting.prompt(language, name) for language in LANGUAGES)
    shapes = [{part: each.slots for part, each in prompt.parts.items()} for prompt in (french, english)]
    assert shapes[0] == shapes[1]
    same = [part for part in french.parts if french.parts[part].text == english.parts[part].text]
    # A line that is slots and signs alone reads the same anywhere.
    assert [part for part in same if re.search(r"[^\W\d_]", _without_slots(french.parts[part].text))] == []


def test_both_languages_say_the_same_events() -> None:
    french, english = (plainly.sayings(language) for language in LANGUAGES)
    assert french.keys() == english.keys()
    assert {key: slots(said) for key, said in french.items()} == {key: slots(said) for key, said in english.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_part_of_a_prompt_and_no_saying_is_unused(language: Language, monkeypatch: pytest.MonkeyPatch) -> None:
    filled: set[tuple[str, str]] = set()
    said: set[str] = set()
    plain_fill, plain_say = Prompt.fill, plainly.Plainly.say

    def fill(self: Prompt, part: str, **given: str) -> str:
        filled.add((self.name, part))
        return plain_fill(self, part, **given)

    def say(self: plainly.Plainly, path: str, *given: object, **words: object) -> str:
        said.add(path)
        return plain_say(self, path, *given, **words)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(Prompt, "fill", fill)
    monkeypatch.setattr(plainly.Plainly, "say", say)
    assert all(everything(language))
    every = {(name, part) for name in NAMES for part in prompting.prompt(language, name).parts}
    assert every - filled == set()
    assert plainly.sayings(language).keys() - said == {"foe.somebody"}, "and that one stands for who has no name"


def test_the_order_of_cutting_names_blocks_that_there_are() -> None:
    heads = prompting.prompt("en", "situation").parts
    assert {cut.block for cut in briefing.ORDER} <= heads.keys()


def _without_slots(text: str) -> str:
    return re.sub(r"\{\{[a-z_]+\}\}", "", text)


# --- examples

OF_THE_STORY = {"actor", "about", "approach", "specialty", "by", "item", "items", "hindering"}
"""Fields whose values are the ids of another story."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_example_is_a_call_that_the_schemas_of_today_would_take(language: Language) -> None:
    offers = {each.name: each for each in offered(situation(begun(), language), SOLO)}
    for name, part in prompting.prompt(language, "examples").parts.items():
        said, _, call = part.text.partition("\n")
        proposal = json.loads(call)
        assert list(proposal) == ["tool", "arguments"], name
        assert list(unfit("", proposal["arguments"], offers[proposal["tool"]].schema)) == [], name
        assert said.partition(":")[2].strip()


@pytest.mark.parametrize("language", LANGUAGES)
def test_examples_are_in_the_language_of_the_prompt_and_the_same_in_both(language: Language) -> None:
    other: Language = "en" if language == "fr" else "fr"
    for name, part in prompting.prompt(language, "examples").parts.items():
        ours, theirs = (
            json.loads(each.text.partition("\n")[2]) for each in (part, prompting.prompt(other, "examples").parts[name])
        )
        assert ours != theirs
        assert _without_words(ours) == _without_words(theirs)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_examples_are_such_as_a_player_may_be_told(language: Language) -> None:
    watch = Guard(SCENARIO, CAST, language).watch((), situation(begun(), language).moment)
    told = [each for part in prompting.prompt(language, "examples").parts.values() for each in _words(part.text)]
    faults = {each: fault for each in told if (fault := watch.fault(each)) in _OF_FORM}
    assert len(told) > 12
    assert faults == {}


def unfit(path: str, value: Any, schema: Schema) -> Iterator[str]:
    """Where a value has another shape than the schema wants; ids of the story apart."""
    if "anyOf" in schema:
        schema = {"type": "null"} if value is None else next(each for each in schema["anyOf"] if each["type"] != "null")
    match schema["type"]:
        case "object":
            if list(value) != list(schema["properties"]):
                yield f"{path}: {list(value)}, where {list(schema['properties'])} are asked for"
            for key, each in value.items():
                yield from unfit(key, each, schema["properties"].get(key, {"type": "null"}))
        case "array":
            for each in value:
                yield from unfit(path, each, schema["items"])
        case "null":
            if value is not None:
                yield f"{path}: {value}"
        case _:
            if path not in OF_THE_STORY and "enum" in schema and value not in schema["enum"]:
                yield f"{path}: {value}"
            if len(str(value)) > schema.get("maxLength", 300):
                yield f"{path}: too long"


def _without_words(value: Any) -> Any:
    """An example's bones: what no language changes."""
    if isinstance(value, dict):
        return {key: _without_words(each) for key, each in value.items() if key not in _WORDS}
    return [_without_words(each) for each in value] if isinstance(value, list) else value


def _words(example: str) -> Iterator[str]:
    def found(value: Any, key: str = "") -> Iterator[str]:
        if isinstance(value, dict):
            for inner, each in value.items():
                yield from found(each, inner)
        elif isinstance(value, list):
            for each in value:
                yield from found(each, key)
        elif key in _WORDS and value:
            yield value

    return found(json.loads(example.partition("\n")[2]))


_OF_FORM = {Fault.NUMBER, Fault.RULE_TERM, Fault.TOOL_NAME, Fault.LANGUAGE, Fault.NONSENSE, Fault.PLAYS_PC}
_WORDS = {"action", "reason", "disadvantage_reason", "risk", "note", "why", "would_need", "question", "suggestions"}
