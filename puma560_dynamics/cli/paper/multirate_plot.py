"""The figure of `puma560 paper multirate`: torque error over speed and divider."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...arrays import FloatArray
from ...papers.decomposition.multirate import DIVIDERS, HoldingError, by_speed

COLOURS = ("#9db8d2", "#1f5f99", "#12324f")


def draw(path: Path, found: Sequence[HoldingError], maximum: FloatArray) -> None:
    """Largest and RMS error of the worst joint, % of its maximum torque (n,) N·m, over the age of the elements."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7.5, 4.6), layout="constrained")
    axes = figure.add_subplot()
    rate = found[0].rate
    for (share, errors), colour in zip(by_speed(found), COLOURS, strict=True):
        held = [error for error in errors if error.divider > 1]
        ages = [1e3 * (error.divider - 1) / rate for error in held]
        label = f"{share:.0%} of the velocity limit"
        axes.plot(ages, [worst(error.largest, maximum) for error in held], "o-", color=colour, label=label)
        axes.plot(ages, [worst(error.rms, maximum) for error in held], ".:", color=colour)
    axes.plot([], [], ".:", color="#444444", label="RMS")
    axes.set_xscale("log")
    axes.set_yscale("log")
    dividers = [divider for divider in DIVIDERS if divider > 1]
    axes.set_xticks([1e3 * (k - 1) / rate for k in dividers], [f"{1e3 * (k - 1) / rate:g}\nk = {k}" for k in dividers])
    axes.set_xticks([], minor=True)
    axes.yaxis.set_major_formatter("{x:g}")
    axes.set_xlabel(f"oldest elements, ms (every k-th sample at {rate:g} Hz)")
    axes.set_ylabel("torque error, worst joint, % of maximum torque")
    axes.grid(True, which="both", alpha=0.2)
    axes.legend(fontsize="small", loc="upper left")
    figure.savefig(path, dpi=150)


def worst(error: FloatArray, maximum: FloatArray) -> float:
    """The largest of the joints' errors (n,) as % of their maximum torque (n,)."""
    return 100.0 * float((error / maximum).max())
