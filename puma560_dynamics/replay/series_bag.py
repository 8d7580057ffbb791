"""Writer of a replay as time series for plotting programs: a rosbag2 bag (MCAP), and a layout for each program."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType

import numpy as np

from ..arm import Arm
from ..arrays import FloatArray
from ..bags.joint_messages import JOINT_STATE, JointMessages
from ..bags.writer import BagWriter
from ..control.observer.contact_events import Contact
from .motion.motion import Motion
from .result import Analysis
from .series_layouts import CAUSE, foxglove_layout, plotjuggler_layout

PREFIX = "/replay/"
"""Prefix of the topics."""

STATES, CONTACT = "states", "contact"
"""Series in addition to the torques that the writer receives: recorded states with the measured effort, and the torque
of contacts, which is 0 between them."""

EDGE = 1e-3
"""Time before and after a contact at which its torque is 0, s."""


class SeriesBag:
    """Writes the samples of a replay as joint states, one topic for each torque, with the torque as effort.

    The stamps are seconds since the first stamp of the recording, from 0 on. Use the writer as a context manager: after
    an error the incomplete bag is removed.

    Args:
        folder: folder of the new bag; it must not exist.
        arm: arm with the names of the joints.

    Raises:
        BagError: the folder exists or cannot be written.
        MissingDependencyError: mcap or rosbags is not installed.
    """

    def __init__(self, folder: Path, arm: Arm) -> None:
        self._folder, self._arm = folder, arm
        self._messages = JointMessages(arm.joint_names)
        self._writer = BagWriter(folder)
        self._topics: list[str] = []

    def add(self, motion: Motion, torques: Mapping[str, FloatArray]) -> None:
        """Append the states of `motion`, and torques by name, (N, n) N·m each, such as ``model``."""
        for k, stamp in enumerate(_stamps(motion)):
            self._write(STATES, stamp, self._messages.state(stamp, motion.q[k], motion.qd[k], motion.effort[k]))
        self.explain(motion, {name: torque for name, torque in torques.items() if name != "band"})

    def explain(self, motion: Motion, torques: Mapping[str, FloatArray]) -> None:
        """Append torques by name, (N, n) N·m each; samples where all joints are NaN are left out.

        A replay gives the torques of `ComparisonSums.explain`. The band is written as upper and lower bound.
        """
        band = {"band_low": -torques["band"]} if "band" in torques else {}
        nothing = np.zeros(0)
        for k, stamp in enumerate(_stamps(motion)):
            for name, values in {**torques, **band}.items():
                if not np.isnan(values[k]).all():
                    self._write(name, stamp, self._messages.state(stamp, nothing, nothing, values[k]))

    def finish(self, found: Analysis) -> None:
        """Write the contacts of the recording, the layouts, and the verdict as text."""
        nothing = np.zeros(0)
        for time, torque in steps(found.contacts, self._arm.n):
            stamp = round(1e9 * max(time, 0.0))
            self._write(CONTACT, stamp, self._messages.state(stamp, nothing, nothing, torque))
        names = [topic.removeprefix(PREFIX) for topic in self._topics]
        joints = self._arm.joints
        (self._folder / "plotjuggler.xml").write_text(plotjuggler_layout(joints, names, PREFIX), encoding="utf-8")
        foxglove = json.dumps(foxglove_layout(joints, names, PREFIX), indent=1, ensure_ascii=False)
        (self._folder / "foxglove.json").write_text(f"{foxglove}\n", encoding="utf-8")
        (self._folder / "verdict.md").write_text(verdict_text(found), encoding="utf-8")

    def _write(self, name: str, stamp: int, message: bytes) -> None:
        topic = PREFIX + name
        if topic not in self._topics:
            self._writer.topic(topic, JOINT_STATE)
            self._topics.append(topic)
        self._writer.write(topic, stamp, message)

    def __enter__(self) -> SeriesBag:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()
        if kind is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _stamps(motion: Motion) -> list[int]:
    """Return the time of each sample, ns."""
    return [int(stamp) for stamp in np.rint(1e9 * motion.time).tolist()]


def steps(contacts: Sequence[Contact], n: int) -> Iterator[tuple[float, FloatArray]]:
    """Yield times and torques (n,) at the corners of the contacts; joints that do not show a contact have 0."""
    none = np.zeros(n)
    for contact in sorted(contacts, key=lambda one: one.start):
        torque = np.nan_to_num(contact.torque)
        end = contact.end if np.isfinite(contact.end) else contact.start
        yield from ((contact.start - EDGE, none), (contact.start, torque), (end, torque), (end + EDGE, none))


def verdict_text(found: Analysis) -> str:
    """Return the verdict and the causes as Markdown."""
    lines = [f"# {found.verdict.headline}", "", found.verdict.sentence, ""]
    for cause in found.causes:
        lines += [
            f"- `{CAUSE}{cause.kind}`: {cause.message}; explains {100 * cause.share:.0f} % of the squared residual"
        ]
    return "\n".join([*lines, ""])
