"""Write the tables of the documentation that are generated from code.

``python -m tools.document docs/*.md docs/derivations/*.md`` replaces the text between the markers, also the tables of
CSV files.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from puma560_dynamics.arm.friction_terms import friction_table
from puma560_dynamics.control.drivers import DRIVERS, READ
from puma560_dynamics.control.gate.faults import fault_table
from puma560_dynamics.control.parameter_spec import ParameterSpec
from puma560_dynamics.controller.parameter_file import ADDED
from puma560_dynamics.models.load import load_model
from puma560_dynamics.papers.decomposition.multirate import markdown
from tools import coupled_wrist, puma560_sets
from tools.markdown_table import with_tables
from tools.site.options import shared_options

NODES = (
    "feedforward_node",
    "command_guard_node",
    "trajectory_feedforward_node",
    "validator_node",
    "observer_node",
    "payload_node",
    "marker_node",
    "plant_node",
    "reference_node",
    "view_node",
)
"""All nodes, in the order of the page."""

RATE = 250.0
"""Sampling rate of the table of held configuration terms, Hz."""


def declared(node: str) -> Sequence[ParameterSpec]:
    """Return the parameters of a node, given the name of its module."""
    parameters: Sequence[ParameterSpec] = importlib.import_module(f"puma560_dynamics.nodes.{node}").PARAMETERS
    return parameters


def tables() -> str:
    """Return the parameters of all nodes as Markdown: first those that several nodes share, then those of each node."""
    nodes = list(filter(declared, NODES))
    users: dict[str, list[str]] = {}
    for node in nodes:
        for row in parameter_rows(declared(node)):
            users.setdefault(row, []).append(node)
    groups: dict[tuple[str, ...], list[str]] = {}
    for row, having in sorted(users.items(), key=lambda item: (-len(item[1]), nodes.index(item[1][0]))):
        groups.setdefault(tuple(having), []).append(row)
    return "\n\n".join(f"### {_heading(having, nodes)}\n\n{_table(rows)}" for having, rows in groups.items())


def parameter_table(specs: Sequence[ParameterSpec]) -> str:
    """Return parameters as a Markdown table."""
    return _table(parameter_rows(specs))


def parameter_rows(specs: Sequence[ParameterSpec]) -> list[str]:
    """Return the rows of a table; adjacent parameters that differ only in their name share a row."""
    rows = []
    for rest, same in groupby(specs, lambda item: f"`{_value(item)}`{_range(item)} | {_meaning(item)}"):
        rows.append(f"| {', '.join(f'`{item.name}`' for item in same)} | {rest} |")
    return rows


def controller_parameters() -> str:
    """Return the table of parameters of the C++ controller that the nodes do not have."""
    return parameter_table(ADDED)


def multirate() -> str:
    """Return the table of torque errors by `configuration_update_divider`."""
    return markdown(load_model("full"), RATE)


def driver_presets() -> str:
    """Return the parameters that each driver sets, as Markdown."""
    rows = [
        "| `driver` | robots | only allowed values | rates, N·m/s | commands of the controller |",
        "|---|---|---|---|---|",
    ]
    for each in DRIVERS.values():
        values = ", ".join(f"`{rule.parameter}: {str(rule.value).lower()}`" for rule in each.rules)
        rate = "any" if each.torque_rate is None else f"at most {each.torque_rate:g}"
        commands = "effort and position" if each.takes_position else "effort"
        rows.append(f"| `{each.name}` | {each.robot} | {values} | {rate} | {commands} |")
    return "\n".join(rows)


def driver_facts() -> str:
    """Return what is known about each driver, with its source, as Markdown."""
    rows = [f"| `driver` | fact | source, read {READ} |", "|---|---|---|"]
    for each in DRIVERS.values():
        for fact in each.facts:
            parts = fact.source.split("/")
            place = parts[2] if parts[2] != "github.com" else f"{parts[4]} {' '.join(parts[5:])}".partition(" blob ")[0]
            rows.append(f"| `{each.name}` | {fact.words} | [{place}, {fact.version}]({fact.source}) |")
    return "\n".join(rows)


SECTIONS: dict[str, Callable[[], str]] = {
    "parameters": tables,
    "controller parameters": controller_parameters,
    "fault rules": fault_table,
    "driver presets": driver_presets,
    "driver facts": driver_facts,
    "friction numbers": friction_table,
    "coupled wrist": coupled_wrist.table,
    "shared options": shared_options,
    **puma560_sets.SECTIONS,
}
"""Functions that return the text between ``<!-- generated: name -->`` and ``<!-- end of name -->``, by name."""

SECTIONS_OF_PAPERS: dict[str, Callable[[], str]] = {"multirate": multirate}
"""Functions for tables that are computed with `papers`, by name."""


def filled(text: str, sections: Mapping[str, Callable[[], str]]) -> str:
    """Return the text of a page with its generated sections replaced by new ones."""
    for name, write in sections.items():
        begin, end = f"<!-- generated: {name} -->", f"<!-- end of {name} -->"
        if begin in text:
            before, after = text[: text.index(begin) + len(begin)], text[text.index(end) :]
            text = f"{before}\n\n{write()}\n\n{after}"
    return text


def main(arguments: Sequence[str] | None = None) -> int:
    """Rewrite the pages named on the command line."""
    for name in sys.argv[1:] if arguments is None else arguments:
        page = Path(name)
        text = filled(page.read_text(encoding="utf-8"), SECTIONS | SECTIONS_OF_PAPERS)
        page.write_text(with_tables(text, page.parent), encoding="utf-8")
    return 0


def _heading(having: Sequence[str], nodes: Sequence[str]) -> str:
    others = [node for node in nodes if node not in having]
    if len(having) > len(others) > 0:
        return f"Every node with parameters except {' and '.join(others)}"
    return ", ".join(having)


def _table(rows: Sequence[str]) -> str:
    return "\n".join(("| parameter | default, range | meaning |", "|---|---|---|", *rows))


def _value(item: ParameterSpec) -> str:
    if isinstance(item.default, bool):
        return str(item.default).lower()
    return "''" if item.default == "" else str(item.default)


def _range(item: ParameterSpec) -> str:
    if item.choices:
        others = [f"`{choice}`" for choice in item.choices if choice != item.default]
        return f" (or {', '.join(others)})"
    if item.minimum is None and item.maximum is None:
        return ""
    low = "" if item.minimum is None else f", {item.minimum:g}"
    return f"{low} …" if item.maximum is None else f"{low} … {item.maximum:g}"


def _meaning(item: ParameterSpec) -> str:
    term = item.name.rpartition(".")[2]
    meaning = item.description.replace(f"the {term} term", "this term").removesuffix(f": {', '.join(item.choices)}")
    meaning = meaning.replace("['']", "`['']`")  # as code, in which quotation marks stay straight
    return meaning + ("" if item.read_only else " *(run time)*")


if __name__ == "__main__":
    sys.exit(main())
