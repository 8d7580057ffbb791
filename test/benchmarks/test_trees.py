"""The peer's torque of chains with branches is right in every form, and so is the table's row."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.random_chains import states
from helpers.emdeg.random_trees import torso, trees
from helpers.trials import trials
from hypothesis import HealthCheck, given, settings

from puma560_dynamics.emdeg.chain.chain import Chain

pytest.importorskip("casadi")


def assert_right(chain: Chain) -> None:
    from casadi_forms import FORMS
    from trees import peer

    for q, qd, qdd in states(chain):
        expected = chain_numbers.torque(chain, q, qd, qdd)
        angles = q + [joint.offset for joint in chain.joints]
        for form in FORMS:
            found = np.array(peer(chain, form)(q, np.cos(angles), np.sin(angles), qd, qdd)).ravel()
            np.testing.assert_allclose(
                found, expected, rtol=0, atol=1e-9 * max(np.abs(expected).max(), 1), err_msg=form
            )


@settings(trials(10), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(trees())
def test_random_trees(chain: Chain):
    assert_right(chain)


def test_a_torso_with_two_arms():
    assert_right(torso())


def test_a_form_that_shares_more_needs_fewer_operations():
    from casadi_dynamics import count
    from casadi_forms import FORMS
    from trees import peer

    plain, shared, customised = (count(peer(torso(), form)) for form in FORMS)
    assert plain > shared > customised


def test_the_ratio_is_to_the_fewest(monkeypatch: pytest.MonkeyPatch):
    import trees as script
    from least import arm_of

    counts = iter((300, 250, 200))
    monkeypatch.setattr(script, "count", lambda function: next(counts))
    monkeypatch.setattr(script, "peer", lambda chain, form: None)
    name, joints, ours, *others = script.row("Some robot", arm_of(2))
    assert (name, joints, others) == ("Some robot", 2, [300, 250, 200, f"{int(str(ours)) / 200:.3f}"])
    line = script.table([[name, joints, ours, *others]]).splitlines()[1]
    assert line == f"Some robot,2,{ours},300,250,200,{others[-1]}"


def test_the_robots_of_the_table_have_two_arms():
    from native import Unavailable
    from public_arms import TREES

    for robot in TREES:
        try:
            chain = robot.chain()
        except Unavailable as reason:
            pytest.skip(str(reason))
        assert (chain.arms, chain.serial) == (2, False)
        assert chain.joints[0].name == robot.first
