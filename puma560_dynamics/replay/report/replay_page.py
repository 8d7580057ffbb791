"""The page put together and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from numpy.typing import NDArray

from ...check import Check
from ...files import write_whole
from ...report.formatting import TARGET_WORDS
from ...report.page import document, section
from ..analysis.measures import likely, target
from ..result import Analysis
from . import tables
from .figures import drawing, embedded, figure_data, gzip_base64, import_bokeh, joint_data, joint_place
from .joint_figures import drawable, joint_columns, joint_figures, moment_figures, span_of, term_columns, union
from .other_figures import gap_figure, period_figure, velocity_columns, velocity_figure
from .overview import head, joint_links, top, why
from .replay_style import CSS
from .script import SCRIPT


def write_report(analysis: Analysis, path: Path, checks: Sequence[Check] = ()) -> None:
    """Write the report of `analysis` to `path`, whole or not at all.

    Raises:
        Puma560Error: the folder does not exist or cannot be written to.
        MissingDependencyError: Bokeh is not installed.
    """
    write_whole(path, replay_page(analysis, checks))


def replay_page(analysis: Analysis, checks: Sequence[Check] = ()) -> str:
    """The report as HTML that needs nothing else."""
    question = "What would explain the residual"
    why_title = question if analysis.verdict.level == "good" else f"Why not? {question}"
    published_title = "Published terms against the same computed again"
    contents = (
        ("why", why_title, why(analysis), _WHY if likely(analysis) else ""),
        ("joints", "Joint by joint", joint_links(analysis) + _panels(analysis), ""),
        ("numbers", "The same in numbers", tables.statistics(analysis), _NUMBERS if analysis.total else ""),
        ("warnings", "Warnings and notes", tables.findings(analysis.findings), ""),
        ("timing", "Timing of the samples", _timing(analysis), ""),
        ("models", "Models against Pinocchio", tables.models(analysis), _MODELS if analysis.models else ""),
        ("published", published_title, tables.published(analysis), _PUBLISHED if analysis.published else ""),
        ("topics", "Topics and their use", tables.topics(analysis), ""),
        ("about", "About this replay", tables.about_analysis(analysis), ""),
    )
    sections = "\n".join(section(title, content, caption, name) for name, title, content, caption in contents)
    links = "".join(f'<a href="#{name}">{name}</a>' for name, *_ in contents)
    title = f"Replay of {analysis.name}: recording against model"
    return interactive(title, top(analysis, title), f"{head(analysis, checks)}\n<nav>{links}</nav>\n{sections}")


def interactive(title: str, verdict: str, body: str) -> str:
    """A whole page with Bokeh (compressed) and the script that draws its figures."""
    scripts = f'<script type="text/plain" id="library">{_library()}</script>\n<script>{SCRIPT}</script>\n'
    return document(title, verdict, body, css=CSS, end=scripts)


@lru_cache(maxsize=1)
def _library() -> str:
    """Bokeh's own script."""
    resources = import_bokeh().resources.Resources(mode="inline", components=["bokeh"], minified=True)
    return gzip_base64("\n".join(resources.js_raw).encode())


_WHY = (
    "The share of the squared residual that each cause explains when it is fitted to this recording alone; each joint "
    "counts relative to its maximum torque. Small fields: the share at each joint, darker is more. Causes overlap, so "
    "shares do not add up to 100 %."
)
_NUMBERS = (
    "“Of deviation” is the RMS residual as a share of the signal's own standard deviation. “Late by” is the delay of "
    "the signal at which it agrees best with the model; a negative one means that the signal is ahead, as effort is "
    "while dry friction holds a joint."
)
_MODELS = (
    "The largest difference over every sample. Exact models differ by rounding; abbreviated ones leave terms out on "
    "purpose."
)
_PUBLISHED = "The largest difference; more than rounding means another arm file, payload or state than assumed here."
_OVERLAY = (
    "Drag to zoom, ↺ resets; selecting a range shows the statistics of its residual. All joints show the same range of "
    "time. {band}Terms are stacked from zero: the residual often has the shape of the term that is wrong."
)
_BAND = (
    "The blue band is twice the standard uncertainty from tolerances of the arm file, friction, noise and resolution. "
    "About 5 % of the samples are outside (orange) by chance; more have another cause. "
)
_VELOCITY = (
    "The {signal} less the torque of rigid bodies, by velocity: a step at zero is dry friction, a slope viscous "
    "friction, a level away from zero an offset; a wide spread has another cause. The blue line is the friction of the "
    "model."
)


