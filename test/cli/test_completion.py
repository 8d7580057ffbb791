"""Completion in a shell: the protocol of argcomplete, and a real bash."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from puma560_dynamics.cli.completion import requested
from puma560_dynamics.cli.tree import TREE

BREAK = "\013"
"""Separator of the answers."""


def completed(line: str, folder: Path, **more: str) -> set[str]:
    """Possible next words of a line, as the shell gets them."""
    answer = folder / "answer"
    environment = {
        **os.environ,
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        "_ARGCOMPLETE_IFS": BREAK,
        "COMP_LINE": line,
        "COMP_POINT": str(len(line.encode())),
        **more,
    }
    command = [sys.executable, "-m", "puma560_dynamics.cli"]
    subprocess.run(command, env=environment, cwd=folder, timeout=60, check=False, capture_output=True)
    return {word.strip() for word in answer.read_text().split(BREAK)} - {""}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("puma560 ", set(TREE)),
        ("puma560 rep", {"replay"}),
        ("puma560 arm ", {"import", "check", "compare", "urdf", "payload"}),
        ("puma560 measure sh", {"shapes"}),
        ("puma560 simulate --grav", set()),
        ("puma560 simulate --payload-m", {"--payload-mass"}),
        ("puma560 torque --model new", {"newton_euler"}),
        ("puma560 torque --arm akb", {"akb1986"}),
        ("puma560 arm check stan", {"stanford1983"}),
    ],
)
def test_words(line: str, expected: set[str], tmp_path: Path):
    found = completed(line, tmp_path)
    assert expected <= found if line.endswith(" ") else found == expected


def test_files(tmp_path: Path):
    (tmp_path / "my_arm.yaml").touch()
    assert "my_arm.yaml" in completed("puma560 torque --arm my_", tmp_path)


def test_only_a_shell_asks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("_ARGCOMPLETE", raising=False)
    monkeypatch.setenv("COMP_LINE", "puma560 ")
    assert not requested()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash(tmp_path: Path):
    """The function that register-python-argcomplete defines finds a command in a real bash."""
    register = Path(sys.executable).with_name("register-python-argcomplete")
    if not register.exists():
        pytest.skip("needs the script register-python-argcomplete next to Python")
    program = tmp_path / "puma560"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m puma560_dynamics.cli "$@"\n')
    program.chmod(0o755)
    script = (
        f'eval "$("{register}" puma560)"; COMP_LINE="puma560 ident"; COMP_POINT=13; COMP_TYPE=9; COMP_WORDBREAKS=" "; '
        'COMP_WORDS=(puma560 ident); COMP_CWORD=1; _python_argcomplete puma560 ident puma560; echo "${COMPREPLY[@]}"'
    )
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    found = subprocess.run(
        ["bash", "-c", script], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert found.stdout.split() == ["identify"], found.stderr
