"""Rules about imports between folders of the package; ``test/test_import_rules.py`` checks every module."""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """Permitted imports of a folder or module; the docstring of the folder's ``__init__.py`` describes its content."""

    may: str
    """Names of folders and modules that may be imported, separated by spaces; ``*`` means all `HELPERS`."""
    ros: str = ""
    """ROS packages that may be imported, ``rclpy`` (with messages) or ``launch``, separated by spaces."""
    steps: str = ""
    """Subfolders and modules of the folder, in an order in which each one only imports itself and earlier ones."""


HELPERS = frozenset(
    (
        "arithmetic",
        "arrays",
        "check",
        "errors",
        "extras",
        "files",
        "lazy_names",
        "plain_data",
        "robot_xml",
        "states",
        "version",
    )
)
"""Small modules at the top of the package, which import only `errors` and `arrays`, or nothing."""

_MODELS = "arm control description models"

ROBOT_NODES = ("command_guard_node", "feedforward_node", "trajectory_feedforward_node")
"""Nodes that send torque or trajectories to a robot. They must not import lock-step modules, even indirectly."""

LOCK_STEP = "lock_step"
"""Part of the name of every module for lock-step, a mode of simulation."""

RULES = {
    "errors": Rule(""),
    "check": Rule(""),
    "arrays": Rule(""),
    "extras": Rule("errors"),
    "states": Rule("arrays errors"),
    "files": Rule("errors"),
    "arithmetic": Rule(""),
    "lazy_names": Rule(""),
    "robot_xml": Rule("errors"),
    "plain_data": Rule("arrays errors"),
    "version": Rule(""),
    "arm": Rule("emdeg *"),
    "emdeg": Rule(
        "*", steps="algebra chain program equations rules simplify abbreviation tasks emitters backends readers"
    ),
    "bags": Rule("*", steps="tables columns"),
    "report": Rule("*"),
    "system": Rule("*"),
    "description": Rule("arm emdeg *"),
    "markers": Rule("arm description *"),
    "view": Rule("report system *"),
    "models": Rule("arm description emdeg *", steps="recursive payload generated tables"),
    "control": Rule("arm models *", steps="gate feed_forward guiding observer load trajectory"),
    "controller": Rule("arm control description emdeg models *"),
    "simulation": Rule(f"{_MODELS} report *"),
    "replay": Rule(
        "arm bags control models report *",
        steps="settings zero_phase resampling result reading motion analysis causes contacts verdict report many",
    ),
    "identification": Rule("arm bags models replay report *"),
    "measurement": Rule("arm models *"),
    "demo": Rule("arm control models report simulation *"),
    "papers": Rule(f"{_MODELS} emdeg measurement report simulation *"),
    "launching": Rule("arm bags control controller description models nodes *", ros="launch"),
    "nodes": Rule(
        "arm bags control demo description markers models simulation system view *", ros="rclpy", steps="wire queries"
    ),
    "cli": Rule(
        "arm bags control controller demo description emdeg identification measurement models nodes replay report "
        "simulation view *"
    ),
    "cli/paper": Rule("arm emdeg models papers report *"),
    "__init__": Rule("arm control emdeg identification models replay simulation *"),
}
"""Rules by folder or module. A subfolder only has a rule if it may import more than the other subfolders.

Only ``cli/paper`` imports ``papers``. `models.load` knows two of its classes by name, and imports them on request.
"""

USERS_OF_PAPERS = frozenset(("benchmarks/results.py", "tools/document.py", "tools/generate/kane_levinson_equations.py"))
"""Files outside the package that import ``papers``, in addition to tests in ``test/papers`` and ``test/cli/paper``."""


def allowed(name: str) -> frozenset[str]:
    """Return the names of folders and modules that a folder or module may import."""
    names = frozenset(RULES[name].may.split())
    return names - {"*"} | HELPERS if "*" in names else names
