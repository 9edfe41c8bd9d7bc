"""The page of a report: by itself, the same every time, for the eye and for the ear."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from table.playtest.report import Report
from table.playtest.reports.figures import figures
from table.playtest.reports.page import page
from table.playtest.reports.plots import plots
from table.playtest.reports.wording import Wording
from table.playtest.summary import Escape
from table.words import LANGUAGES
from tests.table.playtest.made import adventure, fight, nothing, summary
from tests.table.playtest.test_reports import held_against

REPORTS = {"fight": fight, "adventure": adventure, "nothing": nothing}
EVERY = [(name, language) for name in REPORTS for language in LANGUAGES]
VOID = {"meta"}


class Heard(HTMLParser):
    """A page as a screen reader goes through it: headings, texts, names of drawings, tables row by row."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.open: list[str] = []
        self.attributes: list[tuple[str, str]] = []

    def handle_starttag(self, tag, attrs):
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)
        if tag in {"tr", "h1", "h2", "p", "title", "desc", "summary"}:
            self.lines.append("# " if tag in {"h1", "h2"} else "")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if data.strip() and "style" not in self.open and "g" not in self.open:
            cell = " | " if self.open[-1] in {"td", "th"} and self.lines[-1] else ""
            self.lines[-1] += cell + data.strip()


def heard(text):
    reader = Heard()
    reader.feed(text)
    assert reader.open == []
    return reader


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_a_page_says_what_it_said(name, language, request):
    text = "\n".join(each for each in heard(page(REPORTS[name](), language)).lines if each)
    held_against(f"page-{name}.{language}.txt", f"{text}\n", request)


@pytest.mark.parametrize(("name", "language"), EVERY)
def test_nothing_comes_from_elsewhere_and_nothing_runs(name, language):
    text = page(REPORTS[name](), language)
    assert not re.search(r"https?:|//\w|@import|url\(|<script|<link|<img|javascript|\son\w+=", text)
    addresses = {value for attribute, value in heard(text).attributes if attribute in {"href", "src", "action", "data"}}
    assert addresses == set()


def test_the_same_report_is_the_same_page_in_another_process_on_another_day():
    code = (
        "import sys; from tests.table.playtest.made import adventure; from table.playtest.reports.page import page;"
        "sys.stdout.buffer.write(page(adventure(), 'fr').encode())"
    )
    pages = [
        subprocess.run([sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True)
        for seed in ("1", "2")
    ]
    assert [each.stderr for each in pages] == [b"", b""]
    assert pages[0].stdout == pages[1].stdout == page(adventure(), "fr").encode()
    assert not re.search(rb"pygal|20\d\d-\d\d", pages[0].stdout)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["fight", "adventure"])
def test_every_drawing_has_a_name_a_description_and_its_numbers_beside_it(name, language):
    sections = re.findall(r'<section class="card">(.*?)</section>', page(REPORTS[name](), language), re.DOTALL)
    drawings = [each for each in sections if "<svg" in each]
    assert len(drawings) >= 6
    ids = []
    for each in drawings:
        svg = ElementTree.fromstring(re.search(r"<svg.*</svg>", each, re.DOTALL)[0])
        title, description = svg[0], svg[1]
        assert (title.tag, description.tag, svg.attrib["role"]) == ("title", "desc", "img")
        assert svg.attrib["aria-labelledby"] == title.attrib["id"]
        assert svg.attrib["aria-describedby"] == description.attrib["id"]
        ids += [node.attrib["id"] for node in svg.iter() if "id" in node.attrib]
        assert title.text
        assert len(description.text.split()) > 5
        assert "<details>" in each
        assert "<table>" in each
    assert len(ids) == len({*ids})


def test_colours_are_the_page_s_and_have_a_dark_form():
    text = page(fight(), "en")
    drawn = "".join(re.findall(r"<svg.*?</svg>", text, re.DOTALL))
    assert not re.search(r"fill=|stroke=|style=|#[0-9a-f]{3}", drawn)
    light, dark = (set(re.findall(r"(--\w+):", block)) for block in re.findall(r":root \{(.*?)\}", text, re.DOTALL))
    assert light == dark
    assert {*re.findall(r"var\((--\w+)\)", text)} <= light


@pytest.mark.parametrize("ground", ["light", "dark"])
def test_letters_stand_out_from_their_ground(ground):
    """Contrasts of WCAG 2.2: 4.5 for letters, 3 for what is drawn."""
    blocks = re.findall(r":root \{(.*?)\}", page(fight(), "en"), re.DOTALL)
    colours = dict(re.findall(r"(--\w+): (#[0-9a-f]{6})", blocks[0 if ground == "light" else 1]))
    for name, least in {"--ink": 7, "--faint": 4.5, "--alarm": 4.5, **{f"--c{each}": 3 for each in range(6)}}.items():
        for behind in ("--card", "--paper"):
            assert contrast(colours[name], colours[behind]) >= least, (name, behind)


def contrast(one, other):
    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def test_a_name_cannot_break_out_of_the_page():
    mean = '"><script>alert(1)</script>'
    report = fight(3, Escape(1, mean, mean, mean), party={"vex": mean, "nora": "Nora"}, what=mean, asked=[mean])
    text = page(report, "en")
    assert "<script" not in text
    assert "Content-Security-Policy" in text
    assert "&lt;script&gt;" in text
    heard(text)


def test_the_first_sentence_is_what_an_author_wants_to_know():
    lines = heard(page(fight(), "en")).lines
    assert lines[2] == (
        "The party wins 80 games in 100 (95%: 49 to 94); 0.7 of the 2 PCs are down at the end on average; "
        "four games in five last 3 to 6 turns."
    )


def test_what_stands_below_an_axis_does_not_run_together():
    evenings = summary(40, {"turns": {str(turns): 1 for turns in range(100, 140)}, "won": {"yes": 40}})
    found = figures(Report(adventure().settings, evenings))
    drawing = next(each for each in plots(Wording("en"), "adventure", found) if each.key == "turns")
    below = re.findall(r">(\d+–\d+)<", drawing.svg)
    assert 2 <= len(below) <= 4
