"""Links are named as the description names them, and another name is refused with those that there are."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.arm.framed_robots import MORE, ROBOTS

from puma560_dynamics import load_arm
from puma560_dynamics.arm.link_place import BASE_LINK, LinkPlace, place_of
from puma560_dynamics.control.gate.guard_setup import NOT_NEEDED
from puma560_dynamics.errors import StateError
from puma560_dynamics.plain_data import from_plain, to_plain


def test_links_that_are_fixed_to_base_or_arm_are_named_and_others_are_not():
    arm = ROBOTS["light"].arm
    assert arm.link_names == (
        "base", "plinth", "camera", "turret", "upper", "cable", "fore", "hand", "tool", "tip_of_tool",
    )  # fmt: skip
    assert [arm.place_of(name).carrier for name in arm.link_names] == [0, 0, 0, 1, 2, 2, 3, 4, 4, 4]
    assert tuple(arm.end_frames) == ("hand", "tool", "tip_of_tool")
    assert arm.tip == "tool" and load_arm(light_arm(fingers=False)).tip == "hand"
    np.testing.assert_array_equal(arm.place_of().pose, arm.place_of("tool").pose)
    np.testing.assert_array_equal(arm.link_frames[-1], arm.place_of("hand").pose)


def test_links_that_carry_the_base_count_as_it():
    arm = ROBOTS["base that another link carries"].arm
    base = arm.link_names[0]
    assert base == ROBOTS["base that another link carries"].base
    np.testing.assert_array_equal(arm.place_of(base).pose, np.eye(4))
    whole = ROBOTS["seven joints"].arm
    assert set(arm.link_names) == set(whole.link_names)
    away = whole.place_of(base).pose @ arm.place_of(whole.link_names[0]).pose
    np.testing.assert_allclose(away, np.eye(4), atol=1e-15)
    assert not np.allclose(whole.place_of(base).pose, np.eye(4))


def test_an_arm_file_without_a_description_has_its_own_names():
    arm = load_arm("akb1986")
    assert arm.link_names == (BASE_LINK, *(link.name for link in arm.links))
    assert [place.carrier for place in arm.link_places.values()] == list(range(7))
    assert dict(arm.places) == {} and tuple(arm.end_frames) == ("link6",)


def test_places_are_part_of_the_arm_wherever_it_goes():
    arm = ROBOTS["held gripper"].arm
    plain = from_plain(type(arm), {**to_plain(arm, NOT_NEEDED), "source": ""})
    for again in (pickle.loads(pickle.dumps(arm)), copy.deepcopy(arm), plain):
        assert again.places == arm.places and again.link_names == arm.link_names
    moved = arm.places["upper"].pose.copy()
    moved[0, 3] = np.nextafter(moved[0, 3], 1.0)
    assert arm.with_(places={**arm.places, "upper": LinkPlace(2, moved)}) != arm
    assert hash(arm.places["upper"]) == hash(LinkPlace(2, moved)) and arm.places["upper"] != LinkPlace(3, moved)
    with pytest.raises(ValueError, match="read-only"):
        arm.places["upper"].pose[0, 0] = 2.0
    with pytest.raises(TypeError, match="item assignment"):
        arm.places["upper"] = LinkPlace(0, np.eye(4))  # type: ignore[index]


@pytest.mark.parametrize("link", ["tool0", "", 3, "wheel"])
def test_another_name_is_refused_with_those_that_there_are(link: Any):
    arm = load_arm(light_arm(fingers=False, more=MORE), tip="tool")
    with pytest.raises(StateError) as error:
        arm.place_of(link)
    assert str(error.value) == (
        f"link: {link!r} is no link of light that is fixed to its base or moves with it; use one of "
        + ", ".join(arm.link_names)
    )


def test_many_names_are_cut():
    places = {f"link{number}": LinkPlace(number, np.eye(4)) for number in range(40)}
    with pytest.raises(StateError, match=r"use one of link0, .*, link11 and 28 more \(arm\.link_names\)$"):
        place_of(places, "x", "an arm")
