"""HTML page of an identification, in a single self-contained file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ..extras import installed, sentence
from ..report.formatting import number
from ..report.interactive import interactive
from ..report.page import Markup, cards, listed, section, table, verdict
from .advice import advice, condition_words, fit_summary, judge_fit, residual_rms
from .arm_yaml import METHOD, recordings
from .comparison import Compared, base_parameters, compared_constants, friction, load
from .identify import Identified
from .windows import WINDOW


def identification_page(found: Identified) -> str:
    """Return the page as HTML; if matplotlib is not installed, a note replaces the plots."""
    rows = compared_constants(found) or base_parameters(found)
    before, after = residual_rms(found)
    on = "held-out motion" if found.held_out else "the motion it was fitted to; no motion was held out"
    level, headline = judge_fit(found)
    unit = found.unknowns.arm.effort_text
    title = f"Identification of {found.unknowns.arm.name} from {recordings(found)}"
    sections = [
        cards(
            (
                (f"{before / after:.1f} ×" if after else "–", f"less residual on {on}"),
                (number(after, unit), f"RMS residual, all joints together; {number(before, unit)} before"),
                (
                    condition_words(found.estimate.condition),
                    "condition number of the motion; below 100 is good",
                ),
                (
                    f"{sum(row.determined_by == 'data' for row in rows)} of {len(rows)}",
                    "constants determined by the data",
                ),
            )
        ),
        _advice(found),
        *_plots(found, rows),
        section("Constants", _table(rows)),
        section("Friction", _table(friction(found))),
    ]
    if found.unknowns.load:
        sections.append(section("Load", _table(load(found))))
    sections.append(f'<p class="soft">Method: {escape(METHOD)}.</p>')
    return interactive(
        title, verdict(level, headline, Markup(f"<b>{escape(title)}</b>"), fit_summary(found)), "\n".join(sections)
    )


def _plots(found: Identified, rows: Sequence[Compared]) -> list[str]:
    """Return the sections with plots, or a note if matplotlib is not installed."""
    if not installed("matplotlib"):
        words = sentence("the drawing of plots", ["matplotlib"])
        return [section("Plots", Markup(f'<p class="soft">{escape(words[0].upper() + words[1:])}.</p>'))]
    from ..report.svg import shown
    from .identification_plots import moved_constants, residual_bars, torque_series

    judged = (found.held_out or found.train)[0]
    return [
        section(
            "Residual before and after",
            shown(residual_bars(found), f"Means over {WINDOW:g} s in which the joint moves in one direction."),
        ),
        section(
            "Torque",
            shown(
                torque_series(found, judged),
                f"The first seconds of {judged.name}. Lines are interrupted where the joint is at rest, because dry "
                "friction is then unknown.",
            ),
        ),
        section(
            "What moved",
            shown(
                moved_constants([*rows, *friction(found), *load(found)]),
                "A point inside the grey band agrees with the earlier value; its bar is the remaining standard error. "
                "A point with a bar as wide as the band comes from the prior.",
            ),
        ),
    ]


def _advice(found: Identified) -> str:
    """Return the section with the advice; empty without advice."""
    points = listed(("warning", "!", f"{words[0].upper()}{words[1:]}.") for words in advice(found))
    return section("Before you use it", points) if points else ""


def _number(words: str) -> str:
    value, sign, error = words.partition(" ± ")
    return Markup(f"{escape(value.replace('-', '−', int(value.startswith('-'))))} <small>{sign}{escape(error)}</small>")


def _signed(moved: float) -> str:
    """Format with one decimal and a sign, except for zero."""
    words = f"{moved:+.1f}"
    return "0.0" if words in ("+0.0", "-0.0") else words.replace("-", "−")


def _table(rows: Iterable[Compared]) -> str:
    return table(
        ("", "before", "identified", "unit", "moved, tolerances", "determined by"),
        (
            [
                row.name,
                *map(_number, row.texts),
                row.unit,
                _signed(row.moved),
                Markup(f"{row.determined_by} <small>({100 * row.data:.0f} % data)</small>"),
            ]
            for row in rows
        ),
    )
