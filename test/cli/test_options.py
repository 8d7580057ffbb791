"""Help texts: what they import, and that they give the same as the rest of the package."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from puma560_dynamics.cli import replay, run
from puma560_dynamics.cli.command import main, parser
from puma560_dynamics.cli.paper import multirate
from puma560_dynamics.cli.tree import TREE, CommandGroup, command_words, leaves
from puma560_dynamics.emdeg.algebra.exact import WIDEST_SNAP, checked_snap
from puma560_dynamics.errors import ChainError
from puma560_dynamics.models.kinds import MODEL_KINDS
from puma560_dynamics.replay.analysis.gates import MEASURES

FOR_EVERY = {
    "puma560_dynamics",
    "puma560_dynamics.cli",
    "puma560_dynamics.cli.command",
    "puma560_dynamics.cli.output",
    "puma560_dynamics.cli.tree",
    "puma560_dynamics.errors",
    "puma560_dynamics.version",
}
"""Modules that every call of the command imports."""

LIGHT = {
    *(f"cli.{name}" for name in ("arm_options", "measure.readings", "progress", "recording_options", "values")),
    *(f"emdeg.{name}" for name in ("algebra", "algebra.exact", "emitters", "readers", "readers.selection", "tasks")),
    *("cli.arm", "cli.measure", "cli.paper", "demo", "emdeg", "extras", "files", "identification", "models"),
    *("models.kinds", "papers", "papers.entry", "replay", "simulation", "view", "view.address"),
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
