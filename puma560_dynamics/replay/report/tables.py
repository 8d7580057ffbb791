"""Tables of the page of a replay."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

import numpy as np

from ...bags.findings import Finding
from ...control.observer.contact_events import Contact
from ...report.formatting import MISSING, TARGET_WORDS, TERM_WORDS, milliseconds, number, percent, rounding, size, whole
from ...report.page import Markup, definitions, listed, markup, table
from ..analysis.measures import target
from ..causes.cause import with_error
from ..result import Agreement, Analysis, ContactLimits

LISTED = 20
"""Largest number of stretches without search that are listed."""

HEADINGS = (
    *(Markup(f"{words}<br>N·m") for words in ("RMS", "mean abs.", "largest", "bias")),
    "of deviation",
    "R²",
    Markup("late by<br>ms"),
)


def _cells(analysis: Analysis, found: Agreement, joint: int) -> list[str]:
    """Return one joint's cells for the columns `HEADINGS`; forces of prismatic joints have their unit."""
    r2, unit = float(found.r2[joint]), _unit(analysis, joint)
    return [
        *(number(float(values[joint]), unit) for values in (found.rms, found.mae, found.largest, found.bias)),
        percent(float(found.nrms[joint])),
        f"{r2:.4f}".replace("-", "−") if np.isfinite(r2) else MISSING,
        number(1e3 * float(found.lag[joint])),
    ]


def statistics(analysis: Analysis) -> str:
    """Return one table per target, with all joints."""
    parts = []
    for name, found in analysis.total.items():
        rows = []
        for joint, label in enumerate(analysis.arm.joint_names):
            share = percent(float(found.rms[joint] / analysis.arm.maximum_torque[joint]))
            row = [label, *_cells(analysis, found, joint), share]
            if analysis.band is not None and name == target(analysis):
                row += [
                    number(float(analysis.band.rms[joint]), _unit(analysis, joint)),
                    percent(float(analysis.band.outside[joint])),
                ]
            rows.append(row)
        headings = ["joint", *HEADINGS, Markup("RMS of<br>max. torque")]
        if analysis.band is not None and name == target(analysis):
            headings += [Markup("band, RMS<br>± N·m"), Markup("outside<br>the band")]
        parts.append(f"<h3>{escape(TARGET_WORDS.get(name, name)).capitalize()} minus model</h3>{table(headings, rows)}")
    return "".join(parts) or '<p class="soft">The recording has neither effort nor command to compare with.</p>'


def term_statistics(analysis: Analysis, joint: int) -> str:
    """Return a table for one joint: the signal minus all other terms, compared with each term."""
    name = target(analysis)
    terms = analysis.terms.get(name or "", {})
    if not terms:
        return ""
    rows = []
    for term, found in terms.items():
        size_of = analysis.term_rms.get(term)
        rms = number(float(size_of[joint]), _unit(analysis, joint)) if size_of is not None else MISSING
        rows.append([TERM_WORDS.get(term, term), rms, *_cells(analysis, found, joint)])
    return (
        f"<details><summary>Statistics by term</summary>{table(['term', Markup('its RMS<br>N·m'), *HEADINGS], rows)}"
        f"<p class='soft'>The {TARGET_WORDS.get(name or '', 'signal')} minus all other terms, compared with this term. "
        "Look first at a large term whose R² is far below 1.</p>"
        "</details>"
    )


def models(analysis: Analysis) -> str:
    """Return a table of every model's difference from Pinocchio."""
    if not analysis.models:
        return '<p class="soft">No model was compared with Pinocchio.</p>'
    rows = [
        [kind, "exact" if found.exact else "abbreviated", *(number(each) for each in found.largest.tolist()),
         rounding(found.relative)]
        for kind, found in analysis.models.items()
    ]  # fmt: skip
    return table(["model", "kind", *_joint_headings(analysis), Markup("of max.<br>torque")], rows)


def published(analysis: Analysis) -> str:
    """Return a table of published terms compared with computed ones."""
    if not analysis.published:
        return '<p class="soft">The recording has no published terms.</p>'
    rows = [
        [TERM_WORDS.get(term, term), *(number(float(found.largest[joint])) for joint in range(analysis.arm.n))]
        for term, found in analysis.published.items()
    ]
    return table(["term", *_joint_headings(analysis)], rows)


def _joint_headings(analysis: Analysis) -> list[Markup]:
    """Return the name of each joint with the unit of its torque or force."""
    return [Markup(f"{escape(joint.name)}<br>{joint.effort_text}") for joint in analysis.arm.joints]


def _unit(analysis: Analysis, joint: int) -> str:
    """Return the unit of a cell whose column has N·m: that of a prismatic joint, empty for a revolute one."""
    return "N" if analysis.arm.joints[joint].slides else ""


