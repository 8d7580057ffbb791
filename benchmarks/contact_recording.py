"""Print the contacts that the observer finds in a recording, and its thresholds: the figures of real recordings.

``python benchmarks/contact_recording.py ur10e.yaml push.csv.gz --columns "t=0 q=1:7 qd=7:13 effort=13:19"``. The arm
file comes from `puma560 identify`; columns and gains are those of `puma560 replay`. Velocities have to be recorded.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

from puma560_dynamics import (
    ContactEvents,
    MomentumObserver,
    ReplaySettings,
    TorqueUncertainty,
    arm_friction,
    load_arm,
    load_model,
    read_recording,
)
from puma560_dynamics.control.observer.contact_events import Contact
from puma560_dynamics.control.observer.momentum_observer import BANDWIDTH

STILL = 0.02
"""Velocity up to which a joint stands, rad/s."""


def main() -> int:
    """Print contacts and thresholds."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("arm", type=Path, help="identified arm file")
    parser.add_argument("recording", type=Path, help="bag or table")
    parser.add_argument("--columns", help="column map of a table")
    parser.add_argument("--bandwidth", type=float, default=BANDWIDTH, help="1/s (default: %(default)s)")
    arguments = parser.parse_args()
    arm = load_arm(arguments.arm)
    model, friction = load_model("generated", arm), arm_friction(arm)[0]
    observer = MomentumObserver(model, arguments.bandwidth, friction)
    uncertainty = TorqueUncertainty(model, arguments.bandwidth, friction)
    events = ContactEvents(arm.n, arguments.bandwidth, STILL)
    states = read_recording(arguments.recording, arguments.columns, ReplaySettings(arm=str(arguments.arm))).states
    found: list[Contact | None] = []
    thresholds, moving, last = [], [], -np.inf
    for time, q, qd, effort in zip(
        1e-9 * (states.stamp - states.stamp[0]), states.position, states.velocity, states.effort, strict=True
    ):
        if time <= last or not np.isfinite([q, qd, effort]).all():
            continue
        last = float(time)
        estimate, error = observer.update(last, q, qd, effort), uncertainty.update(last, q, qd, effort)
        found.append(events.update(last, qd, estimate, error))
        thresholds.append(error.threshold)
        moving.append(error.held < 0.001 * arm.maximum_torque)
    found.append(events.present)
    for contact in filter(None, found):
        torques = ", ".join(
            f"{contact.torque[joint]:.3g} ± {contact.band[joint]:.2g} N·m at {arm.joint_names[joint]}"
            for joint in contact.joints
        )
        print(f"{contact.start:.2f} to {contact.end:.2f} s: {torques}")
    share = np.where(np.array(moving), np.array(thresholds) / arm.maximum_torque, np.nan)
    with np.errstate(all="ignore"):
        middle = [f"{100 * np.nanmedian(column):.1f} %" if np.isfinite(column).any() else "–" for column in share.T]
    print(f"{last:.1f} s, {sum(each is not None for each in found)} contacts; thresholds of moving joints, median: "
          f"{', '.join(middle)} of the maximum torque")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
