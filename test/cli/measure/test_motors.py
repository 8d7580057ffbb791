"""`puma560 measure motors`: by hand, from recordings of a simulated joint, and its lines in an arm file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from helpers.measurement.slow_ramp import write_ramps

from puma560_dynamics import load_arm, load_model
from puma560_dynamics.cli.command import main
from puma560_dynamics.files import share_file

HAND = [
    "--joint",
    "joint2",
    "--ramp",
    "load=0 up=0.5, 0.49 down=-0.4, -0.41",
    "--ramp",
    "load=20±0.2 up=2.31 down=1.15",
]
K = 11.8


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["measure", "motors", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refusal(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["measure", "motors", *arguments]) == 2
    return capsys.readouterr().err


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Two recordings, without load and with 15 N·m."""
    folder = tmp_path_factory.mktemp("ramps")
    return {
        "none": write_ramps(folder / "none.csv", 0.0, K),
        "weight": write_ramps(folder / "weight.csv", 15.0, K),
        "opposite": write_ramps(folder / "opposite.csv", 0.0, -K),
        "opposite weight": write_ramps(folder / "opposite_weight.csv", 15.0, -K),
    }


def test_readings_by_hand(capsys: pytest.CaptureFixture[str]):
    said = answer(capsys, *HAND, "--maximum-command", "16 ± 0.1")
    half_sums = 0.5 * (0.495 - 0.405), 0.5 * (2.31 + 1.15)
    constant = 20.0 / (half_sums[1] - half_sums[0])
    assert said["torque_constant"]["value"] == pytest.approx(constant)
    assert said["break_away"]["value"] == pytest.approx(0.5 * constant * (0.495 + 0.405))
    grown = 0.5 * constant * (2.31 - 1.15)
    assert said["load_friction"]["value"] == pytest.approx((grown - said["break_away"]["value"]) / 20.0)
    assert said["maximum_torque"]["value"] == pytest.approx(16.0 * constant)
    assert said["effort_gain"] == said["torque_constant"]["value"]
    assert said["scatter"]["degrees_of_freedom"] == 2
    assert {row["reading"] for row in said["torque_constant"]["budget"]} == {"load 20±0.2", "scatter of break-away"}
    assert sum(row["share"] for row in said["torque_constant"]["budget"]) == pytest.approx(1.0)
    covariance = np.array(said["covariance"]["half_widths_squared"])
    widths = [said[name]["tolerance"] for name in said["covariance"]["order"]]
    np.testing.assert_allclose(np.sqrt(np.diag(covariance)), widths)


def test_recorded_ramps(capsys: pytest.CaptureFixture[str], records: dict[str, str]):
    said = answer(
        capsys, "--joint", "joint2", "--csv", f"{records['none']} load=0", "--csv", f"{records['weight']} load=15±0.05"
    )
    assert [ramp["direction"] for ramp in said["ramps"]] == [1, 1, -1, -1] * 2
    for name, truth in (("torque_constant", K), ("break_away_positive", 5.6), ("break_away_negative", 5.2)):
        assert abs(said[name]["value"] - truth) < said[name]["tolerance"] < 0.12 * truth, name
    assert said["left_out"] == []
    assert any(row["reading"].startswith("start of motion, none, ") for row in said["break_away"]["budget"])


def test_files_of_the_same_name_are_different_records(
    capsys: pytest.CaptureFixture[str], records: dict[str, str], tmp_path: Path
):
    other = tmp_path / "none.csv"
    other.write_text(Path(records["weight"]).read_text(encoding="utf-8"), encoding="utf-8")
    common = ["--joint", "joint2", "--csv", f"{records['none']} load=0"]
    expected = answer(capsys, *common, "--csv", f"{records['weight']} load=15")
    said = answer(capsys, *common, "--csv", f"{other} load=15")
    assert said["torque_constant"]["value"] == pytest.approx(expected["torque_constant"]["value"], rel=1e-12)
    assert said["torque_constant"]["tolerance"] == pytest.approx(expected["torque_constant"]["tolerance"], rel=1e-9)


def test_a_command_of_the_wrong_sign_is_named(capsys: pytest.CaptureFixture[str], records: dict[str, str]):
    files = "--csv", f"{records['opposite']} load=0", "--csv", f"{records['opposite weight']} load=15"
    assert main(["measure", "motors", "--joint", "joint2", *files]) == 0
    said = capsys.readouterr().out
    assert "A positive command moves joint2 in negative direction." in said
    assert answer(capsys, "--joint", "joint2", *files)["torque_constant"]["value"] == pytest.approx(-K, rel=0.05)


