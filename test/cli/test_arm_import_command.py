"""`puma560 arm import`: what it writes and says; of what is no arm one sentence, exit code 2, and no file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from helpers.arm.descriptions import LIMIT, body, joint, light_arm
from helpers.arm.palletiser import NAMES, palletiser

from puma560_dynamics import load_arm
from puma560_dynamics.cli.command import main

FLAT = LIMIT.format(effort=5)


def imported(tmp_path: Path, text: str, *more: str) -> tuple[int, Path]:
    """Exit code, and the file that may be there."""
    source, output = tmp_path / "robot.urdf", tmp_path / "my_arm.yaml"
    source.write_text(text)
    return main(["arm", "import", str(source), "-o", str(output), *more]), output


def test_an_arm_is_written_and_what_is_missing_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    code, output = imported(tmp_path, light_arm(effort="0"), "--hold", "*_finger", "--tip", "tool")
    said = " ".join(capsys.readouterr().out.split())
    assert code == 0
    assert load_arm(output).joint_names == ("pan", "lift", "elbow", "roll")
    for words in (
        "poses and Jacobians refer to 'tool' unless another link is named: base, turret, upper, fore, hand, tool,",
        "joints left_finger (at 0.01 m), right_finger (at -0.01 m) are held; the links that they move have 0.04 kg",
        "links tool, left, right (0.04 kg in all) are fixed to 'hand'",
        "joints pan, lift, elbow, roll have effort limit 0: the torque gate lets no torque through",
        "motor inertia is not in the description and counts as 0",
        "gravity is assumed along -z of link 'base'",
        "friction is not given and counts as 0",
    ):
        assert said.count(words) == 1, words
    assert "is assumed, not measured" in output.read_text()
    assert main(["arm", "check", str(output)]) == 0
    assert "effort limit 0" in " ".join(capsys.readouterr().out.split())


def test_a_check_shows_bodies_in_the_frames_of_the_description(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Not in those of the model, whose z axes are the axes of the joints."""
    path = tmp_path / "pendulum.urdf"
    path.write_text(
        '<robot name="pendulum"><link name="base"/><link name="bob"><inertial><origin xyz="0.1 0.2 0.3"/>'
        '<mass value="1"/><inertia ixx="0.02" iyy="0.03" izz="0.04" ixy="0" ixz="0" iyz="0"/></inertial></link>'
        '<joint name="j" type="revolute"><parent link="base"/><child link="bob"/><origin xyz="0 0 0.5"/>'
        '<axis xyz="1 0 0"/><limit lower="-2" upper="2" velocity="3" effort="9"/></joint></robot>'
    )
    assert main(["arm", "check", str(path), "--json"]) == 0
    (link,) = json.loads(capsys.readouterr().out)["links"]
    assert link["center_of_gravity"] == pytest.approx([0.1, 0.2, 0.3])
    assert link["inertia"] == [pytest.approx(row) for row in ([0.02, 0, 0], [0, 0.03, 0], [0, 0, 0.04])]
    (model,) = load_arm(str(path)).links
    assert model.center_of_gravity.tolist() != pytest.approx([0.1, 0.2, 0.3])  # so that the frames differ


def test_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    code, output = imported(tmp_path, light_arm(), "--hold", "left_finger", "--json")
    found = json.loads(capsys.readouterr().out)
    assert (code, found["ok"], found["file"], found["joints"][0]) == (0, True, str(output), "pan")
    assert found["mass"] == pytest.approx(0.6)
    assert (found["tip"], found["link_names"][0], found["link_names"][-1]) == ("hand", "base", "right")


def test_an_edited_file_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    _, output = imported(tmp_path, light_arm())
    assert imported(tmp_path, light_arm())[0] == 0  # nothing changes
    edited = output.read_text() + "# measured\n"
    output.write_text(edited)
    assert imported(tmp_path, light_arm())[0] == 2
    assert "exists and differs, so it may have been edited" in capsys.readouterr().err
    assert output.read_text() == edited


