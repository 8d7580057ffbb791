"""The command line as a person and a machine meet it, in separate processes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from dataclasses import fields
from pathlib import Path

import pytest
from helpers.arm.descriptions import body, joint
from rich.cells import cell_len

from puma560_dynamics.arm import JointFriction
from puma560_dynamics.cli import progress
from puma560_dynamics.cli.command import main
from puma560_dynamics.cli.output import FAILED, OK, fail, print_json
from puma560_dynamics.cli.tree import leaves
from puma560_dynamics.files import share_file


def puma560(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "puma560_dynamics.cli", *arguments],
        capture_output=True, text=True, timeout=120, check=False, env={**os.environ, **environment},
    )  # fmt: skip


class _SlowFinder:
    """Finds nothing; a module of some name is looked for until an event has come."""

    def __init__(self, name: str, event: threading.Event) -> None:
        self.name, self.event = name, event

    def find_spec(self, name: str, *_: object) -> None:
        assert name != self.name or self.event.wait(60)


def test_slow_imports_of_a_command_are_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """The import waits until a line of progress has come: if none comes, the test ends by its limit."""
    shown, made = threading.Event(), progress.line

    def line(*arguments: object, **more: object) -> str:
        shown.set()
        return made(*arguments, **more)  # type: ignore[arg-type]

    slow = "puma560_dynamics.models.tables.table_a3"
    monkeypatch.setattr(progress, "MAX_SILENCE_S", 0.01)
    monkeypatch.setattr(progress, "line", line)
    monkeypatch.delitem(sys.modules, slow, raising=False)
    monkeypatch.setattr(sys, "meta_path", [_SlowFinder(slow, shown), *sys.meta_path])
    assert main(["paper", "constants"]) == 0
    assert "puma560: loading, 0 s so far" in capsys.readouterr().err


NEED_MORE = {
    "run", "replay", "excite", "identify", "derive", "controller", "library", "arm import", "arm payload",
    "measure two-wire", "measure torsional-spring", "measure balance", "measure knife-edge", "measure shapes",
    "measure motors", "paper claims", "arm compare",
}  # fmt: skip
"""Commands that need arguments, ROS or a long time: their own tests read their JSON."""


@pytest.mark.parametrize("command", [line for leaf in leaves() if (line := " ".join(leaf)) not in NEED_MORE])
def test_every_command_prints_json_with_ok(command: str, capsys: pytest.CaptureFixture[str]):
    assert main([*command.split(), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ok"] is True


def test_the_exit_code_of_json_is_that_of_ok(capsys: pytest.CaptureFixture[str]):
    assert (print_json({"ok": True}), print_json({"ok": False})) == (OK, FAILED)
    assert capsys.readouterr().out.count('"ok"') == 2


def test_a_process_prints_json_with_ok():
    done = puma560("arm", "check", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ok"] is True


TWO_WIRE = "measure two-wire --mass 17.4±1% --distance 400±1mm --length 1.5±0.002 --period 2.2±0.01"
EDGE = "measure knife-edge --balance x:68±3mm --balance y:6±3mm --balance y:8±3mm --balance 0,.8,.6:-4±3mm"
SHAPES = f"measure shapes {Path(__file__).parents[2] / 'examples' / 'wrist_link4.yaml'} --link link4"
SPRING = "measure torsional-spring --joint joint2 --pose 0,-30,60,10,40,0deg --stiffness 600±1% --period 0.7±0.001"

POSE = "-10,-30,60,10,40,0deg"

PEOPLE = (
    ("arm check", ["joint6", "21.3", "friction: not in the file", "triangle inequality", "17.4", "45.7"]),
    ("arm compare akb1986 akb1986", ["joint6", "The arms are the same", "-36.986"]),
    ("arm check stanford1983", ["joint6", "-0.5…0.5 m", "joint6: prismatic"]),
    ("replay example --no-report", ["joint6", "Model and arm agree"]),
    ("arm check --payload-mass 2 --payload-center 0 0 0.1", ["margin", "45.73", "2 kg at (0, 0, 0.1) m"]),
    (f"torque --pose {POSE} --velocity 1,2,3,4,5,6 --acceleration 1,2,3,4,5,6 --gyroscopic", ["Coriolis", "friction"]),
    (f"torque --pose {POSE} --payload-mass 2 --payload-center 0 0 0.1", ["the load", "adds"]),
    (f"kinematics --pose {POSE} --velocity 1,2,3,4,5,6", ["link6", "manipulability"]),
    ("kinematics --rotation quaternion", ["qx", "wrist"]),
    ("paper constants", ["I23", "OUTSIDE", "I1, I3 lie outside"]),
    ("paper tables", ["1165", "2737", "Walker and Orin", "b_112"]),
    ("paper errata", ["b_123", "a_33", "Proofs:"]),
    ("paper gyroscopic", ["link3", "Lagrange"]),
    ("paper stanford", ["does not hold", "Hollerbach"]),
    ("paper multirate", ["k = 16", "joint"]),
    ("measure combine", ["link3_with_wrist", "Izz"]),
    (TWO_WIRE, ["radius", "47.6 %"]),
    (SPRING, ["links.link4.mass", "stiffness"]),
    (EDGE, ["chi-square", "knife", "residual,"]),
    ("measure balance --counterweight 17.4±0.01 --swapped 17.3±0.01", ["double", "counterweight"]),
    ("measure motors --joint joint4 --rotor-inertia 3.4e-5±2e-6 --shaft 1e-5±1e-6 20", ["arm file less this", "shaft"]),
    (SHAPES, ["shell.radius", "within", "Izz"]),
)
"""Commands that print tables, and some words of each."""


def tokens(text: str) -> Counter[str]:
    """Words and numbers of a text; not the lines under headings."""
    return Counter(word for word in text.split() if set(word) != {"─"})


@pytest.mark.parametrize(("command", "shown"), PEOPLE, ids=[command for command, _ in PEOPLE])
def test_tables_are_whole_on_80_columns(
    command: str, shown: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """On 80 columns no word is broken and nothing is cut off: the words are those of a very wide terminal."""
    if command.startswith("replay"):
        pytest.importorskip("rosbags")
    found = {}
    for width in (400, 80):
        monkeypatch.setenv("COLUMNS", str(width))
        assert main(command.split()) == 0
        found[width] = capsys.readouterr().out
    for word in shown:
        assert word in found[400], word
    assert tokens(found[80]) == tokens(found[400])
    rows = [line for line in found[80].splitlines() if "   " in line.strip()]
    assert rows and max(map(cell_len, rows)) <= 80


@pytest.mark.parametrize(
    "command", ["arm check", "arm compare {0}", "torque --arm", "kinematics --arm", "controller -o new --arm"]
)
def test_tables_of_seven_joints_fit_80_columns(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    limit = '<limit lower="-2.8973" upper="2.8973" effort="87" velocity="2.175"/>'
    links = [f'<link name="panda_link{i}">{body(3.1234, 0.4) if i else ""}</link>' for i in range(8)]
    joints = [
        joint(
            f"panda_joint{i}", f"panda_link{i - 1}", f"panda_link{i}", f"0 {i % 2} {1 - i % 2}", "0.4 0 0", more=limit
        )
        for i in range(1, 8)
    ]
    Path("robot.urdf").write_text(f'<robot name="panda">{"".join(links + joints)}</robot>', encoding="utf-8")
    pose = [] if command.startswith("controller") else ["--pose", *["-101.234"] * 7, "deg"]
    pose = [] if command == "arm check" else pose
    assert main([*command.format("robot.urdf").split(), "robot.urdf", *pose]) == 0
    rows = [line for line in capsys.readouterr().out.splitlines() if "   " in line.strip()]
    assert rows and max(map(cell_len, rows)) <= 80


def test_numbers_in_the_json(capsys: pytest.CaptureFixture[str]):
    assert main(["paper", "constants", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["constants"]}
    assert not rows["I3"]["within"]
    assert rows["I3"]["printed"] == 1.38
    assert rows["I2"]["within"]


def test_the_friction_of_an_arm_is_whole_on_80_columns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    """With all numbers of the law, each with as many digits as the table shows; and in the JSON."""
    numbers = dict.fromkeys((field.name for field in fields(JointFriction)), 0.001234)
    arm = {"extends": "akb1986", "friction": {f"joint{i}": numbers for i in range(1, 7)}}
    mine = tmp_path / "mine.yaml"
    mine.write_text(json.dumps(arm), encoding="utf-8")
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["arm", "check", str(mine)]) == 0
    text = capsys.readouterr().out
    table = text[text.index("Kinetic friction") : text.index("Links,")]
    assert table.count(" 0.001234") == 6 * len(numbers)
    assert max(map(cell_len, table.splitlines())) <= 80
    for name in numbers:
        assert set(name.split("_")) <= set(table.split())
    assert "viscous: N·m·s/rad" in table
    assert main(["arm", "check", str(mine), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["friction"][5] == {"name": "joint6"} | numbers


@pytest.mark.parametrize(("form", "name"), [("xacro", "puma560_macro.xacro"), ("mjcf", "puma560.mjcf.xml")])
def test_other_forms_of_the_description(form: str, name: str, tmp_path: Path):
    target = tmp_path / name
    assert main(["arm", "urdf", "--format", form, "-o", str(target)]) == 0
    assert target.read_bytes() == share_file("urdf", name).read_bytes()


def test_the_suffix_is_that_of_the_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    target = tmp_path / "arm.xacro"
    assert main(["arm", "urdf", "-o", str(target)]) == 0
    assert target.read_bytes() == share_file("urdf", "puma560_macro.xacro").read_bytes()
    assert main(["arm", "urdf", "--format", "mjcf", "-o", str(target)]) == 2
    assert f"{target} would be mjcf with the suffix .xacro; name a file" in capsys.readouterr().err


def test_urdf_into_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    target = tmp_path / "arm.urdf"
    assert main(["arm", "urdf", "-o", str(target)]) == 0
    assert target.read_text(encoding="utf-8") == share_file("urdf", "puma560.urdf").read_text(encoding="utf-8")
    assert capsys.readouterr().out == f"wrote {target}\n"
    assert [path.name for path in tmp_path.iterdir()] == ["arm.urdf"]


def broken(tmp_path: Path, text: str) -> str:
    """A file of that text."""
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def negative_mass(tmp_path: Path) -> str:
    """The paper's arm with a negative mass."""
    text = share_file("config", "akb1986.yaml").read_text(encoding="utf-8")
    return broken(tmp_path, text.replace("value: 17.40", "value: -17.40"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            lambda t: ["arm", "check", "nobody"],
            "arm 'nobody' is not known; give the path of an arm file or robot description, or one of akb1986,",
        ),
        (lambda t: ["arm", "check", str(t / "none.yaml")], "does not exist"),
        (lambda t: ["arm", "check", broken(t, "a: [1")], "not valid YAML"),
        (lambda t: ["arm", "check", negative_mass(t)], "links.link2.mass: expected a positive number in kg, got -17.4"),
        (lambda t: ["arm", "urdf", "-o", str(t / "no" / "such.urdf")], "cannot be written"),
        (lambda t: ["arm", "urdf", "--format", "mjcf", "--inertia", "paper"], "leave --inertia out"),
        (lambda t: ["run", "--arm", "nobody"], "arm 'nobody' is not known"),
        (lambda t: ["run", "--rate", "fast"], "expected a number from 20 to 1000 Hz"),
        (lambda t: ["run", "--domain", "7.5"], "expected a whole number from 0 to 101"),
        (lambda t: ["run", "--domain", "150"], "Linux may assign the ports of higher domains"),
        (lambda t: ["run", "--plant-friction", "60"], "expected 'exact' or a number from 0 to 50 %, got '60'"),
        (lambda t: ["run", "--plant-friction", "exactly"], "expected 'exact' or a number from 0 to 50 %"),
        (lambda t: ["run", "--plant-seed", "-1"], "expected a whole number from 0"),
        (lambda t: ["run", "--no-friction", "--plant-friction", "10"], "has no effect with --no-friction"),
        (lambda t: ["run", "--duration", "nan"], "expected a number from 3 to 600 s"),
        (
            lambda t: [
                "arm",
                "check",
                broken(t, "links: {a: {mass: {value: 17,40, unit: kg}}}\njoints: {}\nmotors: {}"),
            ],
            "joint",
        ),
        (lambda t: ["run", "-o", broken(t, "a file")], "mine.yaml"),
        (lambda t: ["run", "--record", str(t)], "exists already and is not overwritten"),
        (lambda t: ["dance"], "invalid choice"),
        (lambda t: [], "required"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, arguments, words: str, capsys: pytest.CaptureFixture[str]):
    assert main(arguments(tmp_path)) == 2
    out, err = capsys.readouterr()
    assert words in err
    assert "Traceback" not in err
    assert out == ""


def test_bad_input_ends_the_process_with_2():
    done = puma560("arm", "check", "nobody")
    assert done.returncode == 2
    assert done.stderr.startswith("puma560: error: arm 'nobody' is not known")
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_errors_reach_the_json():
    done = puma560("arm", "check", "nobody", "--json")
    assert done.returncode == 2
    data = json.loads(done.stdout)
    assert data["ok"] is False
    assert "nobody" in data["error"]


def test_wrong_arguments_reach_the_json():
    done = puma560("run", "--duration", "1", "--json")
    assert done.returncode == 2
    assert "from 3 to 600 s" in json.loads(done.stdout)["error"]


@pytest.mark.parametrize("words", ["--help", "paper errata", "arm urdf"])
def test_a_reader_that_ends_first_changes_nothing(words: str):
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {sys.executable} -m puma560_dynamics.cli {words} | head -n 1"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr, done.stdout.count("\n")) == (0, "", 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("words", ["--help", "paper errata", "paper errata --json"])
def test_output_that_cannot_be_written_is_one_sentence(words: str):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "puma560_dynamics.cli", *words.split()],
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip
    (said,) = [line for line in done.stderr.splitlines() if "so far" not in line]
    assert done.returncode == 2
    assert said == (
        "puma560: error: the output could not be written: no space left on device; send it to another file or device"
    )


