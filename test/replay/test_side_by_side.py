"""Two replays side by side."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from helpers.replay.analyses import EXAMPLES, example, no_samples, one_joint_missing, without_effort, wrong_payload

from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.replay.report.compare_page import comparison_page
from puma560_dynamics.replay.side_by_side import NOTICEABLE, compare_analyses, comparison_json


def test_a_load_makes_the_loaded_joints_worse_and_its_removal_better() -> None:
    there, back = compare_analyses(example(), wrong_payload()), compare_analyses(wrong_payload(), example())
    assert there.change[1] == there.change[2] == "worse"
    assert back.change[1] == back.change[2] == "better"
    assert there.change[5] == back.change[5] == "same"  # joint 6 turns about the load's center
    assert there.headline.startswith("worse at joint1, joint2")
    assert there.causes[0][0] == "payload"
    assert there.causes[0][2] == wrong_payload().causes[0].share
    np.testing.assert_array_equal(there.rms, back.rms[::-1])


def test_a_small_change_is_none() -> None:
    analysis = wrong_payload()
    effort = analysis.total["effort"]
    for factor, words in ((1.0 + 0.5 * NOTICEABLE, "same"), (1.0 + 2.0 * NOTICEABLE, "worse")):
        total = {**analysis.total, "effort": replace(effort, rms=factor * effort.rms)}
        assert set(compare_analyses(analysis, replace(analysis, total=total)).change) == {words}
    assert "no joint" in compare_analyses(analysis, analysis).headline


def test_what_was_not_compared_is_unknown() -> None:
    found = compare_analyses(example(), one_joint_missing())
    assert found.change[3] == "unknown"
    assert found.change[1] == "worse"
    assert compare_analyses(example(), no_samples()).headline == "nothing to compare"


def test_effort_is_not_compared_with_command() -> None:
    with pytest.raises(Puma560Error, match="with its effort"):
        compare_analyses(example(), without_effort())


def test_other_joints_are_refused() -> None:
    other = example()
    joints = tuple(replace(joint, name=f"axis{index}") for index, joint in enumerate(other.arm.joints))
    with pytest.raises(Puma560Error, match="axis0"):
        compare_analyses(example(), replace(other, arm=other.arm.with_(joints=joints)))


@pytest.mark.parametrize("name", sorted(set(EXAMPLES) - {"without_effort"}))
def test_every_comparison_is_json(name: str) -> None:
    data = comparison_json(compare_analyses(example(), EXAMPLES[name]()))
    assert json.loads(json.dumps(data, allow_nan=False)) == data
    assert data["joints"]["joint2"]["change"] in {"better", "worse", "same", "unknown"}


def test_long_names_below_the_bars_are_upright():
    found = example()
    names = [f"shoulder_lift_joint_{number}" for number in range(6)]
    joints = tuple(replace(joint, name=name) for joint, name in zip(found.arm.joints, names, strict=True))
    long = replace(found, arm=found.arm.with_(joints=joints))
    pages = [comparison_page(compare_analyses(one, one)) for one in (found, long)]
    upright = [page.count('"major_label_orientation":"vertical"') for page in pages]
    assert upright[1] == upright[0] + 1