def test_an_arm_file_is_not_imported(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    _, output = imported(tmp_path, light_arm())
    assert main(["arm", "import", str(output), "-o", str(tmp_path / "other.yaml")]) == 2
    assert f"edit it, then try `puma560 arm check {output}`" in capsys.readouterr().err


def test_one_that_mimics_a_held_joint_is_held_where_that_puts_it(tmp_path: Path):
    """Held at the nearest limit, 0.01 m; the other one at -0.01 m: both stick out by as much to either side."""
    _, output = imported(tmp_path, light_arm(), "--hold", "left_finger")
    frames = load_arm(output).end_frames
    apart = frames["left"][:3, 3] - frames["right"][:3, 3]
    assert (apart @ apart) ** 0.5 == pytest.approx(0.02)


def test_one_that_mimics_a_joint_of_the_arm_has_no_motor(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    code, output = imported(tmp_path, palletiser())
    said = " ".join(capsys.readouterr().out.split())
    assert code == 0 and "'wrist' follows 'elbow', at -1 times its position: it has no motor" in said
    assert load_arm(output).joint_names == NAMES
    assert "elbow:" in output.read_text() and "wrist:" not in output.read_text()


SECOND = f'<link name="u">{body(1, 1)}</link>' + joint("j", "base", "u", "0 0 1", "0 0 0", more=FLAT)
ROBOTS = {
    "two arms": (light_arm(more=SECOND), r"name one of the ends as tip.*--tip"),
    "floating": (
        f'<robot name="x"><link name="w"/><link name="b">{body(1, 1)}</link>'
        + joint("f", "w", "b", "0 0 1", "0 0 0", "floating") + "</robot>",
        "joint 'f' is of type 'floating'",
    ),
    "loop": (light_arm(fingers=False, more=joint("l", "hand", "upper", "0 0 1", "0 0 0", more=FLAT)), "a closed loop"),
    "ring": ('<robot name="x"><link name="a"/><link name="b"/>' + joint("j", "a", "b", "1 0 0", "0 0 0", more=FLAT)
             + joint("k", "b", "a", "1 0 0", "0 0 0", more=FLAT) + "</robot>", "closed loop"),
    "nan": (light_arm().replace('mass value="0.25"', 'mass value="nan"'), "value='nan', expected a finite"),
    "no limit": (re.sub(r"<limit[^>]*>", "", light_arm(fingers=False)), "has no <limit> with effort and velocity"),
    "no room": (
        light_arm(fingers=False).replace('lower="-2.5" upper="2.5"', 'lower="1"'),
        "lower limit 1 and upper limit 0",
    ),
    "no mass": (re.sub(r"<inertial>.*?</inertial>", "", light_arm(fingers=False)), "no link of the arm has mass"),
    "negative inertia": (light_arm(fingers=False).replace('ixx="', 'ixx="-', 1), "inertia"),
    "not XML": ("<robot", "is not XML"),
    "empty": ("", "is empty"),
    "another file": ("mass: 3", "is not XML"),
}  # fmt: skip


@pytest.mark.parametrize("name", ROBOTS)
def test_what_is_no_arm_is_one_sentence_and_nothing_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
):
    text, words = ROBOTS[name]
    code, output = imported(tmp_path, text)
    said = capsys.readouterr()
    assert code == 2
    assert not output.exists()
    assert re.search(words, said.err)
    assert said.err.strip().count("\n") == 0
    assert said.out == ""


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (["--tip", "nobody"], "tip 'nobody' is not a link"),
        (["--base", "hand", "--tip", "upper"], "is not connected to base"),
        (["--hold", "claw*"], "joint 'claw.', which is to be held, does not exist"),
        (["--hold", "*_finger", "--argument", "a:=b"], "is not xacro and takes no arguments"),
        (["--argument", "a"], "expected NAME:=VALUE"),
    ],
)
def test_wrong_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str], more: list[str], words: str):
    code, output = imported(tmp_path, light_arm(), *more)
    assert code == 2
    assert re.search(words, capsys.readouterr().err)
    assert not output.exists()


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["arm", "import", str(tmp_path / "no.urdf"), "-o", str(tmp_path / "x.yaml")]) == 2
    assert "does not exist" in capsys.readouterr().err


def test_the_commands_to_copy_quote_a_path_with_spaces(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "my arms"
    folder.mkdir()
    code, output = imported(folder, light_arm())
    assert code == 0
    assert capsys.readouterr().out.endswith(f"wrote {output}\nnext: edit it, then try `puma560 arm check '{output}'`\n")
    assert main(["arm", "import", str(output), "-o", str(folder / "other.yaml")]) == 2
    assert f"try `puma560 arm check '{output}'`" in capsys.readouterr().err
    assert main(["arm", "urdf", "-o", str(folder / "arm.urdf")]) == 0
    assert capsys.readouterr().out == f"wrote {folder / 'arm.urdf'}\n"