def test_a_closed_standard_output_is_no_error():
    done = subprocess.run(
        ["bash", "-c", f"{sys.executable} -m puma560_dynamics.cli paper errata >&-"],
        stderr=subprocess.PIPE, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, [line for line in done.stderr.splitlines() if "so far" not in line]) == (0, [])


@pytest.mark.parametrize(("words", "same"), [("help", "--help"), ("help arm check", "arm check --help"),
                                             ("arm help urdf", "arm urdf --help")])  # fmt: skip
def test_help_is_a_command_too(words: str, same: str, capsys: pytest.CaptureFixture[str]):
    shown = []
    for given in (words, same):
        with pytest.raises(SystemExit) as end:
            main(given.split())
        assert end.value.code == 0
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1] and shown[0].startswith("usage: puma560")


def test_texts_name_the_program_as_it_was_called(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys, "argv", ["/usr/bin/arm_dynamics"])
    with pytest.raises(SystemExit):
        main(["help"])
    assert capsys.readouterr().out.startswith("usage: arm_dynamics [-h]")
    assert main(["arm", "chek"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("arm_dynamics: error:") and "did you mean `arm_dynamics arm check`?" in err
    fail("give an arm file: `puma560 arm import`", as_json=False)
    assert capsys.readouterr().err == "arm_dynamics: error: give an arm file: `arm_dynamics arm import`\n"


def test_without_ros_other_commands_work_and_run_names_the_remedy(tmp_path: Path):
    """An rclpy that cannot be imported stands for a machine without ROS."""
    (tmp_path / "rclpy.py").write_text("raise ImportError('No module named rclpy')", encoding="utf-8")
    assert puma560("paper", "constants", PYTHONPATH=str(tmp_path)).returncode == 0
    done = puma560("run", "-o", str(tmp_path / "report"), PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert "pip install 'puma560_dynamics[run]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "report").exists()


def test_version(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert "puma560_dynamics 0." in capsys.readouterr().out


def test_an_encoding_without_a_character_gets_a_similar_one():
    done = puma560("arm", "check", PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and "N*m" in done.stdout and "-160...160" in done.stdout
    assert "?" not in done.stdout


@pytest.mark.parametrize(
    ("number", "word", "code"), [(signal.SIGINT, "interrupted", 130), (signal.SIGTERM, "terminated", 143)]
)
def test_a_signal_ends_a_command_with_its_json(number: signal.Signals, word: str, code: int):
    process = subprocess.Popen(
        [sys.executable, "-m", "puma560_dynamics.cli", "simulate", "--duration", "3600", "--rate", "1", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stderr is not None
    for line in process.stderr:  # after two seconds
        if "so far" in line:
            break
    process.send_signal(number)
    out, err = process.communicate(timeout=60)
    assert process.returncode == code
    assert json.loads(out) == {"ok": False, "error": word}
    assert f"error: {word}" in err