def findings(found: Sequence[Finding]) -> str:
    """Return warnings, then notes, as a list."""
    if not found:
        return '<p class="soft">No warnings and no notes.</p>'
    return listed(
        (
            "warning" if each.loss else "soft",
            "!" if each.loss else "i",
            Markup(
                markup(each.message)
                + (f' <span class="soft">({whole(each.count)} times)</span>' if each.count > 1 else "")
            ),
        )
        for each in sorted(found, key=lambda each: not each.loss)
    )


def topics(analysis: Analysis) -> str:
    """Return the topics of the recording and their use."""
    if not analysis.topics:
        return '<p class="soft">No topic was found.</p>'
    rows = [[topic.name, topic.use, whole(topic.count), topic.type] for topic in analysis.topics]
    return table(["topic", "used as", "messages", "type"], rows, text_columns=(1, 3))


def timing_words(analysis: Analysis) -> str:
    """Return the timing of the joint states as an HTML definition list."""
    timing = analysis.timing
    rate = number(1.0 / timing.period, "Hz") if timing.period > 0.0 else MISSING
    return definitions(
        [
            ("period", [f"{milliseconds(timing.period)} (median), that is {rate}"]),
            ("jitter", [f"{milliseconds(timing.jitter)}, standard deviation within segments"]),
            ("gaps", [f"{whole(len(timing.gaps))}, with {whole(timing.missing)} samples missing"]),
            ("segments without a gap", [whole(timing.segments)]),
            ("log time minus stamp", [f"{milliseconds(timing.delay[0])} (median), {milliseconds(timing.delay[1])} "
                                     "at most; the analysis uses stamps"]),
            ("stamps", [f"{whole(timing.duplicates)} twice with other values, {whole(timing.repeated)} repeated, "
                        f"{whole(timing.out_of_order)} out of order, {whole(timing.restarts)} restarts of the clock"]),
        ]
    )  # fmt: skip


def about_analysis(analysis: Analysis) -> str:
    """Return files, settings, sources and versions as an HTML definition list."""
    settings = analysis.settings
    load = f"{number(settings.payload.mass, 'kg')}" if settings.payload.mass else "none"
    return definitions(
        [
            (
                "files",
                [
                    f"{file.path}: {file.storage}, compression {file.compression}, {size(file.size)}"
                    + ("" if file.whole else ", ends early or is damaged")
                    for file in analysis.files
                ],
            ),
            ("arm", [f"{analysis.arm.name}: {analysis.arm.source}"]),
            ("model", [settings.model]),
            ("payload in the model", [load]),
            *((name, [words]) for name, words in analysis.sources.items()),
            ("filter", [f"zero phase, cut-off {settings.cut_off:g} Hz"]),
            ("joint map", [f"{theirs} → {ours}" for theirs, ours in settings.joint_map.items()]),
            ("versions", [f"{name} {version}" for name, version in analysis.versions.items()]),
            ("computed in", [number(analysis.elapsed, "s")]),
        ]
    )


def contacts(analysis: Analysis) -> str:
    """Return a table with one row per contact, and the limits in the last rows."""
    joints = [Markup(f"{escape(joint.name)}<br>{joint.effort_text}") for joint in analysis.arm.joints]
    limits = analysis.contact_limits
    rows = [
        *(_contact(contact) for contact in analysis.contacts),
        ["limit", "", "stands", *(_limit(each) for each in limits.standing.tolist())],
        ["limit", "", "moves", *(_limit(each) for each in limits.moving.tolist())],
        ["searched", "", "", *(percent(each) for each in limits.searched.tolist())],
    ]
    none = "" if analysis.contacts else '<p class="soft">No contact was found.</p>'
    return none + table([Markup("from<br>s"), Markup("to<br>s"), "arm", *joints], rows) + _unsearched(limits)


def _unsearched(limits: ContactLimits) -> str:
    """Return a paragraph with the stretches in which no joint is searched."""
    stretches = limits.unsearched
    if not len(stretches):
        return ""
    named = ", ".join(f"{start:.1f} to {end:.1f} s" for start, end in stretches[:LISTED].tolist())
    rest = f", and {whole(len(stretches) - LISTED)} more, which the JSON lists" if len(stretches) > LISTED else ""
    words = f"No joint is searched for {number(float(np.diff(stretches).sum()), 's')} in all: from {named}{rest}."
    return f'<p class="soft">{words}</p>'


def _contact(contact: Contact) -> list[str]:
    pairs = zip(contact.torque.tolist(), contact.band.tolist(), strict=True)
    sizes = [with_error(*pair) if joint in contact.joints else "" for joint, pair in enumerate(pairs)]
    return [f"{contact.start:.2f}", f"{contact.end:.2f}", "stands" if contact.standing else "moves", *sizes]


def _limit(value: float) -> str:
    return f"± {number(value)}" if value == value else MISSING
