"""Settings come from the first that has them: flag, environment, the user's file, default."""

import io
import os
from pathlib import Path

import pytest

from table import config
from table.config import ConfigError, Flags, settle, spoken, typed_play


class Screen(io.TextIOWrapper):
    """A terminal, or with `terminal=False` a pipe, of some encoding."""

    def __init__(self, encoding="utf-8", terminal=True):
        super().__init__(io.BytesIO(), encoding=encoding)
        self.terminal = terminal

    def isatty(self):
        return self.terminal


@pytest.fixture
def file(tmp_path):
    return tmp_path / "config.toml"


@pytest.fixture
def settled(file):
    """What comes out, with this in the user's file and that in the environment."""

    def settled(text="", flags=Flags(), screen=None, **environ):  # noqa: B008 (frozen)
        if text:
            file.write_text(text, encoding="utf-8")
        return settle(flags, {"BRECHE_CONFIG": str(file), **environ}, screen or Screen())

    return settled


def test_how_to_go_on_is_typed_as_it_was_begun(tmp_path):
    program = tmp_path / "bin" / "breche"
    program.parent.mkdir()
    program.touch(mode=0o755)
    found = {"PATH": str(program.parent)}
    assert typed_play("--save evening", str(program), found | {"MAKELEVEL": "1"}) == "breche play --save evening"
    assert typed_play("--save evening", str(program), {"PATH": ""}) == f"{program} play --save evening"
    assert typed_play("--save evening", "-c", {"PATH": ""}) == "breche play --save evening"
    by_make = typed_play("--save evening", str(program), {"PATH": "", "MAKELEVEL": "1"})
    assert by_make == "make play ARGS='--save evening'"


def test_a_flag_goes_before_the_environment_before_the_file_before_the_locale(settled):
    file, environ = 'language = "fr"', {"BRECHE_LANG": "en"}
    assert settled(LANG="fr_FR")[0].language == "fr"
    assert settled(file, LANG="en_GB")[0].language == "fr"
    assert settled(file, **environ)[0].language == "en"
    assert settled(file, Flags(language="fr"), **environ)[0].language == "fr"


def test_only_a_locale_is_no_choice(settled):
    assert settled(LANG="fr_FR")[1] is False
    assert settled(BRECHE_LANG="FR")[1] is True
    assert settled('language = "fr"')[1] is True


def test_the_story_is_told_in_the_language_of_the_interface_unless_said_otherwise(settled):
    assert settled(BRECHE_LANG="fr")[0].narration == "fr"
    assert settled(BRECHE_LANG="fr", BRECHE_NARRATION="en")[0].narration == "en"
    assert settled('narration = "en"', BRECHE_LANG="fr")[0].narration == "en"
    assert settled(flags=Flags(narration="fr"), BRECHE_NARRATION="en")[0].narration == "fr"


@pytest.mark.parametrize(
    ("environ", "accessible"),
    [
        ({}, False),
        ({"ACCESSIBLE": "1"}, True),
        ({"ACCESSIBLE": "0"}, False),
        ({"BRECHE_ACCESSIBLE": "no", "ACCESSIBLE": "1"}, False),
        ({"BRECHE_ACCESSIBLE": "yes"}, True),
    ],
)
def test_accessible_mode_is_switched_in_the_environment(settled, environ, accessible):
    assert settled(**environ)[0].accessible is accessible


def test_accessible_mode_is_switched_in_the_file_or_by_a_flag(settled):
    assert settled("accessible = true")[0].accessible
    assert settled(flags=Flags(accessible=True))[0].accessible


def test_colour_is_for_a_terminal_that_wants_it(settled):
    assert settled()[0].color
    assert not settled(screen=Screen(terminal=False))[0].color
    assert not settled(NO_COLOR="1")[0].color
    assert settled(NO_COLOR="")[0].color
    assert not any(settled(TERM=each)[0].color for each in ("dumb", "unknown", "DUMB"))
    assert not settled("color = false")[0].color


@pytest.mark.parametrize(("encoding", "plain"), [("utf-8", False), ("cp1252", False), ("cp850", True), ("ascii", True)])
def test_a_code_page_without_accents_is_found_out(settled, encoding, plain):
    assert settled(screen=Screen(encoding))[0].ascii is plain


