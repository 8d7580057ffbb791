"""A parameter file that a node would not use as it was meant is refused, with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from puma560_dynamics.errors import LaunchError
from puma560_dynamics.launching.parameter_file import applies, check_no_parameters_of, check_parameter_file

NODES = ("/feedforward_node", "/command_guard_node")
KNOWN = {
    "feedforward_node": ("torque_rate", "terms.gravity"),
    "command_guard_node": ("torque_rate", "hold_time"),
    "validator_node": ("tolerance",),
}


def check(tmp_path: Path, text: str, nodes: tuple[str, ...] = NODES) -> None:
    """Check a file with this text."""
    path = tmp_path / "my.yaml"
    path.write_text(text, encoding="utf-8")
    check_parameter_file(str(path), nodes, KNOWN)


SOUND = [
    "/**/feedforward_node: {ros__parameters: {terms: {gravity: true}, use_sim_time: true}}",
    "feedforward_node: {ros__parameters: {torque_rate: [20.0]}}",
    "/**: {ros__parameters: {torque_rate: [20.0], hold_time: 1.0}}",
    "/**/command_guard_node: {ros__parameters: {hold_time: 1.0}}\n/**/other: {ros__parameters: {tolerance: 1.0}}",
    "/**/feedforward_node: {ros__parameters: {torque_rate: [1.0]}}\nsomebody: {ros__parameters: {anything: 1}}",
]


@pytest.mark.parametrize("text", SOUND)
def test_a_sound_file_is_taken(tmp_path: Path, text: str):
    check(tmp_path, text)


BAD = {
    "": "expected sections",
    "- a list": "expected sections",
    "feedforward_node: [": "not valid YAML",
    "feedforward_node: 3": "/feedforward_node holds 3",
    "feedforward_node: {ros__parameters: }": "ros__parameters of /feedforward_node holds no parameters",
    "feedforward_node: {torque_rate: [20.0]}": "/feedforward_node/torque_rate holds [20.0]",
    "/**/validator_node: {ros__parameters: {tolerance: 1.0}}": "has no section for /feedforward_node",
    "/**/feedforward_node: {ros__parameters: {torque_rat: [20.0]}}": "parameter torque_rat is not known",
    "/**: {ros__parameters: {terms: {gravitation: true}}}": "parameter terms.gravitation is not known",
    "/**/feedforward_node: {ros__parameters: {hold_time: 1.0}}": "parameter hold_time is not known",
}


@pytest.mark.parametrize("text", BAD)
def test_a_file_with_parameters_without_effect_is_refused(tmp_path: Path, text: str):
    with pytest.raises(LaunchError) as raised:
        check(tmp_path, text)
    assert BAD[text] in str(raised.value)
    assert "my.yaml" in str(raised.value)


def test_a_file_that_is_not_there(tmp_path: Path):
    with pytest.raises(LaunchError, match=r"nope\.yaml cannot be read \(No such file"):
        check_parameter_file("/nope.yaml", NODES, KNOWN)
    with pytest.raises(LaunchError, match="cannot be read"):
        check_parameter_file(str(tmp_path), NODES, KNOWN)


def test_a_section_of_the_root_namespace_is_refused_in_another(tmp_path: Path):
    with pytest.raises(LaunchError, match=r"begin one with '/\*\*/feedforward_node:'"):
        check(tmp_path, SOUND[1], ("/arm1/feedforward_node",))
    for text in (SOUND[0], SOUND[2], "/arm1: {feedforward_node: {ros__parameters: {torque_rate: [1.0]}}}"):
        check(tmp_path, text, ("/arm1/feedforward_node",))


@pytest.mark.parametrize(
    ("section", "node", "wanted"),
    [
        ("/**", "/a/b/node", True),
        ("/**/node", "/node", True),
        ("/**/node", "/a/b/node", True),
        ("/*/node", "/a/node", True),
        ("/*/node", "/node", False),
        ("/*/node", "/a/b/node", False),
        ("/node", "/a/node", False),
        ("/a/*", "/a/node", True),
        ("/nod.", "/node", False),
    ],
)
def test_wildcards(section: str, node: str, wanted: bool):
    assert applies(section, node) is wanted


@pytest.mark.parametrize(
    ("text", "unused"),
    [
        ("/**: {ros__parameters: {torque_limit_scale: 0.1}}", True),
        ("/**/feedforward_node: {ros__parameters: {terms: {gravity: true}}}", True),
        ("/left/**: {ros__parameters: {fade_in_time: 1.0}}", False),
        ("/**: {ros__parameters: {arm: akb1986, use_sim_time: true}}", False),
        ("/**/validator_node: {ros__parameters: {tolerance: 1.0}}", False),
    ],
)
def test_parameters_of_a_node_that_is_not_started_are_refused(text: str, unused: bool, tmp_path: Path):
    file = tmp_path / "own.yaml"
    file.write_text(text, encoding="utf-8")
    given = (str(file), ["/feedforward_node"], ["arm"], "it runs elsewhere")
    if unused:
        with pytest.raises(LaunchError, match="is not used; it runs elsewhere"):
            check_no_parameters_of(*given)
    else:
        check_no_parameters_of(*given)
