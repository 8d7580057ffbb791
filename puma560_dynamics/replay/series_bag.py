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
from .series_layouts import foxglove_layout, plotjuggler_layout

PREFIX = "/replay/"
"""Prefix of the topics."""

STATES, RESIDUAL, CONTACT = "states", "residual", "contact"
"""Series in addition to the torques that `SeriesBag.add` receives: recorded states with the measured effort; effort
minus model; and the torque of contacts, which is 0 between them."""

EDGE = 1e-3
"""Time before and after a contact at which its torque is 0, s."""


class SeriesBag:
    """Writes the samples of a replay as joint states, one topic for each torque, with the torque as effort.

    The stamps are seconds since the first stamp of the recording, from 0 on. Samples that are not compared
    (`Motion.used`) have no residual. Use the writer as a context manager: after an error the incomplete bag is removed.

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
        self._topics: set[str] = set()

    def add(self, motion: Motion, torques: Mapping[str, FloatArray]) -> None:
        """Append the samples of `motion` with torques by name, (N, n) N·m each, such as ``model`` and ``band``.

        All calls must give torques of the same names.
        """
        residual = np.where(motion.used[:, None], motion.effort - torques["model"], np.nan)
        stamps = np.rint(1e9 * motion.time).astype(np.int64).tolist()
        nothing = np.zeros(0)
        for k, stamp in enumerate(stamps):
            self._write(STATES, stamp, self._messages.state(stamp, motion.q[k], motion.qd[k], motion.effort[k]))
            for name, values in {**torques, RESIDUAL: residual}.items():
                if not np.isnan(values[k]).all():
                    self._write(name, stamp, self._messages.state(stamp, nothing, nothing, values[k]))

    def finish(self, contacts: Sequence[Contact]) -> None:
        """Write the contacts of the recording, and the layouts."""
        nothing = np.zeros(0)
        for time, torque in _steps(contacts, self._arm.n):
            stamp = round(1e9 * max(time, 0.0))
            self._write(CONTACT, stamp, self._messages.state(stamp, nothing, nothing, torque))
        names = [topic.removeprefix(PREFIX) for topic in sorted(self._topics)]
        joints = self._arm.joints
        (self._folder / "plotjuggler.xml").write_text(plotjuggler_layout(joints, names, PREFIX), encoding="utf-8")
        foxglove = json.dumps(foxglove_layout(joints, names, PREFIX), indent=1, ensure_ascii=False)
        (self._folder / "foxglove.json").write_text(f"{foxglove}\n", encoding="utf-8")

    def _write(self, name: str, stamp: int, message: bytes) -> None:
        topic = PREFIX + name
        if topic not in self._topics:
            self._writer.topic(topic, JOINT_STATE)
            self._topics.add(topic)
        self._writer.write(topic, stamp, message)

    def __enter__(self) -> SeriesBag:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._writer.close()
        if kind is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


def _steps(contacts: Sequence[Contact], n: int) -> Iterator[tuple[float, FloatArray]]:
    """Yield times and torques (n,) at the corners of the contacts; joints that do not show a contact have 0."""
    none = np.zeros(n)
    for contact in sorted(contacts, key=lambda one: one.start):
        torque = np.nan_to_num(contact.torque)
        end = contact.end if np.isfinite(contact.end) else contact.start
        yield from ((contact.start - EDGE, none), (contact.start, torque), (end, torque), (end + EDGE, none))
