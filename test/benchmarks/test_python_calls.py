"""Peers that are called from Python compute what the models compute."""

from __future__ import annotations

import numpy as np
import pytest


def test_mujoco_and_pinocchio_compute_the_dynamics_of_the_arm():
    pytest.importorskip("mujoco")
    pytest.importorskip("pinocchio")
    import python_calls
    from contenders import Contenders, States

    from puma560_dynamics import load_arm

    contenders, state = Contenders(), States.random(1)
    q, qd, qdd, tau = (array[0] for array in (state.q, state.qd, state.qdd, state.tau))
    full, motors = contenders.models["full"], load_arm("akb1986").motor_inertia
    found = {}
    for job in python_calls.jobs(contenders):
        if job.name.startswith(("pin.", "mujoco.")):
            names = dict(job.names)
            exec(f"result = {job.code}" if job.name.startswith("pin.") else job.code, names)
            acceleration = job.name == "mujoco.mj_forward"
            result = names["data"].qacc if acceleration else names.get("result", names.get("out"))
            found[job.task, job.name] = np.array(result)
    expected = {
        ("torque", "pin.rnea, bare"): full.torque(q, qd, qdd),
        ("torque", "mujoco.mj_rne"): full.torque(q, qd, qdd) - motors * qdd,
        ("gravity", "pin.computeGeneralizedGravity, bare"): full.gravity(q),
        ("kinetic_energy_matrix", "pin.crba, bare"): full.mass_matrix(q),
        ("kinetic_energy_matrix", "mujoco.mj_crb and mj_fullM"): full.mass_matrix(q),
        ("acceleration", "pin.aba, bare"): full.acceleration(q, qd, tau),
        ("acceleration", "mujoco.mj_forward"): full.acceleration(q, qd, tau),
    }
    assert found.keys() == expected.keys()
    for key, value in expected.items():
        result = np.triu(found[key]) if "crba" in key[1] else found[key]
        np.testing.assert_allclose(
            result, np.triu(value) if "crba" in key[1] else value, rtol=1e-9, atol=1e-9, err_msg=str(key)
        )
