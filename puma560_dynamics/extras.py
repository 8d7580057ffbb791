"""Report which optional packages are missing and how to install them."""

from __future__ import annotations

from importlib.util import find_spec

from .errors import MissingDependencyError

ROS = (
    "rclpy",
    "diagnostic_msgs",
    "geometry_msgs",
    "sensor_msgs",
    "std_msgs",
    "std_srvs",
    "trajectory_msgs",
    "visualization_msgs",
)
"""Modules of ROS 2 that the nodes import."""

MODULES = {
    "ros": ROS,
    "oracle": ("pinocchio",),
    "simulation": ("mujoco",),
    "report": ("matplotlib",),
    "view": ("viser", "yourdfpy"),
    "replay": ("rosbags", "mcap", "bokeh", "pyarrow", "lz4", "zstandard"),
    "identify": ("cvxpy", "clarabel"),
    "many": ("distributed",),
    "rerun": ("rerun",),
}
"""Extras of ``setup.py`` with the modules that each extra installs."""


def require_extras(*extras: str) -> None:
    """Raise if packages of the pip extras that a program needs are not installed.

    A program that calls this at its start names everything that is missing at once, before it does any work.

    Args:
        extras: names of extras, such as ``"replay"`` and ``"identify"``.

    Returns:
        Nothing; the call only raises.

    Raises:
        MissingDependencyError: a module is missing; the message lists all missing modules and how to install them.
        KeyError: an unknown extra.
    """
    require("this program", *(module for extra in extras for module in MODULES[extra]))


def require(what: str, *modules: str) -> None:
    """Raise if a module that `what` needs is not installed.

    Raises:
        MissingDependencyError: a module is missing; the message lists all missing modules and how to install them.
    """
    absent = [module for module in modules if not installed(module)]
    if absent:
        raise MissingDependencyError(sentence(what, absent))


def missing_dependency(what: str, *modules: str) -> MissingDependencyError:
    """Return the error for a failed import; its message lists those of `modules` that are not installed."""
    absent = [module for module in modules if not installed(module)]
    return MissingDependencyError(sentence(what, absent or list(modules)))


def installed(module: str) -> bool:
    """Return whether a top-level module can be found, without importing it."""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False


def sentence(what: str, missing: list[str]) -> str:
    """Return a message that lists the missing modules of `what` and how to install them."""
    extras = [extra for extra, modules in MODULES.items() if any(module in modules for module in missing)]
    listed = missing[0] if len(missing) == 1 else f"{', '.join(missing[:-1])} and {missing[-1]}"
    sourced = ", or source the setup file of ROS 2 where it is installed" if "ros" in extras else ""
    return (
        f"{what} needs {listed}, which {'is' if len(missing) == 1 else 'are'} not installed; run "
        f"`pip install 'puma560_dynamics[{','.join(extras)}]'`{sourced}"
    )