def _panels(analysis: Analysis) -> str:
    """The joints one below the other, each with its figures and its terms in numbers."""
    data = [_columns(analysis, joint) for joint in range(analysis.arm.n)]
    figures = _joint_figures(analysis, *(union(each[source] for each in data) for source in data[0]))
    panels = "".join(
        f'<div class="panel" id="panel{joint}"><h3>{escape(name)}</h3>'
        + "".join(
            _block(each, joint, first=not any(other[each.source] for other in data[:joint]))
            for each in figures
            if data[joint][each.source]
        )
        + ("" if data[joint]["over-signals"] else '<p class="empty">No sample of this joint can be shown.</p>')
        + f"{tables.term_statistics(analysis, joint)}</div>{joint_data(joint, data[joint])}"
        for joint, name in enumerate(analysis.arm.joint_names)
    )
    return panels + "".join(figure_data(each.root, each.name) for each in figures)


def _columns(analysis: Analysis, joint: int) -> dict[str, Mapping[str, NDArray[Any]]]:
    """One joint's columns by source; a source without columns has no figure for this joint."""
    moment = joint_columns(analysis.worst[joint], joint) if analysis.worst else {}
    over = joint_columns(analysis.traces, joint)
    return {
        "over-signals": over if drawable(over) else {},
        "over-terms": term_columns(analysis.traces, joint),
        "velocity": velocity_columns(analysis.profile, joint),
        "worst-signals": moment if drawable(moment) else {},
    }


class _JointFigure(NamedTuple):
    """A figure that is drawn for each joint with data for its source."""

    name: str
    source: str
    title: str
    caption: str
    root: Any


def _joint_figures(
    analysis: Analysis, over: Sequence[str], terms: Sequence[str], velocity: Sequence[str], moment: Sequence[str]
) -> list[_JointFigure]:
    """The figures that any joint has data for, by the columns of their sources."""
    name = target(analysis)
    found = []
    if over:
        drawn = joint_figures("over", span_of(analysis.traces), over, terms, name)
        words = _OVERLAY.format(band="" if analysis.band is None else _BAND)
        found.append(_JointFigure("over", "over-signals", "Measured effort, model and residual", words, drawn))
    if velocity:
        words = _VELOCITY.format(signal=TARGET_WORDS.get(name or "", "signal"))
        drawn = velocity_figure("velocity", velocity)
        found.append(_JointFigure("speeds", "velocity", "Residual against velocity", words, drawn))
    if moment:
        words = "The largest residual of this joint in the recording."
        drawn = moment_figures("worst", moment, name)
        found.append(_JointFigure("worst", "worst-signals", "Around the largest residual, every sample", words, drawn))
    return found


def _block(figure: _JointFigure, joint: int, first: bool) -> str:
    """One joint's place for a figure; the caption is on the page once, below the `first` of its kind."""
    content = drawing(joint_place(figure.root, figure.name, joint), figure.caption if first else "")
    return f'<div class="block"><h4>{figure.title}</h4>{content}</div>'


def _timing(analysis: Analysis) -> str:
    """Figures, histogram of periods, gaps over time."""
    plots = [
        (
            period_figure(analysis.timing),
            "periods",
            "A single narrow peak means a steady clock; bars far to the right are gaps.",
        ),
        (
            gap_figure(analysis.timing),
            "gaps",
            "The longest gaps; velocity and acceleration are not filtered across them.",
        ),
    ]
    drawn = "".join(drawing(embedded(plot, name), words) for plot, name, words in plots if plot is not None)
    return tables.timing_words(analysis) + (f'<div class="pair">{drawn}</div>' if drawn else "")
