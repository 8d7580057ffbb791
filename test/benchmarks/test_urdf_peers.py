"""Peers that read a URDF are given the paper's arm; those that are installed give its dynamics."""

from __future__ import annotations

from xml.etree import ElementTree

import numpy as np
import pytest


def test_the_description_is_the_arm_with_a_body_on_every_link():
    pin = pytest.importorskip("pinocchio")
    from urdf_peers import description

    from puma560_dynamics import load_arm, load_model

    links = ElementTree.fromstring(description()).findall("link")
    assert len(links) == 7 and all(link.find("inertial") is not None for link in links)
    model = pin.buildModelFromXML(description())
    q, qd, qdd = np.random.default_rng(0).uniform(-2, 2, (3, 6))
    expected = load_model("full").torque(q, qd, qdd) - load_arm("akb1986").motor_inertia * qdd
    np.testing.assert_allclose(pin.rnea(model, model.createData(), q, qd, qdd), expected, rtol=1e-9, atol=1e-9)


def test_peers_that_are_missing_or_wrong_are_named(monkeypatch: pytest.MonkeyPatch):
    import urdf_peers
    from contenders import Contenders, States
    from native import Unavailable

    def absent(names: object) -> object:
        raise Unavailable("it is not installed")

    state = States.random(1)

    def wrong(names: object) -> object:
        torque = contenders.models["full"].torque(state.q[0], state.qd[0], state.qdd[0])
        yield urdf_peers.Call("torque", "right", "f()", {"f": lambda: torque}, lambda: torque, True)
        yield urdf_peers.Call("torque", "wrong", "f()", {"f": lambda: torque}, lambda: 1.001 * torque, True)

    contenders = Contenders()
    contenders.missing.clear()
    for name, maker in (("dynibo", absent), ("frax", absent), ("adam", wrong)):
        monkeypatch.setattr(urdf_peers, name, maker)
    jobs = urdf_peers.jobs(contenders)
    assert [job.name for job in jobs] == ["right"]
    assert set(contenders.missing) == {"dynibo", "frax", "wrong, torque"}


@pytest.mark.parametrize("name", ["dynibo", "frax", "adam"])
def test_an_installed_peer_has_the_right_results(name: str):
    pytest.importorskip(name)
    import urdf_peers
    from contenders import Contenders

    contenders = Contenders()
    jobs = urdf_peers.jobs(contenders)
    assert name not in contenders.missing and any(job.name.startswith(name) for job in jobs)
