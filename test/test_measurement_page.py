"""docs/measurement.md: its commands run, its limits are those of the simulation."""

from __future__ import annotations

import json
import math
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from helpers.measurement.slow_ramp import write_ramps

from puma560_dynamics import load_arm
from puma560_dynamics.cli.command import main
from puma560_dynamics.cli.tree import TREE, CommandGroup
from puma560_dynamics.measurement.measured import Measured
from puma560_dynamics.measurement.primitives import PRIMITIVES
from puma560_dynamics.measurement.two_wire import TwoWire

PAGE = (Path(__file__).parent.parent / "docs" / "measurement.md").read_text(encoding="utf-8")
EXAMPLES = Path(__file__).parent.parent / "examples"
COMMANDS = re.findall(r"^puma560 (measure .*)$", PAGE.replace("\\\n", " "), re.M)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "examples").symlink_to(EXAMPLES)
    t = np.arange(0.0, 4.0, 0.004)
    np.savetxt("swing.csv", np.column_stack([t, 0.1 * np.cos(9.0 * t)]), delimiter=",")
    if "no_load.csv" in command:
        write_ramps(Path("no_load.csv"), 0.0, 11.8)
        write_ramps(Path("weight.csv"), 2.0 * 9.81, 11.8)
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out


def test_there_are_commands_to_run():
    group = TREE["measure"]
    assert isinstance(group, CommandGroup)
    assert {command.split()[1] for command in COMMANDS} == set(group.commands)


def test_the_values_of_the_balances(capsys: pytest.CaptureFixture[str]):
    (double,) = [command for command in COMMANDS if "--swapped" in command]
    assert main([*shlex.split(double), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert f"{found['mass_kg']:.3f} ± {found['tolerance_kg']:.3f} kg" in " ".join(PAGE.split())


def test_the_file_of_shapes_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)
    (tmp_path / "link.yaml").write_text(text, encoding="utf-8")
    assert main(["measure", "shapes", str(tmp_path / "link.yaml"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["masses_kg"].keys() == {"tube", "motor", "pocket"}


def test_every_shape_is_in_the_table():
    listed = re.findall(r"`([a-z ]+)`", "".join(re.findall(r"^\| (`(?:point|cyl|hol|disk|box).*?) \|", PAGE, re.M)))
    assert sorted(listed) == sorted(PRIMITIVES)


def test_the_shells_of_the_wrist_follow_from_the_tables_of_the_paper():
    rows = re.findall(r"^\| (\d) \| ([\d.]+) \| ([\d.]+) \| ([\d.]+) \| (-?\d+), (\d+) \|$", PAGE, re.M)
    assert len(rows) == 3
    for number, *printed in rows:
        link = load_arm().links[int(number) - 1]
        xx, _, zz = np.diag(link.inertia)
        radius = math.sqrt(zz / link.mass)
        length = math.sqrt(12 * xx / link.mass - 6 * zz / link.mass)
        area = link.mass / (2 * math.pi * radius * length)
        ends = [1e3 * (link.center_of_gravity[2] + side * length / 2) for side in (-1, 1)]
        expected = [f"{1e3 * radius:.1f}", f"{1e3 * length:.1f}", f"{area:.1f}", *(f"{end:.0f}" for end in ends)]
        assert printed == expected, number


FLAWS: dict[str, dict[str, float]] = {
    "twist of 5°": {"twist": 5},
    "twist of 10°": {"twist": 10},
    "twist of 20°": {"twist": 20},
    "center of gravity 10 mm towards a wire": {"offset": 0.01},
    "center of gravity 3 mm off the wires' plane, 100 mm below their ends": {"sideways": 0.003, "above": 0.1},
    "wires 2 % unequal, link level": {"unequal": 0.01},
    "wires 2 % further apart at the top": {"wider": 0.02},
}
SETUP = (Measured(17.4, "kg"), Measured(0.2, "m"), Measured(1.5, "m"))


@pytest.mark.parametrize("flaw", FLAWS)
def test_the_error_of_each_flaw_agrees_with_the_page(flaw: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent / "measurement"))
    from helpers.measurement.two_wires import suspension, swing

    numbers = dict(FLAWS[flaw])
    twist = math.radians(numbers.pop("twist", 1))
    # The push for a twist follows from the energy of the swing, nearly that of a pendulum.
    push = 2.0 * math.sin(twist / 2.0) * 2.0 * math.pi / 2.1621
    period, _ = swing(suspension(17.4, (0.130, 0.524, 0.539), 0.2, 1.5, **numbers), push)
    error = 100 * (TwoWire(*SETUP, Measured(period, "s")).inertia().values[0] / 0.539 - 1)
    (said,) = re.findall(rf"^\| {re.escape(flaw)} \| ([^|]*) %", PAGE, re.M)
    if said.startswith("below"):
        assert abs(error) < float(said.split()[1])
    else:
        assert error == pytest.approx(float(said), abs=0.01)
    if "wider" in numbers:
        mean = Measured(0.2 * math.sqrt(1.02), "m")
        inertia = TwoWire(SETUP[0], mean, SETUP[2], Measured(period, "s")).inertia().values[0]
        assert inertia == pytest.approx(0.539, rel=1e-3)


def test_every_flaw_of_the_page_is_simulated():
    assert len(re.findall(r"^\| .* \| (?:[-+]\d|below).* %", PAGE, re.M)) == len(FLAWS)
