"""Kinematics of any link: each starting form is proven on random chains, and links and axes are named as documented."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from helpers.emdeg.random_chains import chains
from helpers.emdeg.small_chains import ARM, TILTED, TURNED, three_joints, with_frames
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.chain.chain import CarriedLink, Chain, LinkFrames, Placement
from puma560_dynamics.emdeg.derivation import derive, program_of, system_from_text
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.program.system import system_as_text
from puma560_dynamics.emdeg.proof import check_identity, prove
from puma560_dynamics.emdeg.tasks import checked_names, task_of
from puma560_dynamics.errors import DerivationError

FUNCTIONS = ("pose", "jacobian", "jacobian_rate", "bias_acceleration", "kinematics")
TURNING = FUNCTIONS[1:]
QUICK = SearchEffort(sketch=1, rounds=5)


def described(chain: Chain) -> Chain:
    """The chain of a description, with a plinth on its base and a camera on each moving link."""
    camera = Placement(TURNED, (0.125, -0.25, 0.5))
    cameras = [CarriedLink(f"camera {i + 1}", i + 1, camera) for i in range(chain.n)]
    plinth = CarriedLink("plinth", 0, Placement(TILTED, (1, 0, 0.5)))
    base = Placement(TURNED, (0.5, 0.25, -1))
    return replace(chain, link_frames=LinkFrames(base, CarriedLink("", chain.n), (plinth, *cameras)))


@pytest.mark.parametrize("name", FUNCTIONS)
@trials(10)
@given(chains(most=3).map(described))
def test_every_form_is_proven_for_every_link(name: str, chain: Chain):
    for link in ("", *(one.name for one in chain.links.links)):
        for axes in ("base", "link") if name in TURNING else ("base",):
            task = f"{name}:{link}:{axes}"
            for form in task_of(task).forms(chain):
                system, variables = task_of(task).system(chain, form)
                prove(chain, task, system, variables)
                assert set(system.outputs) <= set(task_of(task).layout(chain).places)


@pytest.mark.parametrize("name", FUNCTIONS)
@trials(5)
@given(chains(most=6, least=5).map(described))
def test_longer_chains(name: str, chain: Chain):
    for axes in ("base", "link") if name in TURNING else ("base",):
        task = f"{name}:camera {chain.n}:{axes}"
        for form in task_of(task).forms(chain)[:2]:
            check_identity(chain, task, *task_of(task).system(chain, form))


def test_rotations_that_are_not_quite_orthogonal():
    """Poses of an arm file are rounded: they are taken as the nearest rotation, in every form."""
    rounded: Any = tuple(tuple(round(float(entry), 9) for entry in row) for row in TURNED)
    frames = LinkFrames(Placement(rounded), CarriedLink("", 3, Placement(rounded)), ())
    chain = replace(three_joints(), link_frames=frames)
    for name in FUNCTIONS:
        for axes in ("base", "link") if name in TURNING else ("base",):
            for form in task_of(f"{name}::{axes}").forms(chain):
                check_identity(chain, f"{name}::{axes}", *task_of(f"{name}::{axes}").system(chain, form))


def test_a_link_on_the_base_does_not_move():
    chain = described(ARM)
    found = derive(chain, ("pose:plinth", "jacobian:plinth"), effort=QUICK).programs
    pose = found["pose:plinth"]
    values = [float(sum(group.coefficient * term.sign for group in output.value.groups for term in group.terms))
              for output in pose.outputs]  # fmt: skip
    expected = np.eye(4)
    expected[:3, :3], expected[:3, 3] = [[float(x) for x in row] for row in TILTED], (1, 0, 0.5)
    places = [place for output in pose.outputs for place in output.places]
    np.testing.assert_allclose(values, expected.ravel()[places], atol=1e-15)
    assert pose.count.total == 0 and not pose.trigonometry
    assert not found["jacobian:plinth"].outputs


def test_names_in_code():
    chain = described(ARM)
    names = ("pose:camera 2", "jacobian:camera 2", "jacobian:camera 2:link", "jacobian", "jacobian::link")
    programs = derive(chain, names, effort=QUICK).programs
    assert [programs[name].name for name in names] == [
        "pose_camera_2",
        "jacobian_camera_2",
        "jacobian_camera_2_link_axes",
        "jacobian",
        "jacobian_link_axes",
    ]
    assert "link camera 2" in programs["pose:camera 2"].description
    assert "the arm's tip, (4, 4)" not in programs["jacobian"].description
    assert programs["jacobian::link"].description.endswith("in the axes of the link")


def test_names_of_links_and_axes():
    assert task_of("jacobian:base") is not task_of("jacobian")
    for text, link, axes in (
        ("jacobian:base", "base", "base"),
        ("jacobian:link", "link", "base"),
        ("jacobian:link:link", "link", "link"),
        ("jacobian:robot:tool", "robot:tool", "base"),
        ("jacobian:robot:tool:link", "robot:tool", "link"),
        ("jacobian::base", "", "base"),
    ):
        task = task_of(text)
        assert (task.link, task.axes) == (link, axes)  # type: ignore[attr-defined]


def test_what_is_refused():
    chain = described(ARM)
    with pytest.raises(DerivationError, match=r"^jacobian: link 'hand' is no link of 'crane' .*; use one of plinth, c"):
        derive(chain, ("gravity", "jacobian:hand"), progress=lambda *ignored: pytest.fail("work before the refusal"))
    with pytest.raises(DerivationError, match=r"^pose: axes 'link' are not known; leave them out$"):
        task_of("pose:camera 1:link")
    with pytest.raises(DerivationError, match=r"^program 'gravity' is a function of the whole arm; leave out ':hand'$"):
        task_of("gravity:hand")
    with pytest.raises(DerivationError, match=r"^program 'jacobien' is not known"):
        task_of("jacobien:hand")
    same = replace(chain.links, links=(CarriedLink("a-b", 1), CarriedLink("a b", 2)))
    twins = replace(chain, link_frames=same)
    with pytest.raises(DerivationError, match="'pose:a-b' and 'pose:a b' both get the name pose_a_b"):
        checked_names(("pose:a-b", "pose:a b"), twins)
    checked_names(("pose:a b", "pose:a b"), twins)


def test_a_chain_without_description_has_links_by_number():
    chain = with_frames(three_joints())
    assert [link.name for link in chain.links.links] == ["base_link", "link1", "link2", "link3"]
    assert chain.link("").pose == chain.link("link3").pose == chain.frames[2]
    assert chain.digest == replace(chain, link_frames=described(chain).link_frames).digest


def test_keys_of_the_cache_are_those_of_places():
    """Links at the same place share a derivation; those at others, or with another base, do not."""
    chain = described(ARM)
    links = (*chain.links.links, CarriedLink("twin", 2, chain.link("camera 2").pose))
    twins = replace(chain, link_frames=replace(chain.links, links=links))
    moved = replace(chain, link_frames=replace(chain.links, base=Placement()))

    def key(name: str, own: Chain = chain) -> str:
        return task_of(name).key(own)

    assert key("jacobian:camera 2") == key("jacobian:twin", twins)
    others = (
        key("jacobian:camera 2"),
        key("jacobian:camera 2:link"),
        key("jacobian:camera 3"),
        key("jacobian_rate:camera 2"),
        key("jacobian:camera 2", moved),
        key("jacobian"),
    )
    assert len(set(others)) == len(others)
    assert all(other.replace("-", "").replace("_", "").isalnum() for other in others)
    assert task_of("torque").key(chain) == "torque"


def test_a_system_as_text():
    chain, name = described(three_joints()), "kinematics:camera 3"
    system, variables = task_of(name).system(chain, task_of(name).forms(chain)[0])
    again = system_from_text(system_as_text(system), chain, name)
    check_identity(chain, name, *again)
    assert program_of(chain, name, *again).count == program_of(chain, name, system, variables).count
    assert program_of(chain, name, *again).shape == (16 + 6 * 3,)


def test_kinematics_share_calculations():
    chain = described(three_joints())
    made = derive(chain, ("pose:camera 3", "jacobian:camera 3", "kinematics:camera 3"), effort=QUICK).programs
    pose, jacobian, both = (one.count.total for one in made.values())
    assert both < pose + jacobian


def test_several_links_in_one_function():
    chain = described(three_joints())
    for axes in ("base", "link"):
        name = f"kinematics:camera 1+plinth+camera 3:{axes}"
        for form in task_of(name).forms(chain):
            system, variables = task_of(name).system(chain, form)
            prove(chain, name, system, variables)
        program = program_of(chain, name, system, variables)
        assert program.shape == (3 * (16 + 18),)
    assert task_of("kinematics:camera 1+plinth").name == "kinematics_camera_1_plinth"
    assert "link camera 1 and link plinth" in task_of("kinematics:camera 1+plinth").description
    names = ("kinematics:camera 2", "kinematics:camera 3", "kinematics:camera 2+camera 3")
    one, other, both = (program.count.total for program in derive(chain, names, effort=QUICK).programs.values())
    assert both < one + other
    with pytest.raises(DerivationError, match=r"^kinematics: link 'hand' is no link"):
        checked_names(("kinematics:camera 1+hand",), chain)
    with pytest.raises(DerivationError, match=r"^jacobian: link 'camera 1\+plinth' is no link"):
        checked_names(("jacobian:camera 1+plinth",), chain)


def test_the_expanded_form_needs_right_angles():
    chain = three_joints()
    assert [form.depth for form in task_of("pose").forms(chain)] == [0, 1, 2]
    slanted = replace(chain.joints[1], cos_alpha=Fraction(3, 5), sin_alpha=Fraction(4, 5))
    general = replace(chain, joints=(chain.joints[0], slanted, chain.joints[2]))
    assert [form.depth for form in task_of("pose").forms(general)] == [0, 1]
    assert [form.depth for form in task_of("pose:link1").forms(general)] == [0, 1, 2]
