"""Labels of the figures of an identification do not overlap, whatever the names, the number of joints and the sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

pytest.importorskip("matplotlib")
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from puma560_dynamics.identification import identification_plots as plots

NAMES = {
    "short": lambda n: [f"joint{k}" for k in range(1, n + 1)],
    "panda": lambda n: [f"panda_joint{k}" for k in range(1, n + 1)],
    "long": lambda n: [
        ("shoulder_pan_joint", "left_arm_wrist_2_joint", "elbow_joint")[k % 3] + str(k) for k in range(n)
    ],
}
SIZES = {"usual": (3.0, 0.2), "equal": (2.0, 1.96), "tiny": (3.2e-5, 4.3e-6), "huge": (4.1e5, 3.9e3)}


def labels(figure: Figure) -> Iterator[tuple[str, Bbox]]:
    """Yield each visible text of a figure with its box, pixels."""
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    renderer = canvas.get_renderer()
    for ax in figure.axes:
        yield from _of_axes(ax, renderer)
    for legend in figure.legends:
        for text in legend.get_texts():
            yield text.get_text(), text.get_window_extent(renderer)


def _of_axes(ax: Axes, renderer: Any) -> Iterator[tuple[str, Bbox]]:
    """Yield the texts of one plot; ticks outside of the view are not drawn."""
    low, high = ax.get_window_extent(renderer).extents[1::2]
    left, right = ax.get_window_extent(renderer).extents[0::2]
    ticks: list[Text] = []
    for label in ax.get_xticklabels():
        ticks += [label] if left - 1 <= ax.transData.transform((label.get_position()[0], 0.0))[0] <= right + 1 else []
    for label in ax.get_yticklabels():
        place = ax.transData.transform((0.0, label.get_position()[1]))[1]
        ticks += [label] if low - 1 <= place <= high + 1 else []
    others = [ax.xaxis.label, ax.yaxis.label, ax.title, ax._left_title, ax.yaxis.get_offset_text(), *ax.texts]  # type: ignore[attr-defined]
    for text in [*ticks, *others]:
        if text.get_visible() and text.get_text().strip():
            yield text.get_text(), text.get_window_extent(renderer)


def overlapping(figure: Figure) -> list[tuple[str, str]]:
    """Return pairs of texts whose boxes intersect by more than a pixel in both directions."""
    found = []
    for (one, a), (other, b) in combinations(labels(figure), 2):
        width = min(a.x1, b.x1) - max(a.x0, b.x0)
        height = min(a.y1, b.y1) - max(a.y0, b.y0)
        if width > 1.0 and height > 1.0:
            found.append((one, other))
    return found


def identified(names: Sequence[str], before: float, after: float, held_out: bool = True) -> Any:
    """A stand-in of a result, with residuals of this size."""
    n = len(names)
    spread = np.random.default_rng(1).uniform(0.5, 1.0, n)
    joints = [SimpleNamespace(name=name, effort_text="N·m") for name in names]
    arm = SimpleNamespace(joint_names=tuple(names), joints=joints, n=n, effort_text="N·m")
    time = np.arange(0.0, 4.0, 0.1)
    columns = np.ones((len(time), n, 2)) * np.sin(time)[:, None, None]
    rows = SimpleNamespace(
        time=time,
        effort=before * columns[..., 0],
        columns=columns,
        valid=np.ones((len(time), n), bool),
        moves=np.ones((len(time), n), bool),
    )
    recording = SimpleNamespace(name="a_recording_with_a_name.mcap", shown=[rows])
    means = {"before": np.array([before, 0.0]), "after": np.array([after, 0.0])}
    return SimpleNamespace(
        unknowns=SimpleNamespace(n=n, arm=arm),
        before=SimpleNamespace(mean=means["before"]),
        estimate=SimpleNamespace(x=means["after"]),
        train=[recording],
        held_out=[recording] if held_out else [],
        rms=lambda x, some: float(x[0]) * spread,
    )


@pytest.mark.parametrize("n", [2, 6, 7, 20])
@pytest.mark.parametrize(
    ("names", "size"), [*(("long", size) for size in SIZES), ("panda", "huge"), ("short", "huge"), ("short", "tiny")]
)
def test_labels_of_residuals_do_not_overlap(n: int, names: str, size: str):
    found = identified(NAMES[names](n), *SIZES[size])
    assert overlapping(plots.residual_bars(found)) == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("n", [2, 7])
def test_labels_of_torques_do_not_overlap(n: int, size: str):
    found = identified(NAMES["long"](n), *SIZES[size], held_out=False)
    assert overlapping(plots.residual_bars(found)) == []
    assert overlapping(plots.torque_series(found, found.train[0])) == []


@pytest.mark.parametrize("count", [8, 36, 90])
def test_names_of_constants_do_not_overlap_and_leave_room_for_the_plot(count: int):
    rows = [
        SimpleNamespace(name=f"left_arm_wrist_{k}_joint dry, backward", moved=0.3 * k, error=0.5, tolerance=1.0,
                        determined_by=("data", "both", "prior")[k % 3])
        for k in range(count)
    ]  # fmt: skip
    figure = plots.moved_constants(cast(Any, rows))
    assert overlapping(figure) == []
    assert min(ax.get_window_extent().height for ax in figure.axes) > 100.0


def test_overlaps_are_seen():
    figure = Figure()
    ax = figure.subplots()
    ax.text(0.5, 0.5, "one word")
    ax.text(0.52, 0.5, "another")
    assert ("one word", "another") in overlapping(figure)
