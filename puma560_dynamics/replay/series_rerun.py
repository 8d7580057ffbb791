"""Writer of a replay as a recording of Rerun (RRD): every torque as a series, and a layout with the verdict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray
from ..extras import missing_dependency
from ..files import written_whole
from .motion.motion import Motion
from .result import Analysis
from .series_bag import CONTACT, STATES, steps, verdict_text
from .series_layouts import color, label, plots

TIMELINE = "time"
"""Timeline of all series: time since the first stamp of the recording."""

VERDICT = "verdict"
"""Entity of the text with the verdict and the causes."""


def import_rerun() -> ModuleType:
    """Return the rerun module.

    Raises:
        MissingDependencyError: it is not installed.
    """
    try:
        import rerun
        import rerun.blueprint
    except ImportError:
        raise missing_dependency("a recording of Rerun", "rerun") from None
    module: ModuleType = rerun
    return module


class RerunFile:
    """Writes the samples of a replay as series of Rerun, one entity for each joint and torque.

    Use the writer as a context manager: afterwards the file is complete, or does not exist if there was an error.

    Args:
        path: path of the file (``.rrd``).
        arm: arm with the names of the joints.
        name: name of the recording.

    Raises:
        Puma560Error: the folder does not exist or cannot be written to.
        MissingDependencyError: rerun-sdk is not installed.
    """

    def __init__(self, path: Path, arm: Arm, name: str = "") -> None:
        self._rerun = import_rerun()
        self._arm = arm
        self._names: list[str] = []
        self._stack = ExitStack()
        temporary = self._stack.enter_context(written_whole(path))
        self._stream = self._rerun.RecordingStream(f"puma560 replay: {name}" if name else "puma560 replay")
        self._stream.save(temporary)

    def add(self, motion: Motion, torques: Mapping[str, FloatArray]) -> None:
        """Append the measured effort of `motion`, and torques by name, (N, n) N·m each, such as ``model``."""
        kept = {name: torque for name, torque in torques.items() if name != "band"}
        self.explain(motion, {STATES: motion.effort, **kept})

    def explain(self, motion: Motion, torques: Mapping[str, FloatArray]) -> None:
        """Append torques by name, (N, n) N·m each; a replay gives those of `ComparisonSums.explain`."""
        band = {"band_low": -torques["band"]} if "band" in torques else {}
        for name, torque in {**torques, **band}.items():
            self._write(name, motion.time, torque)

    def finish(self, found: Analysis) -> None:
        """Write contacts, colors, the verdict and the layout."""
        corners = list(steps(found.contacts, self._arm.n))
        if corners:
            self._write(CONTACT, np.array([time for time, _ in corners]), np.array([torque for _, torque in corners]))
        rerun, shown = self._rerun, plots(self._names)
        for joint in self._arm.joints:
            for name in [name for plot in shown for name in plot]:
                lines = rerun.SeriesLines(colors=[_rgb(color(name, self._names))], names=[label(name)])
                self._stream.log(f"{joint.name}/{name}", lines, static=True)
        self._stream.log(VERDICT, rerun.TextDocument(verdict_text(found), media_type="text/markdown"), static=True)
        self._stream.send_blueprint(self._blueprint(shown))

    def _blueprint(self, shown: Sequence[Sequence[str]]) -> Any:
        """Return the layout: a tab with two plots for each joint, next to the verdict."""
        blueprint = self._rerun.blueprint
        tabs = [
            blueprint.Vertical(
                *(
                    blueprint.TimeSeriesView(
                        name=f"{joint.name}, {title}, {joint.effort_text}",
                        origin="/",
                        contents=[f"+ /{joint.name}/{name}" for name in names],
                    )
                    for title, names in zip(("effort", "residual"), shown, strict=True)
                ),
                name=joint.name,
            )
            for joint in self._arm.joints
        ]
        text = blueprint.TextDocumentView(origin=VERDICT, name="Verdict")
        return blueprint.Blueprint(blueprint.Horizontal(blueprint.Tabs(*tabs), text, column_shares=[3, 1]))

    def _write(self, name: str, time: FloatArray, torque: FloatArray) -> None:
        """Append the samples of a series that are not NaN."""
        if name not in self._names:
            self._names.append(name)
        for joint, values in zip(self._arm.joints, torque.T, strict=True):
            known = ~np.isnan(values)
            if known.any():
                self._stream.send_columns(
                    f"{joint.name}/{name}",
                    indexes=[self._rerun.TimeColumn(TIMELINE, duration=np.maximum(time[known], 0.0))],
                    columns=self._rerun.Scalars.columns(scalars=values[known]),
                )

    def __enter__(self) -> RerunFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stream.disconnect()
        self._stack.__exit__(kind, error, trace)


def _rgb(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
