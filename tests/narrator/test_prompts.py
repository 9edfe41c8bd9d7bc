"""Prompts are Markdown with declared slots: what is missing, unknown or unused in a file is found before it is sent."""

import re
from pathlib import Path

import pytest

from narrator import briefing, plainly, prompting
from narrator.content_error import ContentError
from narrator.grammar import slots
from narrator.prompt import Prompt
from narrator.scenario import Language
from tests.narrator.briefing_scenes import LANGUAGES
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
    assert plainly.sayings(language).keys() - said == {"foe.somebody"}


def test_the_order_of_cutting_names_blocks_that_there_are() -> None:
    heads = prompting.prompt("en", "situation").parts
    assert {cut.block for cut in briefing.ORDER} <= heads.keys()


def _without_slots(text: str) -> str:
    return re.sub(r"\{\{[a-z_]+\}\}", "", text)