def test_saves_are_where_one_says(settled, tmp_path):
    assert settled(BRECHE_SAVES="/here")[0].saves == Path("/here")
    assert settled('saves = "mine"')[0].saves == tmp_path / "mine"


def test_a_checkout_keeps_its_saves_and_an_installation_uses_the_platforms_place(monkeypatch, tmp_path):
    assert config.default_saves() == Path(__file__).parents[2] / "saves"
    monkeypatch.setattr(config, "_HOUSE", tmp_path)
    assert config.default_saves().parts[-2:] == ("breche", "saves")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('language = "de"', "config.language"),
        ("narration = 3", "config.language"),
        ('accessible = "yes"', "config.switch"),
        ("saves = 7", "config.folder"),
        ('sound = "loud"', "config.key"),
        ("language = fr", "config.not_toml_line"),
    ],
)
def test_a_file_with_a_fault_names_it(settled, file, text, key):
    with pytest.raises(ConfigError) as caught:
        settled(text)
    assert caught.value.key == key
    assert caught.value.slots["file"] == file


def test_a_file_that_is_no_text_or_no_file_is_named(settled, file):
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(ConfigError, match="not_text"):
        settled()
    file.unlink()
    file.mkdir()
    with pytest.raises(ConfigError, match="unreadable"):
        settled()


def test_a_pipe_or_a_device_is_no_file_but_an_empty_one_may_be_asked_for(settled, file):
    os.mkfifo(file)
    for each in (str(file), "/dev/full", "/dev/zero"):
        with pytest.raises(ConfigError, match="unreadable"):
            settled(BRECHE_CONFIG=each)
    assert settled(BRECHE_CONFIG=os.devnull)[0].language == "en"


@pytest.mark.parametrize("text", ["a=" + "[" * 100_000, "a=" + "9" * 10_000], ids=["brackets", "digits"])
def test_what_is_too_large_to_read_is_not_written_as_toml_is(settled, file, text):
    with pytest.raises(ConfigError, match="not_toml"):
        settled(text)
    assert spoken([], {"BRECHE_CONFIG": str(file), "LANG": "fr_FR"}) == "fr"


@pytest.mark.parametrize("name", ["BRECHE_CONFIG", "BRECHE_SAVES"])
def test_a_home_that_nobody_has_is_named(settled, name):
    with pytest.raises(ConfigError) as caught:
        settled(**{name: "~nobody-at-all/x"})
    assert (caught.value.key, caught.value.slots["name"]) == ("config.home", name)
    assert spoken([], {name: "~nobody-at-all/x", "LANG": "fr_FR"}) == "fr"


@pytest.mark.parametrize("folder", ["~nobody-at-all/x", "a\\u0000b"])
def test_a_folder_that_cannot_be_is_named_with_its_key(settled, folder):
    with pytest.raises(ConfigError, match="folder") as caught:
        settled(f'saves = "{folder}"')
    assert caught.value.slots["key"] == "saves"


def test_a_language_that_is_not_here_is_refused_in_the_environment(settled):
    with pytest.raises(ConfigError, match="environment"):
        settled(BRECHE_LANG="de")


@pytest.mark.parametrize(
    ("arguments", "environ", "language"),
    [
        (["--lang", "fr", "--help"], {"LANG": "en_GB"}, "fr"),
        (["play", "--lang=FR"], {"BRECHE_LANG": "en"}, "fr"),
        (["play", "--lang"], {"BRECHE_LANG": "fr"}, "fr"),
        (["play", "--lang", "de"], {"LANG": "fr_FR"}, "fr"),
        ([], {"BRECHE_LANG": "de"}, "en"),
    ],
)
def test_the_language_of_help_is_known_before_the_line_is_understood(file, arguments, environ, language):
    assert spoken(arguments, {"BRECHE_CONFIG": str(file), **environ}) == language


def test_a_file_with_a_fault_does_not_keep_help_away(file):
    file.write_text("language = 3", encoding="utf-8")
    assert spoken([], {"BRECHE_CONFIG": str(file), "LANG": "fr_FR"}) == "fr"