def test_the_lines_belong_to_an_arm_file(capsys: pytest.CaptureFixture[str], tmp_path: Path):
    said = answer(capsys, *HAND, "--maximum-command", "16", "--rotor-inertia", "4.1 ± 1% kg cm^2")
    tree = yaml.safe_load(share_file("config", "akb1986.yaml").read_text(encoding="utf-8"))
    for line in said["arm_file"]:
        tree["motors"]["joint2"].update(yaml.safe_load(line))
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump(tree, allow_unicode=True), encoding="utf-8")
    motor = load_arm(path).motors[1]
    assert motor.torque_constant * 107.36 == pytest.approx(said["torque_constant"]["value"], rel=1e-2)
    assert motor.break_away_torque == pytest.approx(said["break_away"]["value"], rel=1e-2)
    assert motor.maximum_torque == pytest.approx(said["maximum_torque"]["value"], rel=1e-2)
    assert motor.inertia == pytest.approx(4.1e-4 * 107.36**2, rel=1e-2)


def test_weight_on_a_lever_and_spring_balance(capsys: pytest.CaptureFixture[str]):
    base = HAND[:4]
    lever = answer(capsys, *base, "--ramp", "mass=2 kg lever=1019.368±1 mm up=2.31 down=1.15")
    balance = answer(capsys, *base, "--ramp", "force=40±0.1 N lever=0.5 up=2.31 down=1.15")
    assert lever["ramps"][-1]["load"] == pytest.approx(2.0 * 9.81 * 1.019368)
    assert balance["ramps"][-1]["load"] == pytest.approx(20.0)
    assert lever["torque_constant"]["value"] == pytest.approx(balance["torque_constant"]["value"], rel=1e-5)


def test_the_weight_of_the_arm_at_a_pose(capsys: pytest.CaptureFixture[str]):
    poses = ("0, 0, 0, 0, 0, 0 deg", "0, -90, 0, 0, 0, 0 deg")
    loads = [load_model("full", load_arm()).gravity(np.radians(pose))[1] for pose in ([0] * 6, [0, -90, 0, 0, 0, 0])]
    ramps = [
        f"pose={pose} up={(load + 5.5) / K} down={(load - 5.5) / K}" for pose, load in zip(poses, loads, strict=True)
    ]
    said = answer(capsys, "--joint", "joint2", "--ramp", ramps[0], "--ramp", ramps[1])
    assert said["torque_constant"]["value"] == pytest.approx(K)
    assert said["break_away"]["value"] == pytest.approx(5.5)
    assert said["torque_constant"]["tolerance"] > 0.05


def test_a_known_constant(capsys: pytest.CaptureFixture[str]):
    said = answer(
        capsys,
        "--joint",
        "joint1",
        "--unit",
        "N m",
        "--ramp",
        "load=0 up=6.4±0.1 down=-6.2±0.1",
        "--torque-constant",
        "1",
    )
    assert said["break_away"]["value"] == pytest.approx(6.3)
    assert said["torque_constant"]["unit"] == "1"
    assert [line.split(":")[0] for line in said["arm_file"]] == ["break_away_torque"]
    assert said["effort_gain"] is None


def test_a_sliding_joint(capsys: pytest.CaptureFixture[str]):
    slide = ["--arm", "stanford1983", "--joint", "joint6"]
    said = answer(capsys, *slide, "--ramp", "load=0 N up=0.2 down=-0.2", "--ramp", "load=50±0.5 N up=0.7 down=0.3")
    assert said["torque_constant"]["value"] == pytest.approx(100.0)
    assert said["torque_constant"]["unit"] == "N/A"
    assert said["break_away"]["value"] == pytest.approx(20.0)
    assert "joint6 slides" in refusal(capsys, *slide, "--ramp", "mass=2 lever=1 up=0.2 down=-0.2")


def test_differences_of_rounding_are_no_contradiction(capsys: pytest.CaptureFixture[str]):
    """Without break-away, ramps agree with the fit up to rounding."""
    ramps = ("--ramp", "load=0 up=0.5 down=0.5", "--ramp", "mass=2 lever=1 up=2 down=2")
    assert "beyond the tolerance" not in str(answer(capsys, "--joint", "joint2", *ramps))


