"""Page of a replay: its sections, its style, and the function that writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from numpy.typing import NDArray

from ...check import Check
from ...files import write_whole
from ...report.figures import drawing, embedded, figure_data, joint_data, joint_place
from ...report.formatting import TARGET_WORDS
from ...report.interactive import interactive
from ...report.page import section
from ..analysis.measures import likely, target
from ..motion.motion import RECORDED_REFERENCE
from ..result import Analysis
from . import tables
from .joint_figures import drawable, joint_columns, joint_figures, moment_figures, span_of, term_columns, union
from .other_figures import gap_figure, period_figure, velocity_columns, velocity_figure
from .overview import head, joint_links, top, why

CSS = """
main{max-width:1180px}
.line{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
ol.causes{list-style:none;margin:0;padding:0}
.causes li{padding:.8rem 0;text-indent:0}
.causes p{margin:.35rem 0}
.causes .line strong::first-letter{text-transform:uppercase}
.causes .line span{color:var(--soft);font-variant-numeric:tabular-nums}
.bar{background:var(--line);border-radius:4px;height:.6rem;margin-top:.3rem}
.bar span{display:block;height:100%;border-radius:4px;background:var(--bar);min-width:2px}
.first .bar span{background:var(--hot)}.first .line strong{font-size:1.1rem}
.cells{display:flex;gap:.25rem;flex-wrap:wrap}
.cell{font-size:.75rem;line-height:1.3rem;min-width:1.6rem;padding:0 .35rem;text-align:center;border-radius:4px;
border:1px solid var(--line);background:color-mix(in srgb,var(--bar) calc(var(--share)*65%),transparent)}
.first .cell{background:color-mix(in srgb,var(--hot) calc(var(--share)*65%),transparent)}
nav.joints{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.5rem;position:sticky;top:0;
z-index:9;background:var(--page);padding:.5rem 0;margin:0}
.joints a{color:inherit;text-decoration:none;background:var(--card);border:1px solid var(--line);
border-bottom-width:3px;border-radius:8px;padding:.45rem .6rem;min-width:0}
.joints a:hover{border-color:var(--soft)}
.joints a[aria-current]{border-color:var(--mark);box-shadow:0 0 0 1px var(--mark)}
.joints .line{gap:0 .3rem;flex-wrap:wrap}.joints b{overflow-wrap:anywhere}
.joints .line span{font-size:.85rem;white-space:nowrap}
.joints .off .line span{color:var(--hot);font-weight:700}
.joints small{color:var(--soft);font-size:.74rem;display:block;line-height:1.3}
.joints svg{display:block;width:100%;height:46px}
.joints svg path{fill:var(--bar)}.joints svg path.band{fill:var(--mark);fill-opacity:.25}
.joints .off svg path:last-child{fill:var(--hot)}
.joints svg line{stroke:var(--line)}
nav.many{position:static}.many~.panel{scroll-margin-top:0}
.panel{scroll-margin-top:9rem;display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}
.panel>*{min-width:0;grid-column:1/-1}
.panel h3{font-size:1.15rem;margin:2rem 0 0;border-top:1px solid var(--line);padding-top:.8rem}
h4{font-size:.95rem;font-weight:600;margin:.8rem 0 .4rem}
.panel .block+.block{grid-column:auto}
.plot{padding:.5rem .5rem .2rem;overflow:hidden;background:var(--card)}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin-top:1rem}.pair>*{min-width:0}
.empty{color:var(--soft);padding:1rem 0}
nav{font-size:.88rem;margin:.7rem 0 0;display:flex;flex-wrap:wrap;gap:.2rem 1rem}nav a{color:var(--soft)}
@media(max-width:900px){nav.joints{position:static}.panel{scroll-margin-top:0}.panel .block+.block{grid-column:1/-1}
.pair{grid-template-columns:1fr}}
@media(max-width:540px){nav.joints{grid-template-columns:1fr 1fr}}
@media print{.pair{grid-template-columns:1fr 1fr}.panel .block+.block{grid-column:auto}}
"""


def write_report(analysis: Analysis, path: Path, checks: Sequence[Check] = ()) -> None:
    """Write the report of `analysis` to `path`; after an error there is no incomplete file.

    Raises:
        Puma560Error: the folder does not exist or cannot be written to.
        MissingDependencyError: Bokeh is not installed.
    """
    write_whole(path, replay_page(analysis, checks))


def replay_page(analysis: Analysis, checks: Sequence[Check] = ()) -> str:
    """Return the report as self-contained HTML."""
    question = "What would explain the residual"
    why_title = question if analysis.verdict.level == "good" else f"Why not? {question}"
    published_title = "Published terms compared with computed terms"
    contents = (
        ("why", why_title, why(analysis), _WHY if likely(analysis) else ""),
        ("joints", "Joint by joint", joint_links(analysis) + _panels(analysis), ""),
        ("contacts", "Contacts", tables.contacts(analysis), _CONTACTS),
        ("numbers", "The same in numbers", tables.statistics(analysis), _NUMBERS if analysis.total else ""),
        ("warnings", "Warnings and notes", tables.findings(analysis.findings), ""),
        ("timing", "Timing of the samples", _timing(analysis), ""),
        ("models", "Models against Pinocchio", tables.models(analysis), _MODELS if analysis.models else ""),
        ("published", published_title, tables.published(analysis), _published(analysis)),
        ("topics", "Topics and their use", tables.topics(analysis), ""),
        ("about", "About this replay", tables.about_analysis(analysis), ""),
    )
    sections = "\n".join(section(title, content, caption, name) for name, title, content, caption in contents)
    links = "".join(f'<a href="#{name}">{name}</a>' for name, *_ in contents)
    title = f"Replay of {analysis.name}: recording against model"
    return interactive(
        title, top(analysis, title), f"{head(analysis, checks)}\n<nav>{links}</nav>\n{sections}", css=CSS
    )


_WHY = (
    "Fraction of the squared residual that each cause explains if it is fitted alone; each joint counts relative to "
    "its maximum torque. Small fields show the fraction at each joint: a stronger shade is a larger fraction. Causes "
    "overlap, so the fractions do not add up to 100 %."
)
_NUMBERS = (
    "“Of deviation” is the RMS residual as a fraction of the signal's standard deviation. “Late by” is the delay of "
    "the signal at which it agrees best with the model. A negative delay means that the signal leads the model, as "
    "effort does while dry friction holds a joint."
)
_MODELS = (
    "Largest difference over all samples. Exact models differ by rounding; abbreviated models omit small terms by "
    "design."
)
_PUBLISHED = (
    "Largest difference, while the term was switched on. If it exceeds rounding, the node that published the terms "
    "used another arm file, payload or state than this replay. The published total also differs while the torque "
    "fades in or out, and where its rate is limited."
)
_OTHER_ACCELERATION = (
    " This replay takes the acceleration from another source than the node, which uses the reference: inertia, motor "
    "inertia and sums with them differ. Use `--acceleration reference` to compare them."
)
_OVERLAY = (
    "Drag to zoom, ↺ resets; select a range to show the statistics of its residual. All joints show the same range of "
    "time. {band}{contacts}Terms are stacked from zero: the residual often has the shape of the term that is wrong."
)
_BAND = (
    "The blue band is twice the standard uncertainty from tolerances of the arm file, friction, noise and resolution. "
    "About 5 % of the samples are outside (orange) by chance; a larger fraction has another cause. "
)
_SHADED = "Something touched the arm in the shaded times, which are not compared. "
_CONTACTS = (
    "External torque at each joint, positive where it pushes the joint in its positive direction. Above the limits, "
    "contacts are found if they begin and end while the joint moves or the whole arm stands. Dry friction of a joint "
    "at rest may hold a part of a contact, which the band contains. A push that lasts for the whole recording is not "
    "found: it cannot be distinguished from an offset or a load. A joint is not searched near a start, stop or "
    "reversal or while it stands and others move, because its dry friction changes there, and not at the ends of a "
    "recording, where the filter has not settled."
)
_VELOCITY = (
    "The {signal} minus the rigid-body torque, by velocity: a step at zero is dry friction, a slope is viscous "
    "friction, and a constant level is an offset; a wide spread has another cause. The blue line is the friction of "
    "the model. Larger dots are means of more samples."
)


def _panels(analysis: Analysis) -> str:
    """Return one panel per joint, with its figures and the statistics of its terms."""
    data = [_columns(analysis, joint) for joint in range(analysis.arm.n)]
    figures = _joint_figures(analysis, *(union(each[source] for each in data) for source in data[0]))
    panels = "".join(
        f'<div class="panel" id="panel{joint}"><h3>{escape(name)}</h3>'
        + "".join(
            _block(
                each,
                joint,
                analysis.arm.joints[joint].slides,
                first=not any(other[each.source] for other in data[:joint]),
            )
            for each in figures
            if data[joint][each.source]
        )
        + ("" if data[joint]["over-signals"] else '<p class="empty">No sample of this joint can be shown.</p>')
        + f"{tables.term_statistics(analysis, joint)}</div>{joint_data(joint, data[joint])}"
        for joint, name in enumerate(analysis.arm.joint_names)
    )
    return panels + "".join(figure_data(each.root, each.name) for each in figures)


def _columns(analysis: Analysis, joint: int) -> dict[str, Mapping[str, NDArray[Any]]]:
    """Return one joint's columns by data source; a source without columns has no figure for this joint."""
    moment = joint_columns(analysis.worst[joint], joint) if analysis.worst else {}
    over = joint_columns(analysis.traces, joint)
    return {
        "over-signals": over if drawable(over) else {},
        "over-terms": term_columns(analysis.traces, joint),
        "velocity": velocity_columns(analysis.profile, joint),
        "worst-signals": moment if drawable(moment) else {},
    }


