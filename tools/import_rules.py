"""Which folder of the package may import which; ``test/test_import_rules.py`` checks every module."""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """What a folder or module at the package's top holds, and whom it may import."""

    holds: str
    may: str
    """Names of folders and modules, separated by spaces; `HELPERS` are free for all that name them with ``*``."""
    ros: str = ""
    """Which packages of ROS it may import, by the keys of `ROS`, separated by spaces."""


HELPERS = (
    "arithmetic",
    "arrays",
    "check",
    "extras",
    "files",
    "plain_data",
    "resources",
    "robot_xml",
    "states",
    "version",
    "yaml_text",
)
"""Small modules at the top that import errors and the array type alone, or nothing."""

ROS = {"rclpy": "rclpy, messages and services", "launch": "launch, launch_ros"}
"""Packages of ROS that only some folders may import, as the table shows them."""

_MODELS = "arm control description models"

ROBOT_NODES = ("command_guard_node", "feedforward_node", "trajectory_feedforward_node")
"""Nodes that send torque or trajectories to a robot. They import no module of lock-step, directly or indirectly."""

LOCK_STEP = "lock_step"
"""Part of the name of every module of lock-step, which is a mode of simulation."""

RULES = {
    "errors": Rule("every error of the package, one root", ""),
    "check": Rule("one thing that must hold, for reports and exit codes", ""),
    "arrays": Rule("the array type of positions, torques and matrices", ""),
    "extras": Rule("optional packages: what is missing, and how it is installed", "errors"),
    "named_columns": Rule("columns of data frames as joint arrays, by name", "arrays errors"),
    "states": Rule("checks of joint arrays", "arrays errors named_columns"),
    "files": Rule("files written as a whole or not at all", "errors"),
    "resources": Rule("where config/, urdf/ and launch/ lie", "errors"),
    "arithmetic": Rule("expressions of numbers and pi in files", ""),
    "robot_xml": Rule("the text of a robot description as XML, within bounds", "errors"),
    "yaml_text": Rule("YAML as plain data, by libyaml where it is there", ""),
    "plain_data": Rule("frozen values as plain data for JSON, and back without loss", "arrays"),
    "version": Rule("version of the package, from package.xml or the installation", ""),
    "arm": Rule(
        "links, joints, motors, friction, tolerances; reads YAML and robot descriptions, checks physics", "emdeg *"
    ),
    "emdeg": Rule(
        "the generator, in the order of its folders: algebra, chain, readers, program, equations, rules, simplify, "
        "abbreviation, tasks, emitters, backends",
        "*",
    ),
    "bags": Rule(
        "recordings in and out: MCAP and SQLite, definitions, compression; tables/ (CSV, NPZ, Parquet, memory) and "
        "columns/ (what their columns mean); independent of any arm",
        "*",
    ),
    "report": Rule("what pages share: frame, verdict, style sheet, colours, tables, plots, SVG, numbers as text", "*"),
    "system": Rule("child processes and signals of this machine", "*"),
    "description": Rule("writers: URDF, xacro, MuJoCo model, shapes, ros2_control block", "arm *"),
    "markers": Rule("what RViz shows: torque gauges, masses, inertia ellipsoids; no ROS", "arm description *"),
    "view": Rule("the live page: snapshot, tables, the arm to draw, the server; no ROS", "report system *"),
    "models": Rule(
        "`interface` (DynamicModel), `terms` (what it returns), `load` (load_model), counting; tables/, generated/, "
        "recursive/, kane_levinson/, payload/, rotors/",
        "arm description emdeg *",
    ),
    "control": Rule("torque loop: gate/, feed_forward/, trajectory/, observer/; no ROS, no clock", "arm models *"),
    "controller": Rule(
        "the torque path in C++ for real-time loops: core/, its settings, and templates/ of a ros2_control package",
        "arm control *",
    ),
    "simulation": Rule(
        "plant, integrators, energy, other engines to compare with, servo and lock-step of the simulated arm",
        f"{_MODELS} report *",
    ),
    "replay": Rule(
        "bag to verdict, by the folders reading, motion, analysis, causes, verdict, report; many/ is Dask",
        "arm bags control models report *",
    ),
    "identification": Rule(
        "base parameters, weighted least squares with prior, possible bodies, exciting motion, arm files",
        "arm bags models replay report *",
    ),
    "measurement": Rule("section 5 of the paper: two wires, torsional spring, tolerances", "arm models *"),
    "demo": Rule("the job of `puma560 run` without ROS: record, figures, report", "arm control report *"),
    "papers": Rule(
        "every table, figure and claim of the papers with a verdict: akb/, burdick/, kane_levinson/, decomposition/, "
        "rotors/",
        f"{_MODELS} emdeg measurement report simulation *",
    ),
    "launching": Rule("pieces of the launch files", "arm bags control description models nodes *", "launch"),
    "nodes": Rule(
        "thin rclpy shells, one node a file; wire/ is what they share, queries/ what launch files ask other processes",
        "arm bags control demo description markers models simulation system view *",
        "rclpy",
    ),
    "cli": Rule(
        "the `puma560` command: `tree`, its arguments in options/, one module a command, imported when it is used",
        "arm bags control controller demo description emdeg identification measurement models nodes papers replay "
        "report simulation *",
    ),
    "__init__": Rule("the public API", "arm control emdeg identification models replay simulation *"),
}


ORDER = {
    "bags": "* tables columns",
    "demo": "record machine tracking summary run_formatting plots *",
    "replay": "settings zero_phase result reading motion analysis causes verdict * report many",
}
"""Folders with sub-folders: what is in them, from the bottom to the top; a module imports only from its own entry and
from those before it. ``*`` stands for all modules of the folder that are not named. Folders without sub-folders need no
entry: their modules have no import cycle."""


def allowed(name: str) -> set[str]:
    """What a folder or module may import."""
    names = set(RULES[name].may.split())
    return names - {"*"} | {*HELPERS, "errors"} if "*" in names else names


def table() -> str:
    """The rules as Markdown: one row a folder or module."""
    rows = []
    for name, rule in RULES.items():
        may = [f"`{other}`" for other in rule.may.split() if other != "*"]
        if "*" in rule.may:
            may.append("helpers")
        may.extend(ROS[kind] for kind in rule.ros.split())
        shown = f"`{name}`" if name in {"errors", "__init__", *HELPERS} else f"`{name}/`"
        rows.append(f"| {shown} | {rule.holds} | {', '.join(may) or 'nothing'} |")
    return "\n".join(("| folder | holds | may import |", "|---|---|---|", *rows))