def test_rotor_and_gear_ratio(capsys: pytest.CaptureFixture[str]):
    said = answer(capsys, "--joint", "joint4", "--rotor-inertia", "340 ± 20 g cm^2", "--shaft", "1e-5±10%", "-20")
    found = said["effective_inertia"]
    assert found["value"] == pytest.approx(3.4e-5 * 76.01**2 + 1e-5 * 400.0)
    assert found["arm_file"] == 0.2
    assert found["arm_file_less_this"]["value"] == pytest.approx(0.2 - found["value"])
    assert yaml.safe_load(said["arm_file"][0])["inertia"]["value"] == pytest.approx(found["value"], rel=1e-2)
    other = answer(capsys, "--joint", "joint4", "--rotor-inertia", "340 g cm^2", "--ratio", "-76.01")
    assert other["effective_inertia"]["value"] == pytest.approx(3.4e-5 * 76.01**2)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "nothing is measured"),
        (["--ramp", "load=0 up=1", "--ramp", "load=20 up=3"], "no ramp starts a motion in negative direction"),
        (["--ramp", "load=20 up=3 down=1"], "only one load, 20,"),
        (["--ramp", "load=0"], "expected a load and the commands"),
        (["--ramp", "up=1 down=-1"], "no load; give load="),
        (["--ramp", "mass=2 up=1 down=-1"], "lever belongs to mass or force"),
        (["--ramp", "load=0 upp=1"], "'upp' is not known"),
        (["--ramp", "load=0 up=1 up=2"], "given twice"),
        (["--ramp", "load=0 up=fast down=-1"], "'fast' is not a reading"),
        (["--ramp", "load=0 up=1 V down=-1"], "unit 'V'"),
        (["--csv", "load=0"], "expected a path"),
        (["--csv", "none.csv load=0"], "none.csv cannot be read"),
        (["--csv", "none.csv load=0 up=3"], "'up' is not known"),
        (["--bag", "no_such_bag load=0"], "no_such_bag"),
        (["--ratio", "100"], "belong to --rotor-inertia"),
        (["--rotor-inertia", "1e-4", "--ratio", "0"], "other than 0"),
        ([*HAND[2:], "--torque-constant", "0"], "--torque-constant 0"),
        ([*HAND[2:], "--maximum-command", "-5"], "--maximum-command is -5"),
        (["--ramp", "load=0 up=-0.5 down=0.5", "--ramp", "load=20 up=1 down=2.4"], "directions are exchanged"),
        (["--ramp", "pose=0, 0 deg up=1 down=-1"], "expected 6"),
        (["--csv", "none.csv"], "no load; give load="),
        (["--bag", "none"], "no load; give load="),
        (["--ramp", "load=0 up=0.5 down=-0.4", "--ramp", "load=20 up=0.5 down=-0.4"], "do not change with the load"),
        (["--ramp", "mass=-2 lever=1 up=1 down=-1"], "give a mass that is 0 or more"),
        (["--ramp", "force=20 lever=0 up=1 down=-1"], "give a lever that is not 0"),
        (["--ramp", "load=0 mass=2 lever=1 up=1 down=-1"], "load is the whole torque; leave out lever, mass"),
    ],
)
def test_every_refusal_is_one_sentence(capsys: pytest.CaptureFixture[str], arguments: list[str], words: str):
    said = refusal(capsys, "--joint", "joint2", *arguments)
    assert words in said
    assert "Traceback" not in said


def test_ramps_without_motion_are_listed(capsys: pytest.CaptureFixture[str], records: dict[str, str], tmp_path: Path):
    rows = np.loadtxt(records["none"], delimiter=",", skiprows=1)
    still = rows[rows[:, 0] < 7.0]
    back = np.column_stack([7.0 + 0.004 * np.arange(500), np.full(500, still[-1, 1]), np.zeros(500)])
    rows[:, 0] += 9.0
    path = tmp_path / "twice.csv"
    np.savetxt(path, np.vstack([still, back, rows]), delimiter=",")
    files = "--csv", f"{path} load=0", "--csv", f"{records['weight']} load=15"
    said = answer(capsys, "--joint", "joint2", *files)
    assert len(said["left_out"]) == 1
    assert "twice.csv: ramp from 0 s to" in said["left_out"][0]
    assert main(["measure", "motors", "--joint", "joint2", *files]) == 0
    assert "left out: " in capsys.readouterr().out