class _JointFigure(NamedTuple):
    """A figure that is drawn for each joint that has data for its source."""

    name: str
    source: str
    title: str
    caption: str
    root: Any


def _joint_figures(
    analysis: Analysis, over: Sequence[str], terms: Sequence[str], velocity: Sequence[str], moment: Sequence[str]
) -> list[_JointFigure]:
    """Return the figures for which at least one joint has data; the arguments are the columns of their sources."""
    name = target(analysis)
    found = []
    if over:
        drawn = joint_figures("over", span_of(analysis.traces), over, terms, name, analysis.contacts)
        words = _OVERLAY.format(
            band="" if analysis.band is None else _BAND, contacts=_SHADED if analysis.contacts else ""
        )
        found.append(_JointFigure("over", "over-signals", "Measured effort, model and residual", words, drawn))
    if velocity:
        words = _VELOCITY.format(signal=TARGET_WORDS.get(name or "", "signal"))
        drawn = velocity_figure("velocity", velocity)
        found.append(_JointFigure("speeds", "velocity", "Torque beyond the rigid bodies, by velocity", words, drawn))
    if moment:
        words = "The largest residual of this joint in the recording."
        drawn = moment_figures("worst", moment, name)
        found.append(_JointFigure("worst", "worst-signals", "Around the largest residual, every sample", words, drawn))
    return found


def _block(figure: _JointFigure, joint: int, slides: bool, first: bool) -> str:
    """Return the element of one joint's figure, with a caption only if it is the `first` of its kind."""
    content = drawing(joint_place(figure.root, figure.name, joint, slides=slides), figure.caption if first else "")
    return f'<div class="block"><h4>{figure.title}</h4>{content}</div>'


def _published(analysis: Analysis) -> str:
    """Return the caption of the published terms."""
    if not analysis.published:
        return ""
    return _PUBLISHED + ("" if analysis.sources["acceleration"] == RECORDED_REFERENCE else _OTHER_ACCELERATION)


def _timing(analysis: Analysis) -> str:
    """Return the timing of the joint states, a histogram of periods, and the gaps over time."""
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
