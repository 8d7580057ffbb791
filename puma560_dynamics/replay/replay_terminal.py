"""Terminal output of a replay (verdict, one row per joint, causes, warnings) and of a comparison of two replays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from ..check import Check
from ..report.formatting import MISSING, TARGET_WORDS, duration, milliseconds, number, percent, rounding, some, whole
from ..report.text_table import PLAIN, TextTable
from ..report.written_files import show_written
from .analysis.measures import (
    agreement,
    exact_difference,
    explained_share,
    likely,
    resembles,
    residual_shares,
    samples_outside,
    target,
)
from .contacts.contact_words import contact_time, contact_torques
from .result import Analysis
from .side_by_side import BagComparison

STYLES = {"good": "bold green", "warning": "bold yellow", "bad": "bold red"}
MARKS = {"good": "✓", "warning": "!", "bad": "✗"}

Say = Callable[..., Text]


def writer(console: Console) -> Say:
    """Return a function that makes a `Text`; characters that `console` cannot show are replaced by ASCII."""
    plain = console.options.ascii_only

    def text(words: str, style: str = "") -> Text:
        return Text(words.translate(PLAIN).encode("ascii", "replace").decode() if plain else words, style)

    return text


def show_analysis(analysis: Analysis, checks: Sequence[Check], console: Console, written: Sequence[Path] = ()) -> None:
    """Print the result of a replay.

    Args:
        analysis: the result.
        checks: outcome of each gate.
        console: console to print to.
        written: paths of the files that were written, printed at the end.
    """
    text = writer(console)

    def line(*parts: Text) -> None:
        console.print(Padding(Text.assemble(*parts), (0, 0, 0, 1), expand=False))

    verdict, timing = analysis.verdict, analysis.timing
    line(
        text(
            f"arm {analysis.arm.name}, {analysis.settings.model} model against {analysis.name}: "
            f"{duration(timing.span)}, {whole(timing.used)} of {some(timing.count, 'sample')} compared",
            "dim",
        )
    )
    line(text(f"{MARKS.get(verdict.level, '')} {verdict.headline}", STYLES.get(verdict.level, "bold")))
    line(text(verdict.sentence))
    console.print(_joints(analysis, text))  # without Padding, which cuts off long rows
    if np.isfinite(samples_outside(analysis)).any():
        line(
            text(
                "outside band: residual beyond twice the uncertainty from tolerances, friction, noise and resolution; "
                "about 5 % if errors are as large as expected",
                "dim",
            )
        )
    difference, _, only = rounding(exact_difference(analysis)).partition(", ")
    if difference != MISSING:
        size = f"{difference} of the maximum torque" + (f" ({only})" if only else "")
        line(text(f"exact models agree with Pinocchio to {size}", "dim"))
    for cause in [each for each in likely(analysis) if not resembles(each)][:3]:
        share, _, words = explained_share(analysis, cause).partition(" of ")
        line(text(f"{share} ", "bold"), text(f"of {words} explained by {cause.message}"))
    for contact in analysis.contacts:
        times, torques = contact_time(contact), contact_torques(analysis.arm, contact)
        line(text("contact ", "bold"), text(f"something touched the arm {times}, {torques}"))
    for finding in analysis.findings:
        mark = text("! ", "bold yellow") if finding.loss else text("i ", "dim")
        times = f" ({whole(finding.count)} times)" if finding.count > 1 else ""
        line(mark, text(finding.message + times, "" if finding.loss else "dim"))
    show_checks(checks, console)
    show_written(console, *written)


def show_checks(checks: Sequence[Check], console: Console) -> None:
    """Print one line per gate."""
    text = writer(console)
    for check in checks:
        mark = text("✓ ", "bold green") if check.ok else text("✗ ", "bold red")
        console.print(
            Padding(Text.assemble(mark, text(check.name, "bold"), "  ", text(check.detail, "dim")), (0, 0, 0, 1))
        )


def _joints(analysis: Analysis, text: Say) -> TextTable:
    """Return a table of residual, bias, lag and samples outside the band, one row per joint; worst rows are bold."""
    found, shares, beyond = agreement(analysis), residual_shares(analysis), samples_outside(analysis)
    name = target(analysis)
    title = f"{TARGET_WORDS[name]} minus model" if name else "neither effort nor command to compare with"
    headings = ("joint", ">RMS\nN·m", ">of\nmaximum", ">bias\nN·m", ">R²", ">late\nby", ">outside\nband")
    table = TextTable(text(title), *map(text, headings))
    top = np.nanmax(shares) if np.isfinite(shares).any() else np.inf
    for joint, label in enumerate(analysis.arm.joint_names):
        if found is None:
            cells = [MISSING] * 5
        else:
            r2, unit = float(found.r2[joint]), "N" if analysis.arm.joints[joint].slides else ""
            cells = [
                number(float(found.rms[joint]), unit),
                percent(float(shares[joint])),
                number(float(found.bias[joint]), unit),
                f"{r2:.3f}" if np.isfinite(r2) else MISSING,
                milliseconds(float(found.lag[joint])),
            ]
        bad = analysis.verdict.level != "good" and shares[joint] >= 0.5 * top
        table.add_row(
            text(label), *(text(cell) for cell in (*cells, percent(float(beyond[joint])))), style="bold" if bad else ""
        )
    return table


CHANGE_STYLES = {"better": "green", "worse": "bold red", "same": "dim", "unknown": "dim"}


def show_comparison(found: BagComparison, console: Console) -> None:
    """Print a comparison of two replays: joints, causes, timing. The reference bag is on the left."""
    text = writer(console)
    pair = (found.before, found.after)
    headings = ("", ">before", ">after", ">outside\nband,\nbefore", ">outside\nband,\nafter", "")
    title = text(f"{found.after.name} against {found.before.name}: {found.headline}")
    table = TextTable(title, *map(text, headings))
    share = [samples_outside(each) for each in pair]
    for joint, name in enumerate(found.after.arm.joint_names):
        unit = found.after.arm.joints[joint].effort_text
        cells = [number(float(value), unit) for value in found.rms[:, joint]]
        beyond = [percent(float(each[joint])) for each in share]
        change = found.change[joint]
        table.add_row(text(name), *(text(cell) for cell in (*cells, *beyond)), text(change, CHANGE_STYLES[change]))
    table.add_section()
    for kind, before, after in found.causes:
        table.add_row(text(kind.replace("_", " ")), text(percent(before)), text(percent(after)))
    table.add_section()
    timing = [each.timing for each in pair]
    table.add_row(text("period"), *(text(milliseconds(each.period)) for each in timing))
    table.add_row(text("samples missing"), *(text(whole(each.missing)) for each in timing))
    console.print()
    console.print(table)
