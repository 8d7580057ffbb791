"""Arms and models go through pickle and copy, as process pools need it, and say in a line what they are."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import pickle
import re
import weakref
from dataclasses import replace

import numpy as np
import pytest

from puma560_dynamics import Arm, load_arm, load_model
from puma560_dynamics.models.payload.payload import Payload

KINDS = ("full", "abbreviated", "generated", "newton_euler", "pinocchio")
LOAD = Payload.of(2.0, (0.01, 0.02, 0.1))


@pytest.mark.parametrize("name", ["akb1986", "stanford1983"])
def test_an_arm_comes_back_whole_and_read_only(name: str):
    arm = load_arm(name)
    for again in (pickle.loads(pickle.dumps(arm)), copy.deepcopy(arm)):
        assert type(again) is Arm
        assert again == arm == load_arm(name) and hash(again) == hash(arm)
        assert again.joints == arm.joints
        assert again.motors == arm.motors
        assert dict(again.quantities) == dict(arm.quantities)
        for one, other in zip(again.links, arm.links, strict=True):
            np.testing.assert_array_equal(one.inertia, other.inertia)
            with pytest.raises(ValueError, match="read-only"):
                one.inertia[0, 0] = 1.0
        with pytest.raises(TypeError, match="item assignment"):
            again.quantities["x"] = None  # type: ignore[index]


def test_arms_of_other_numbers_differ(arm: Arm):
    moved = np.nextafter(arm.links[1].inertia, 1.0)
    links = (arm.links[0], replace(arm.links[1], inertia=moved), *arm.links[2:])
    for other in (arm.with_(gravity=9.8), arm.with_(links=links), arm.with_(quantities={}), load_arm("stanford1983")):
        assert other != arm
    assert len({arm, load_arm("akb1986"), arm.with_(gravity=9.8)}) == 2


def test_payloads_are_equal_by_their_numbers():
    assert Payload(1.0) == Payload(mass=1) and hash(Payload(1.0)) == hash(Payload(mass=1))
    others = (Payload(1.0, (0.0, 0.0, 1e-9)), Payload(1.0, inertia=np.eye(3)), Payload(1.0, link="tool"), Payload(2.0))
    assert all(Payload(1.0) != other for other in others)


@pytest.mark.parametrize("payload", [None, LOAD], ids=["bare", "loaded"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_model_comes_back_with_the_same_torque(kind: str, payload: Payload | None, arm: Arm):
    if kind == "pinocchio":
        pytest.importorskip("pinocchio")
    model = load_model(kind, arm, payload)
    q, qd, qdd = np.random.default_rng(3).normal(size=(3, 6))
    for again in (pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        np.testing.assert_array_equal(again.torque(q, qd, qdd), model.torque(q, qd, qdd))


METHODS = ("torque", "gravity", "mass_matrix", "kinetic_energy_matrix", "acceleration", "elements", "jacobian")


@pytest.mark.parametrize("payload", [None, LOAD], ids=["bare", "loaded"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_method_of_a_model_comes_back_with_the_same_numbers(kind: str, payload: Payload | None, arm: Arm):
    """Also a compiled one, which is as fast as that of the model."""
    if kind == "pinocchio":
        pytest.importorskip("pinocchio")
    model = load_model(kind, arm, payload)
    states = np.random.default_rng(4).normal(size=(3, 6))
    for name in METHODS:
        method = getattr(model, name)
        given = states[: 3 if name in ("torque", "acceleration") else 1]
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            again = pickle.loads(pickle.dumps(method, protocol))
            assert type(again) is type(method)
            for found, expected in zip(again(*given), method(*given), strict=True) if name != "elements" else ():
                np.testing.assert_array_equal(found, expected)
        if name == "elements":
            np.testing.assert_array_equal(again(*given).coriolis, method(*given).coriolis)


def test_a_pool_of_new_processes_takes_a_method_of_a_model(arm: Arm):
    model = load_model("generated", arm, LOAD)
    states = list(np.random.default_rng(5).normal(size=(4, 6)))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.map(model.gravity, states)
    np.testing.assert_array_equal(found, [model.gravity(q) for q in states])


def test_a_model_that_is_no_longer_used_is_freed(arm: Arm):
    """Though its compiled methods and it hold each other."""
    model = load_model("generated", arm, LOAD)
    gone = weakref.ref(model)
    gravity = model.gravity
    del model
    gc.collect()
    assert gone() is not None and gravity(np.zeros(6)).shape == (6,)
    del gravity
    gc.collect()
    assert gone() is None


def test_options_of_a_model_are_kept(arm: Arm):
    model = load_model("full", arm, constants_from="table_a3")
    again = pickle.loads(pickle.dumps(model))
    np.testing.assert_array_equal(again.gravity(np.ones(6)), model.gravity(np.ones(6)))
    assert (again.gravity(np.ones(6)) != load_model("full", arm).gravity(np.ones(6))).any()


def test_their_representation_is_one_line(arm: Arm):
    mass = sum(link.mass for link in arm.links)
    joints = "joint1, joint2, joint3, joint4, joint5, joint6"
    assert repr(arm) == f"Arm('akb1986': 6 joints, {joints}; {mass:.4g} kg; poses of 'link6')"
    assert repr(load_model("full", arm)) == f"FullModel(kind='full', arm={arm!r})"
    table = arm._repr_html_()
    assert table.count("<tr>") == 1 + arm.n
    assert all(f"<td>{name}</td>" in table for name in arm.joint_names)
    row = table.split("<tr>")[2].removesuffix("</tr>")
    assert re.findall("<td>(.*?)</td>", row)[1:6] == ["−2.793 rad", "2.793 rad", "8 rad/s", "97.6 N·m", "1.14 kg·m²"]
