"""Help texts: what they import, and that they give the same as the rest of the package."""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from helpers.arm.descriptions import light_arm
from helpers.derive_inputs import TABLE

from puma560_dynamics.arm import Arm, load_arm
from puma560_dynamics.bags.columns.column_map import ColumnMap
from puma560_dynamics.cli import replay, run
from puma560_dynamics.cli.command import main, parser
from puma560_dynamics.cli.options import (
    ARM,
    arm_source,
    check_columns,
    chosen_arm,
    without_gain,
)
from puma560_dynamics.cli.paper import multirate
from puma560_dynamics.cli.payload_options import carried_payload, chosen_payload
from puma560_dynamics.cli.tree import TREE, CommandGroup, command_words, leaves
from puma560_dynamics.emdeg.algebra.exact import WIDEST_SNAP, checked_snap
from puma560_dynamics.errors import ArmFileError, BagError, ChainError, Puma560Error, StateError
from puma560_dynamics.models.kinds import MODEL_KINDS
from puma560_dynamics.models.payload.payload import Payload
from puma560_dynamics.nodes.run_options import simulated_arm
from puma560_dynamics.replay.analysis.gates import MEASURES
from puma560_dynamics.replay.settings import ReplaySettings
from tools.site.options import SHARED, commands

FOR_EVERY = {
    "puma560_dynamics",
    "puma560_dynamics.cli",
    "puma560_dynamics.cli.command",
    "puma560_dynamics.cli.completion",
    "puma560_dynamics.cli.output",
    "puma560_dynamics.cli.tree",
    "puma560_dynamics.errors",
    "puma560_dynamics.lazy_names",
    "puma560_dynamics.version",
}
"""Modules that every call of the command imports."""

LIGHT = {
    *(
        f"cli.{name}"
        for name in (
            *("emission", "input_options", "joint_values", "measure.readings", "options", "payload_options"),
            *("plant_options", "progress", "run_experiment", "values", "written_folder"),
        )
    ),
    *(f"cli.measure.{name}" for name in ("drive_inertia", "motor_output", "ramp_arguments", "recorded_joint")),
    *(f"emdeg.{name}" for name in ("algebra", "algebra.exact", "emitters", "readers", "readers.selection", "tasks")),
    *(
        "cli.arm",
        "cli.measure",
        "cli.paper",
        "demo",
        "demo.experiments",
        "emdeg",
        "extras",
        "files",
        "identification",
        "models",
    ),
    *("models.kinds", "papers", "papers.entry", "replay", "report", "report.colours", "simulation", "view"),
    "view.address",
}
"""Modules that the help of a single command may import besides: each takes a few milliseconds."""

ASK = """
import contextlib, io, json, sys
before = set(sys.modules)
found = {}
for words in json.loads(sys.argv[1]):
    for name in [name for name in sys.modules if name.startswith("puma560_dynamics")]:
        del sys.modules[name]
    from puma560_dynamics.cli import main
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):
        main([*words, "--help"])
    assert out.getvalue().startswith("usage: puma560"), words
    new = set(sys.modules) - before
    found[" ".join(words)] = sorted(n for n in new if n.split(".")[0] not in sys.stdlib_module_names)
print(json.dumps(found))
"""


