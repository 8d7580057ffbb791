"""The page of an identification: one file that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import numpy as np
from matplotlib.figure import Figure

from ..report.style import CSS
from ..report.svg import drawn
from . import plots
from .advice import advice, summary
from .arm_yaml import METHOD, recordings
from .comparison import Compared, base_parameters, constants, friction, load
from .identify import Identified
from .windows import WINDOW


def page(found: Identified) -> str:
    """The HTML text."""
    rows = constants(found) or base_parameters(found)
    judged = found.held_out or found.train
    before = float(np.nansum(found.rms(found.before.mean, judged) ** 2) ** 0.5)
    after = float(np.nansum(found.rms(found.estimate.x, judged) ** 2) ** 0.5)
    on = "held-out motion" if found.held_out else "the motion it was fitted to; nothing was held out"
    cards = (
        (f"{before / after:.1f} ×", f"less residual on {on}"),
        (f"{after:.2f} N·m", f"RMS residual, all joints together; {before:.2f} N·m before"),
        (f"{found.estimate.condition:.0f}", "condition number of the motion; below 100 is good"),
        (f"{sum(row.said_by == 'data' for row in rows)} of {len(rows)}", "constants said by data"),
    )
    boxes = "".join(f'<div class="card"><b>{escape(big)}</b><span>{escape(small)}</span></div>' for big, small in cards)
    title = f"{found.unknowns.arm.name} as {recordings(found)} shows it"
    sections = [
        f"<h1>{escape(title)}</h1><p>{escape(summary(found))}</p>"
        f'<p class="soft">Method: {escape(METHOD)}.</p><div class="cards">{boxes}</div>{_advice(found)}',
        _figure(
            "Residual before and after",
            plots.residuals(found),
            f"Means over {WINDOW:g} s in which the joint moves in one direction.",
        ),
        _figure(
            "Torque",
            plots.torques(found, judged[0]),
            f"The first seconds of {judged[0].name}. Lines break where the joint stands: dry friction may then be "
            "anything.",
        ),
        _figure(
            "What moved",
            plots.moved([*rows, *friction(found), *load(found)]),
            "A point inside the grey band agrees with what was known before; its bar is the standard error that is "
            "left. Points as uncertain as the band come from the prior.",
        ),
        _table("Constants", rows),
        _table("Friction", friction(found)),
    ]
    if found.unknowns.load:
        sections.append(_table("Load", load(found)))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{escape(title)}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{CSS}</style>\n</head>\n<body>\n<main>\n" + "\n".join(sections) + "\n</main>\n</body>\n</html>\n"
    )


def _advice(found: Identified) -> str:
    """What to look at before the numbers are used."""
    points = "".join(f"<li>{escape(words[0].upper() + words[1:])}.</li>" for words in advice(found))
    return f"<h2>Before you use it</h2>\n<ul>{points}</ul>" if points else ""


def _figure(title: str, figure: Figure, caption: str) -> str:
    drawing = f'<div class="plot">{drawn(figure)}</div><figcaption>{escape(caption)}</figcaption>'
    return f"<section>\n<h2>{escape(title)}</h2>\n<figure>{drawing}</figure>\n</section>"


def _number(words: str) -> str:
    value, sign, error = words.partition(" ± ")
    return f"<td>{value} <small>{sign}{error}</small></td>"


def _table(title: str, rows: Iterable[Compared]) -> str:
    heads = ("", "before", "identified", "unit", "moved, tolerances", "said by")
    body = "".join(
        f"<tr><th>{escape(row.name)}</th>{''.join(map(_number, row.words))}<td>{row.unit}</td>"
        f"<td>{row.moved:+.1f}</td><td>{row.said_by} <small>({row.data:.0%} data)</small></td></tr>"
        for row in rows
    )
    head = "".join(f"<th>{words}</th>" for words in heads)
    return (
        f'<section>\n<h2>{escape(title)}</h2>\n<div class="box"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>{body}</tbody>\n</table></div>\n</section>"
    )
