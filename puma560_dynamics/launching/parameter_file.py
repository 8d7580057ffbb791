"""Check parameter files before nodes are started with them, because ROS silently ignores entries that it cannot use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from ..errors import LaunchError

KEY = "ros__parameters"


def check_parameter_file(path: str, nodes: Collection[str], known: Mapping[str, Collection[str]]) -> None:
    """Refuse a file without a section for any of the nodes, or with an unknown parameter.

    Args:
        path: path of the YAML file.
        nodes: full names (``/arm1/feedforward_node``) of the nodes that get the file; it must have a section for
            at least one of them.
        known: parameter names of every node of this package, by node name. A name in a section that belongs to none
            of the section's nodes counts as misspelt.

    Raises:
        LaunchError: no such file, invalid YAML, a wrong form, no section for any of the nodes, or an unknown parameter.
    """
    given, used = _read(path), False
    for section, parameters in sections(given, path):
        ours = [node for node in nodes if applies(section, node)]
        used = used or bool(ours)
        names = [node for node in known if _may_be_for(section, node)]
        for name in flat(parameters):
            if names and not any(name in known[node] or name.startswith(OF_EVERY_NODE) for node in names):
                raise LaunchError(
                    f"parameter_file {path}, section {section}: parameter {name} is not known; "
                    "`ros2 param list` and docs/nodes.md list the known ones"
                )
    if not used:
        raise LaunchError(
            f"parameter_file {path} has no section for {', '.join(nodes)}; begin one with "
            f"'/**/{_short(next(iter(nodes)))}:', which holds in every namespace"
        )


def check_no_parameters_of(path: str, nodes: Collection[str], others: Collection[str], instead: str) -> None:
    """Refuse a file with parameters of nodes that are not started.

    Args:
        path: path of the YAML file.
        nodes: full names of the nodes that are not started.
        others: parameter names of the nodes that are started.
        instead: reason why the parameters would not be used, and where they belong.

    Raises:
        LaunchError: the file has such a parameter, or cannot be read.
    """
    for section, parameters in sections(_read(path), path):
        unused = [name for name in flat(parameters) if name not in others and not name.startswith(OF_EVERY_NODE)]
        if unused and any(applies(section, node) for node in nodes):
            raise LaunchError(f"parameter_file {path}, section {section}: parameter {unused[0]} is not used; {instead}")


OF_EVERY_NODE = ("use_sim_time", "qos_overrides.", "start_type_description_service")
"""Beginnings of the parameter names that every node has."""


def sections(given: Mapping[str, Any], path: str, above: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the full name of each section, as ROS reads it, and its parameters.

    Raises:
        LaunchError: other content in place of a section or its parameters.
    """
    for name, below in given.items():
        full = f"{above}/{str(name).lstrip('/')}"
        if not isinstance(below, dict):
            raise LaunchError(
                f"parameter_file {path}: {full} holds {below!r}; expected a section with the line '{KEY}:' in it"
            )
        if KEY in below:
            parameters = below[KEY]
            if not isinstance(parameters, dict):
                raise LaunchError(f"parameter_file {path}: {KEY} of {full} holds no parameters; expected some")
            yield full, parameters
        else:
            yield from sections(below, path, full)


def gives(path: str, node: str, name: str) -> bool:
    """Return whether a file gives a parameter of a node.

    Args:
        path: path of the YAML file.
        node: full name of the node.
        name: name of the parameter.

    Raises:
        LaunchError: the file cannot be read.
    """
    found = sections(_read(path), path)
    return any(applies(section, node) and name in flat(parameters) for section, parameters in found)


def applies(section: str, node: str) -> bool:
    """Return whether a section applies to a node's full name; ``*`` matches one name, ``**`` any number of names."""
    pattern = "".join(
        "(/[^/]+)*" if word == "**" else "/[^/]+" if word == "*" else f"/{re.escape(word)}"
        for word in section.strip("/").split("/")
    )
    return re.fullmatch(pattern, node) is not None


def flat(parameters: Mapping[str, Any], before: str = "") -> Iterator[str]:
    """Yield the names of nested parameters, joined with dots."""
    for key, value in parameters.items():
        if isinstance(value, dict):
            yield from flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}"


def _read(path: str) -> dict[str, Any]:
    try:
        given = yaml.safe_load(Path(path).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise LaunchError(f"parameter_file {path} cannot be read ({reason}); give the path of a YAML file") from None
    except yaml.YAMLError as error:
        raise LaunchError(f"parameter_file {path} is not valid YAML: {' '.join(str(error).split())}") from None
    if not isinstance(given, dict):
        raise LaunchError(f"parameter_file {path}: expected sections such as '/**/feedforward_node:', found none")
    return given


def _short(node: str) -> str:
    return node.rpartition("/")[2]


def _may_be_for(section: str, node: str) -> bool:
    """Return whether a section may apply to a node with this short name in some namespace."""
    last = _short(section)
    return last in (node, "*", "**")
