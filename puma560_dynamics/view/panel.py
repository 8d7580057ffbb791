"""Panel next to the arm: text, bars and tables as HTML. All received text is escaped.

The headline shows the worst state on the page.
"""

from __future__ import annotations

import html
import math
from collections.abc import Iterator

import numpy as np

from ..report.colours import BAD, GOOD
from ..report.formatting import TERM_WORDS
from ..report.page import verdict
from .snapshot import Snapshot
from .view_style import CSS, GATES, LEVELS, QUIET, VERDICTS, WATCH, limit_colour

STALE = 1.0
"""Seconds without joint states after which the page reports it."""

WAITED = "no joint states have arrived yet"
"""State before the first message."""

NO_GATE = "no node reports the state of a torque gate"
"""State without a torque gate."""

ORDER = (QUIET, GOOD, WATCH, BAD)
"""Colours, from the best to the worst."""


def worst_state(shot: Snapshot) -> tuple[str, str]:
    """Return colour and text of the worst state among joint states, gate, torques and diagnostics.

    Of several equally bad states, the first in this order is returned.
    """
    return max(_states(shot), key=lambda state: ORDER.index(state[0]))


def _states(shot: Snapshot) -> Iterator[tuple[str, str]]:
    if shot.silent is not None and shot.silent > STALE:
        yield BAD, f"no joint states for {shot.silent:.0f} s; what is shown is old"
    unknown = f"{WAITED}; on a busy machine this takes a while" if shot.silent is None else NO_GATE
    yield GATES.get(shot.gate, (QUIET, unknown))
    if shot.share is not None:
        for name, share in zip(shot.joint_names, shot.share, strict=True):
            yield limit_colour(share), f"{name} is at {100 * abs(share):.0f} % of its maximum torque"
    for status in shot.statuses:
        yield LEVELS[min(max(status.level, 0), 3)], f"{status.name}: {status.message}"


WAITING = '<div class="soft">nothing received yet</div>'


ABOUT = "Live: what acts on the arm now"
"""Line above the verdict."""

TITLE = "PUMA 560, live: torque gate, torques and residual"
"""Title of the browser's tab."""


def style() -> str:
    """Return the style sheet and the page's title, needed once per page.

    viser has one title for all its pages and runs no scripts of a page, so the load event of an empty image sets it.
    """
    name = f"<img hidden alt='' src='{_EMPTY}' onload=\"document.title='{TITLE}'\">"
    return f"<style>{CSS}</style>{name}"


_EMPTY = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="


def gate(shot: Snapshot) -> str:
    """Return the verdict: state of the torque gate, the worst state on the page, and counts of the gate's checks."""
    colour, meaning = worst_state(shot)
    name = shot.gate.replace("_", " ") or "unknown"
    reason = f"reason: {shot.gate_reason}" if shot.gate_reason not in ("", meaning) else ""
    trips = ", ".join(f"{kind.replace('_', ' ')} {count}" for kind, count in shot.trips.items() if count)
    sentence = "; ".join(words for words in (meaning, reason, f"checks that acted: {trips}" if trips else "") if words)
    return _box(verdict(VERDICTS[colour], f"Torque gate {name}", ABOUT, sentence))


def torque_bars(shot: Snapshot) -> str:
    """Return one torque bar per joint, from minus to plus the joint's limit, with numbers."""
    head = f"<h3>Torque against its limit <small>{_text(shot.torque_source)}</small></h3>"
    share = shot.share
    if shot.torque is None or share is None:
        return _box(head + WAITING)
    rows = [
        f'<div class="row"><span>{_text(name)}</span>{_bar(part)}'
        f'<span class="num">{signed(value)} / {signed(limit).lstrip("+")} N·m</span>'
        f'<span class="num" style="color:{limit_colour(part)}">{whole_percent(part)}</span></div>'
        for name, value, limit, part in zip(shot.joint_names, shot.torque, shot.limits, share, strict=True)
    ]
    return _box(head + "".join(rows))


def terms_table(shot: Snapshot) -> str:
    """Return a table with one row per joint, one column per active term, and their sum."""
    head = "<h3>Terms of the model <small>N·m</small></h3>"
    if not shot.terms:
        none = '<div class="soft">no term is active: no feed-forward torque</div>'
        return _box(head + (WAITING if shot.silent is None else none))
    names = "".join(f"<th>{_text(TERM_WORDS.get(name, name))}</th>" for name in shot.terms)
    total = sum(shot.terms.values(), np.zeros(len(shot.joint_names)))
    rows = [
        f"<tr><td>{_text(name)}</td>"
        + "".join(f"<td>{signed(values[joint])}</td>" for values in (*shot.terms.values(), total))
        + "</tr>"
        for joint, name in enumerate(shot.joint_names)
    ]
    cells = "".join(rows)
    return _box(
        f'{head}<div class="wide"><table class="sum"><tr><th></th>{names}<th>sum</th></tr>{cells}</table></div>'
    )


def residual(shot: Snapshot) -> str:
    """Return the difference of the explicit model from Pinocchio per joint, and the largest of them."""
    head = "<h3>Residual against Pinocchio <small>N·m</small></h3>"
    if shot.residual is None:
        return _box(head + WAITING)
    names = "".join(f"<th>{_text(name)}</th>" for name in shot.joint_names)
    cells = "".join(f"<td>{exponent(value)}</td>" for value in shot.residual)
    worst = int(np.argmax(np.abs(shot.residual)))
    return _box(
        f'{head}<div class="wide"><table><tr>{names}</tr><tr>{cells}</tr></table></div>'
        f'<div class="soft">largest {exponent(abs(shot.residual[worst]))} N·m at {_text(shot.joint_names[worst])}</div>'
    )


def diagnostics(shot: Snapshot) -> str:
    """Return one line per node: a coloured dot, its name and its message."""
    lines = [
        f'<div class="line"><i class="dot" style="background:{LEVELS[min(max(status.level, 0), 3)]}"></i>'
        f'<span>{_text(status.name)} <span class="soft">{_text(status.message)}</span></span></div>'
        for status in shot.statuses
    ]
    return _box("<h3>Diagnostics</h3>" + ("".join(lines) or WAITING))


def signed(value: float) -> str:
    """Format a torque in N·m with one decimal and a sign; a dash if it is not a number."""
    if not math.isfinite(value):
        return "–"
    return f"{value:+.1f}".replace("-", "−") if abs(value) >= 0.05 else "0.0"


def whole_percent(share: float) -> str:
    """Format the magnitude of a fraction as a whole percentage; a dash if it is not a number."""
    return f"{100 * abs(share):.0f} %" if math.isfinite(share) else "–"


def exponent(value: float) -> str:
    """Format a small number with two digits; 0 if it is exactly 0, a dash if it is not a number."""
    if not math.isfinite(value):
        return "–"
    return "0" if value == 0.0 else f"{value:.1e}".replace("-", "−")


def _bar(share: float) -> str:
    width = 50.0 * min(abs(share), 1.0) if math.isfinite(share) else 0.0
    left = 50.0 - width if share < 0.0 else 50.0
    return (
        f'<span class="bar"><i style="left:{left:.1f}%;width:{width:.1f}%;background:{limit_colour(share)}"></i>'
        "<u></u></span>"
    )


def _box(inside: str) -> str:
    return f'<div class="p5">{inside}</div>'


def _text(words: str) -> str:
    return html.escape(words)
