"""README and the page of the nodes say what the code does."""

from __future__ import annotations

from pathlib import Path

from puma560_dynamics.nodes.document import between_markers, tables

ROOT = Path(__file__).parent.parent.parent


def test_the_table_of_parameters():
    rows = []
    for node in ("plant_node", "feedforward_node", "validator_node", "reference_node", "marker_node"):
        module = importlib.import_module(f"puma560_dynamics.nodes.{node}")
        for parameter in module.PARAMETERS:
            meaning = parameter.description + ("" if parameter.read_only else "; may change at run time")
            rows.append(f"| `{node}` | `{parameter.name}` | `{parameter.default}` | {meaning} |")
    text = README.read_text(encoding="utf-8")
    table = text.split("<!-- parameters:")[1].split("<!-- end of parameters -->")[0]
    assert [line for line in table.splitlines() if line.startswith("| `")] == rows


def test_every_executable_is_named():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    setup = (ROOT / "setup.py").read_text(encoding="utf-8")
    for line in setup.splitlines():
        if " = puma560_dynamics." in line:
            assert f"`{line.strip().strip(chr(34)).split(' = ')[0]}" in text
