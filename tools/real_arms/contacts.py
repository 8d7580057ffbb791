"""Contacts that a replay finds: of a UR10e that people pushed, and of motions that nothing touched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from puma560_dynamics import ReplaySettings, compare_recording
from puma560_dynamics.arm import Arm
from puma560_dynamics.control.observer.contact_events import Contact
from puma560_dynamics.identification.arm_yaml import arm_yaml
from puma560_dynamics.replay.causes.cause import with_error
from puma560_dynamics.replay.result import Analysis

from . import tx40, ur10e
from .fitting import fitted
from .section import Section, table_of

PUSHED = "20_01_22-push_pose_1"
UNTOUCHED = ("20_01_17-ptp_10_points", "20_02_10-30sec_12harm", "20_02_19_14harm50sec", "20_02_19_14harm50secLoad")


def identified_arm(folder: Path, where: Path) -> Path:
    """Identify the UR10e from its exciting motion, and write its arm file into the folder `where`."""
    exciting = recording_of(folder, UNTOUCHED[1])
    path = where / "ur10e.yaml"
    found, _ = fitted(folder / "ur10e.urdf", [exciting], f"{ur10e.COLUMNS} rows=635:3510", ur10e.CUT_OFF)
    path.write_text(arm_yaml(found, path), encoding="utf-8")
    return path


def recording_of(folder: Path, name: str) -> Path:
    """Return the path of a recording of the UR10e."""
    return folder / f"ur-{name}.csv.gz"


def replayed(
    path: Path, arm: Path, friction: str, columns: str | Mapping[str, object] = ur10e.COLUMNS, cut_off: float = 10.0
) -> Analysis:
    """Replay a recording with the numbers of an arm file or a description."""
    settings = ReplaySettings(
        arm=str(arm), columns=columns, cut_off=cut_off, friction=friction, models=(), model="newton_euler"
    )
    return compare_recording(path, settings)


def pushed(folder: Path, arm: Path) -> Section:
    """List the contacts of a standing arm that was pushed by hand."""
    found = replayed(recording_of(folder, PUSHED), arm, "arm")
    table = table_of(
        ("from, s", "to, s", *found.arm.joint_names), (list(event(found.arm, each)) for each in found.contacts)
    )
    held = ", ".join(f"{each:.0f}" for each in found.contact_limits.standing)
    words = (
        f"External torque in N·m of the {len(found.contacts)} contacts in `{PUSHED}`, with the identified numbers. "
        "The data set has no measured forces, so neither times nor sizes can be compared. Dry friction of a joint at "
        "rest holds a part of a push, of which the motor shows nothing. The bands contain it, and pushes whose torque "
        f"stays below the break-away torque may be missed. Pushes above {held} N·m at the joints in order are found: "
        "twice the dry friction and the threshold for noise."
    )
    return Section("UR10e: contacts while the arm stands", table, words)


def event(arm: Arm, contact: Contact) -> Iterator[str]:
    """Yield the cells of a contact: times and the torque of each joint that shows it."""
    yield from (f"{contact.start:.2f}", f"{contact.end:.2f}")
    for joint in range(arm.n):
        shown = joint in contact.joints
        yield with_error(float(contact.torque[joint]), float(contact.band[joint])) if shown else ""


def untouched(folder: Path, arm: Path, other: Path, other_arm: Path) -> Section:
    """Count contacts of motions that nothing touched.

    Args:
        folder: recordings of the UR10e.
        arm: its identified arm file.
        other: recording of the TX40.
        other_arm: its arm file, which was not identified.
    """
    rows = []
    for name in UNTOUCHED:
        path = recording_of(folder, name)
        described, known = replayed(path, folder / "ur10e.urdf", "none"), replayed(path, arm, "arm")
        rows.append((f"UR10e {name}", f"{len(described.contacts)}", f"{len(known.contacts)}", *searched(known)))
    found = replayed(other, other_arm, "none", tx40.COLUMNS, tx40.CUT_OFF)
    rows.append(("TX40", f"{len(found.contacts)}", "", *searched(found)))
    table = table_of(
        ("recording", "contacts, description alone", "contacts, identified", "recorded, s", "searched, % by joint",
         "limit in motion, % of maximum torque by joint"), rows)  # fmt: skip
    words = (
        "The last column is the smallest external torque that is found in nine of ten samples in which the joint is "
        "judged. A dash marks joints that move in one direction for too short a time to be judged in motion. "
        "Description alone means the maker's masses without friction. `14harm50secLoad` has a load of 2.8 kg that "
        "neither model contains."
    )
    return Section("Contacts in motions that nothing touched", table, words)


def searched(found: Analysis) -> Iterator[str]:
    """Yield the recorded time, the searched fraction by joint, and the limits in motion by joint."""
    limits = found.contact_limits
    yield f"{found.timing.span:.0f}"
    yield " ".join(f"{100.0 * share:.0f}" for share in limits.searched)
    shares = 100.0 * limits.moving / found.arm.maximum_torque
    yield " ".join("–" if np.isnan(share) else f"{share:.0f}" for share in shares)
