"""A report as one page that stands by itself: no script, nothing from elsewhere, for the eye and for the ear."""

from collections.abc import Iterator
from html import escape
from importlib.resources import files

from table.playtest.report import Report
from table.playtest.reports.figures import Figures, figures
from table.playtest.reports.plots import Plot, plots
from table.playtest.reports.tables import Table, tables
from table.playtest.reports.text import replay
from table.playtest.reports.wording import Wording, headline, settings_lines
from table.words import Language

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""A browser fetches and runs nothing, whatever a name in the report may hold."""


def page(report: Report, language: Language) -> str:
    """The whole page: the same, byte for byte, for the same report."""
    wording, found = Wording(language), figures(report)
    title = wording("page.title", what=str(report.settings["what"]).replace("_", " "))
    style = (files("table.playtest.reports") / "page.css").read_text(encoding="utf-8")
    return "\n".join(
        (
            "<!doctype html>",
            f'<html lang="{language}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>\n{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            f"<h1>{escape(title)}</h1>",
            f'<p class="lead">{escape(headline(wording, report.settings["kind"], found))}</p>',
            f'<p class="note">{escape(_played(wording, report))}</p>',
            *_escapes(wording, report, found),
            *_body(wording, report, found),
            "</main>",
            "</body>",
            "</html>",
            "",
        )
    )


def _body(wording: Wording, report: Report, found: Figures) -> Iterator[str]:
    by_key = {each.key: each for each in tables(wording, found)}
    drawings = [*plots(wording, report.settings["kind"], found)]
    yield '<div class="plots">'
    for each in drawings:
        yield from _section(wording, each, by_key[each.table])
    yield "</div>"
    drawn = {each.table for each in drawings} - {"figures"}
    for key, each in by_key.items():
        if key not in drawn:
            yield '<section class="card">'
            yield f"<h2>{escape(wording('page.figures') if key == 'figures' else each.headings[0])}</h2>"
            if key == "figures":
                yield f'<p class="note">{escape(wording("page.confidence"))}</p>'
            yield from _table(each)
            yield "</section>"


def _section(wording: Wording, plot: Plot, table: Table) -> Iterator[str]:
    yield '<section class="card">'
    yield f"<h2>{escape(plot.title)}</h2>"
    yield f'<p class="says">{escape(plot.says)}</p>'
    yield plot.svg
    summary = escape(wording("page.numbers"))
    about = escape(wording("labelled", label=wording("page.numbers"), value=plot.title), quote=True)
    yield f'<details><summary aria-label="{about}">{summary}</summary>'
    yield from _table(table)
    yield "</details>"
    yield "</section>"


def _table(table: Table) -> Iterator[str]:
    yield f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(table.headings[0], quote=True)}"><table>'
    headings = "".join(f'<th scope="col">{escape(each)}</th>' for each in table.headings)
    yield f"<thead><tr>{headings}</tr></thead>"
    yield "<tbody>"
    for name, *cells in table.rows:
        said = "".join(f"<td>{escape(each)}</td>" for each in cells)
        yield f'<tr><th scope="row">{escape(name)}</th>{said}</tr>'
    yield "</tbody></table></div>"


def _played(wording: Wording, report: Report) -> str:
    """What was played, in one line, without its name: the title has that."""
    pairs = settings_lines(wording, report).items()
    return wording("clauses").join(wording("labelled", label=name, value=value) for name, value in [*pairs][1:])


def _escapes(wording: Wording, report: Report, found: Figures) -> Iterator[str]:
    """The games that broke a law: before all else, since the figures leave them out."""
    if not found.escaped:
        return
    yield '<section class="card alarm">'
    yield f"<h2>{escape(wording('page.escapes'))}</h2>"
    yield f"<p>{escape(wording('escape.heading', count=found.escaped))}</p>"
    yield "<ul>"
    for each in found.escapes:
        save = wording("escape.save", save=each.save) if each.save else wording("escape.no_save")
        again = wording("escape.replay").strip()
        yield (
            f"<li><p>{escape(wording('escape.game', game=each.game, law=each.law, what=each.what))}</p>"
            f"<p>{escape(save.strip())}</p>"
            f'<p>{escape(again)} <code tabindex="0">{escape(replay(report.settings, each.game))}</code></p></li>'
        )
    yield "</ul>"
    if found.escaped > len(found.escapes):
        yield f"<p>{escape(wording('escape.more', count=found.escaped - len(found.escapes)))}</p>"
    yield "</section>"