def test_a_help_text_imports_nothing_but_its_arguments():
    """Not numpy, not rich, and of this package what is listed here: that is why it comes at once."""
    groups = [(name,) for name, entry in TREE.items() if isinstance(entry, CommandGroup)]
    asked = [(), *groups, *leaves()]
    done = subprocess.run(
        [sys.executable, "-c", ASK, json.dumps(asked)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert len(found) == len(asked)
    for given in asked:
        needed, allowed = set(FOR_EVERY), set(FOR_EVERY)
        if given in leaves():
            words = [{"import": "import_"}.get(word, word.replace("-", "_")) for word in given]
            needed |= {".".join(["puma560_dynamics.cli", *words])}
            allowed = needed | {f"puma560_dynamics.{name}" for name in LIGHT}
        assert needed <= set(found[" ".join(given)]) <= allowed, given


def test_words_of_the_help_are_those_of_the_package():
    found = parser(["replay"]).parse_args(["replay", "x"]).run
    assert found is replay.run
    help_text = " ".join(_help("replay").split())
    assert f"measures: {', '.join(MEASURES)}" in help_text
    assert set(multirate.HELD) <= set(MODEL_KINDS)
    assert run.JUDGE in MODEL_KINDS
    assert checked_snap(WIDEST_SNAP) == WIDEST_SNAP
    with pytest.raises(ChainError):
        checked_snap(1.0001 * WIDEST_SNAP)


def _help(*words: str) -> str:
    """The help of a command."""
    found = parser(words)
    for word in words:
        found = next(action.choices[word] for action in found._actions if isinstance(action.choices, dict))
    return found.format_help()


def test_domains_end_where_linux_takes_ports_for_others():
    """The ports of a domain begin at 7400 + 250 N (RTPS 2.2, 9.6.1.1); Linux gives out those from 32768 on."""
    assert 7400 + 250 * run.DOMAINS < 32768 <= 7400 + 250 * (run.DOMAINS + 1)


def test_every_command_has_its_arguments_and_does_something():
    for given in leaves():
        assert command_words([*given, "more"]) == given
        with pytest.raises(SystemExit) as end:
            main([*given, "--help"])
        assert end.value.code == 0


@pytest.mark.parametrize("old", ["urdf", "papers", "abbreviate", "errata", "tables", "constants", "multirate"])
def test_old_names_are_gone(old: str, capsys: pytest.CaptureFixture[str]):
    assert main([old]) == 2
    assert "invalid choice" in capsys.readouterr().err


def test_every_command_has_a_row_in_the_documentation():
    page = (Path(__file__).parents[2] / "docs" / "command_line.md").read_text(encoding="utf-8")
    for leaf in leaves():
        name = leaf[0] if leaf[0] == "measure" else " ".join(leaf)  # its commands share a row
        assert f"| `puma560 {name}" in page


def test_the_top_names_every_command():
    text = parser().format_help()
    for name in TREE:
        assert re.search(rf"\n    {name}\s", text)


PLACES = {"--output": {"FILE", "DIR"}}
"""Options that may take one of several things; `--arm` and the others take one."""


def given(*words: str) -> argparse.Namespace:
    """Arguments of a command that has all options of the arm."""
    return parser(["simulate"]).parse_args(["simulate", *words])


def payload(*words: str) -> argparse.Namespace:
    """Arguments of a command that has all options of a load."""
    return parser(["replay"]).parse_args(["replay", "example", *words])


@pytest.fixture
def robot(tmp_path: Path) -> str:
    """A robot description with fingers."""
    path = tmp_path / "robot.urdf"
    path.write_text(light_arm(), encoding="utf-8")
    return str(path)


def test_a_shared_option_takes_the_same_in_every_command():
    found: dict[str, set[object]] = {}
    for _, command, _ in commands():
        for action in command._actions:
            for option in SHARED.keys() & set(action.option_strings):
                found.setdefault(option, set()).add(action.metavar)
    assert set(found) == set(SHARED)
    assert {option: takes for option, takes in found.items() if len(takes) > 1 and takes != PLACES.get(option)} == {}


def test_the_usual_arm_is_that_of_the_package():
    assert ReplaySettings().arm == ARM == arm_source(given())
    assert chosen_arm(given()).name == ARM


def test_a_part_of_a_description_is_the_arm(robot: str):
    arguments = given("--arm", robot, "--tip", "tool", "--hold", "*_finger", "--hold", "roll")
    found = chosen_arm(arguments)
    assert found.joint_names == load_arm(robot, tip="tool", hold=["roll"]).joint_names
    assert found.origin is not None and found.origin.tip == "tool" and found.origin.hold == ("*_finger", "roll")
    assert load_arm(arm_source(arguments)).joint_names == found.joint_names
    with pytest.raises(ArmFileError, match="are only for robot descriptions"):
        chosen_arm(given("--tip", "link3"))


def test_nodes_of_a_run_read_the_selected_part_from_a_file(robot: str):
    arguments = given("--arm", robot, "--hold", "roll")
    with simulated_arm(arm_source(arguments), lambda words: None) as path:
        assert load_arm(path).joint_names == chosen_arm(arguments).joint_names


def test_commands_take_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "table.yaml"
    path.write_text(TABLE, encoding="utf-8")
    assert main(["arm", "check", str(path)]) == 0
    assert "slide" in capsys.readouterr().out


def test_a_load_has_all_its_numbers():
    numbers = ["1", "2", "2.5", "0.1", "0.2", "0.3"]
    words = ["--payload-mass", "2.5", "--payload-center", "0", "0.1", "0.2", "--payload-inertia", *numbers]
    found = chosen_payload(payload(*words, "--payload-link", "tool0"))
    assert found == Payload.of(2.5, (0.0, 0.1, 0.2), (1.0, 2.0, 2.5, 0.1, 0.2, 0.3), "tool0")
    with pytest.raises(StateError, match="no body has"):
        chosen_payload(payload("--payload-mass", "1", "--payload-inertia", *["1", "1", "9", "0", "0", "0"]))


@pytest.mark.parametrize(
    "part", [["--payload-center", "0", "0", "0.1"], ["--payload-inertia", *"000000"], ["--payload-link", "link6"]]
)
def test_what_has_no_effect_without_a_mass_is_refused(part: list[str]):
    for mass in ([], ["--payload-mass", "0"]):
        with pytest.raises(
            Puma560Error, match=rf"^{part[0]} has no effect without a load; give the mass of the load too$"
        ):
            chosen_payload(payload(*mass, *part))


def test_a_load_is_placed_in_the_frame_of_the_last_link(arm: Arm):
    load = carried_payload(payload("--payload-mass", "2", "--payload-center", "0", "0.1", "0.2"), arm)
    assert load.mass == 2.0
    np.testing.assert_array_equal(load.center_of_mass, (0.0, 0.1, 0.2))
    assert carried_payload(payload(), arm).mass == 0.0
    with pytest.raises(StateError, match="not fixed to the arm's last link"):
        carried_payload(payload("--payload-mass", "1", "--payload-link", "link2"), arm)


def test_columns_are_for_tables():
    assert check_columns(None, [Path("bag")]) is None
    assert isinstance(check_columns(["t=0", "q=1:7"], [Path("bag"), Path("table.csv")]), ColumnMap)
    with pytest.raises(BagError, match="--columns: position is for tables"):
        check_columns(["t=0", "q=1:7"], [Path("bag")])
    assert check_columns(["q.unit=deg", "sign=-1"], [Path("bag")]) is not None


def test_a_gain_that_is_sought_is_not_given():
    given = ["t=0", "q=1:7", "effort=7:13"]
    found = without_gain(check_columns([*given, "effort.unit=Nm"], [Path("table.csv")]))
    assert isinstance(found, ColumnMap)
    assert found.quantities["effort"].unit == () and found.quantities["effort"].gain == (1.0,)
    with pytest.raises(BagError, match="--unknown-gains"):
        without_gain(check_columns([*given, "effort.gain=0.1"], [Path("table.csv")]))