def test_ramps_that_contradict_each_other_fail(capsys: pytest.CaptureFixture[str]):
    ramps = [f"--ramp=load={load} up={(load + 5) / K}±0.005 down={(load - 5) / K}±0.005" for load in (0, 10, 20)]
    assert answer(capsys, "--joint", "joint2", *ramps)["deviating"] == []
    wrong = ["--ramp=load=12 up=2.3±0.005 down=1.3±0.005", *ramps]
    assert main(["measure", "motors", "--joint", "joint2", *wrong]) == 1
    assert "warning: at the load 12 N m, motion in positive direction starts" in capsys.readouterr().out
    assert main(["measure", "motors", "--joint", "joint2", *wrong, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["ok"] is False


def test_the_tables_fit_80_columns(
    capsys: pytest.CaptureFixture[str], records: dict[str, str], monkeypatch: pytest.MonkeyPatch
):
    words = {}
    for width in ("80", "400"):
        monkeypatch.setenv("COLUMNS", width)
        files = "--csv", f"{records['none']} load=0", "--csv", f"{records['weight']} mass=1.529±0.001 lever=1±0.002"
        assert main(["measure", "motors", "--joint", "joint2", *files]) == 0
        words[width] = [word for word in capsys.readouterr().out.split() if set(word) != {"─"}]
    assert sorted(words["80"]) == sorted(words["400"])


def test_an_unknown_joint(capsys: pytest.CaptureFixture[str]):
    assert "it has joint1," in refusal(capsys, "--joint", "elbow", "--rotor-inertia", "1e-4")


def test_the_default_output(capsys: pytest.CaptureFixture[str]):
    assert main(["measure", "motors", *HAND, "--maximum-command", "16"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    for words in (
        "torque constant: 11.87 ± 0.22 N m/A (1.9 %)", "(arm file: 5.5)",
        "(arm file: 186.4); one of 2048 steps: 0.0927 N m",
        "scatter of break-away", "effort.gain=11.869", "under motors.joint2",
    ):  # fmt: skip
        assert words in said, words
    assert main(["measure", "motors", "--joint", "joint2", "--ramp", "load=0 up=.5 down=-.4", *HAND[4:]]) == 0
    assert "No ramp is repeated" in capsys.readouterr().out


def test_the_effort_of_a_bag_is_the_command(
    capsys: pytest.CaptureFixture[str], records: dict[str, str], tmp_path: Path
):
    pytest.importorskip("rosbags")
    from rosbags.rosbag2 import StoragePlugin, Writer
    from rosbags.typesys import Stores, get_typestore

    store = get_typestore(Stores.ROS2_JAZZY)
    state, header, stamp = (
        store.types[name]
        for name in ("sensor_msgs/msg/JointState", "std_msgs/msg/Header", "builtin_interfaces/msg/Time")
    )
    names = [f"joint{i}" for i in range(1, 7)]
    bags = []
    for name in ("none", "weight", "silent"):
        rows = np.loadtxt(records["none" if name == "silent" else name], delimiter=",", skiprows=1)
        bags.append(str(tmp_path / name))
        with Writer(tmp_path / name, version=9, storage_plugin=StoragePlugin.MCAP) as writer:
            topic = writer.add_connection("/joint_states", "sensor_msgs/msg/JointState", typestore=store)
            for t, q, u in rows.tolist():
                ns = 1_700_000_000_000_000_000 + round(t * 1e9)
                at = header(stamp(sec=ns // 10**9, nanosec=ns % 10**9), "")
                position, effort = np.zeros(6), np.zeros(6)
                position[1], effort[1] = q, u
                message = state(at, names, position, np.zeros(6), np.zeros(0) if name == "silent" else effort)
                writer.write(topic, ns, store.serialize_cdr(message, state.__msgtype__))
    common = ["--joint", "joint2"]
    by_bag = answer(capsys, *common, "--bag", f"{bags[0]} load=0", "--bag", f"{bags[1]} load=15")
    by_csv = answer(capsys, *common, "--csv", f"{records['none']} load=0", "--csv", f"{records['weight']} load=15")
    assert by_bag["torque_constant"]["value"] == pytest.approx(by_csv["torque_constant"]["value"], rel=1e-4)
    assert "have no effort of joint2" in refusal(capsys, *common, "--bag", f"{bags[2]} load=0")
