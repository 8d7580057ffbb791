"""Completion in a shell: the protocol of argcomplete, and interactive shells: bash, and zsh and fish if installed."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puma560_dynamics.cli.completion import before_cursor, requested, short
from puma560_dynamics.cli.tree import TREE

BREAK = "\013"
"""Separator of the answers."""

DOCUMENTED = Path(__file__).parents[2] / "docs" / "command_line.md"

PROMPT = "ready: "

SHOW = {
    "bash": r"""bind -x '"\C-o": echo "<$READLINE_LINE>"'""",
    "zsh": r"""show() { print -r -- "<$BUFFER>" }; zle -N show; bindkey '^O' show""",
}
"""Commands after which the key Ctrl-O shows the line that is edited."""


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
    return {word.strip() for word in answer.read_text().split(BREAK)} - {"", "answer"}


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
        ("puma560 torque --arm stän", set()),
        ("puma560 arm check stan", {"stanford1983"}),
        ("puma560 arm compare akb1986 l", {"lee1984"}),
        ("puma560 derive --abbreviate p", {"paper", "puma560_coupled_wrist"}),
        ("puma560 help measure ba", {"balance"}),
        ("puma560 simulate --duration ", set()),
        ("puma560 torque --pose ", set()),
        ("puma560 replay ", {"example"}),
        ("puma560 derive --emit c,py", {"c,python"}),
        ("puma560 derive --emit c,python,m", {"c,python,matlab"}),
    ],
)
def test_words(line: str, expected: set[str], tmp_path: Path):
    assert completed(line, tmp_path) == expected


def test_options_where_no_other_word_can_follow(tmp_path: Path):
    found = completed("puma560 torque ", tmp_path)
    assert {"--pose", "--arm"} <= found
    assert all(word.startswith("--") for word in found)


def test_files(tmp_path: Path):
    (tmp_path / "my_arm.yaml").touch()
    assert "my_arm.yaml" in completed("puma560 torque --arm my_", tmp_path)


def test_descriptions_are_short_and_say_what_a_word_is(tmp_path: Path):
    def described(line: str) -> dict[str, str]:
        found = completed(
            line, tmp_path, _ARGCOMPLETE_DFS="\t", _ARGCOMPLETE_SHELL="fish", _ARGCOMPLETE_SUPPRESS_SPACE="1"
        )
        return {word: about for word, _, about in (text.partition("\t") for text in found)}

    assert described("puma560 re") == {"replay": TREE["replay"]}
    assert described("puma560 torque --mod") == {"--model": "model"}
    assert described("puma560 torque --model new") == {"newton_euler": ""}
    assert all(len(text) < 120 for text in described("puma560 derive --").values())


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("model (default: generated)", "model"),
        ("leave terms out: paper", "leave terms out"),
        ("arguments of a xacro file, e.g. ur_type:=ur5e", "arguments of a xacro file"),
        ("write no page", "write no page"),
    ],
)
def test_first_statement_of_a_help_text(text: str, first: str):
    assert short(text) == first


@pytest.mark.parametrize(
    ("line", "point", "shell", "expected"),
    [
        ("puma560 si", 10, "bash", "puma560 si"),
        ("puma560 simulate", 10, "zsh", "puma560 si"),
        ("puma560 --arm ä b", 16, "bash", "puma560 --arm ä"),
        ("puma560 --arm ä b", 15, "fish", "puma560 --arm ä"),
        ("cd x && puma560 si", 18, "zsh", "puma560 si"),
        ("cd x; A=1 B='a b' puma560 si", 28, "zsh", "puma560 si"),
        ("puma560 derive --name 'a;b' --e", 31, "zsh", "puma560 derive --name 'a;b' --e"),
        ('puma560 replay "a (1', 20, "zsh", 'puma560 replay "a (1'),
        ("(puma560 si", 11, "zsh", "puma560 si"),
    ],
)
def test_command_up_to_the_cursor(line: str, point: int, shell: str, expected: str):
    assert before_cursor(line, point, shell) == expected


def test_only_a_shell_asks(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("_ARGCOMPLETE", raising=False)
    monkeypatch.setenv("COMP_LINE", "puma560 ")
    assert not requested()


TYPED = [
    ("puma560 ident", "puma560 identify"),
    ("puma560 arm che", "puma560 arm check"),
    ("arm_dynamics torque --payload-m", "arm_dynamics torque --payload-mass"),
    ("puma560 torque --model new", "puma560 torque --model newton_euler"),
    ("puma560 torque --arm akb", "puma560 torque --arm akb1986"),
    ("puma560 derive --emit c,py", "puma560 derive --emit c,python"),
    ("puma560 replay my_", "puma560 replay my_bag"),
    ("true && puma560 torque --payload-m", "true && puma560 torque --payload-mass"),
    ("A=1 puma560 torque --payload-m", "A=1 puma560 torque --payload-mass"),
]
"""What a person types before the key Tab, and what the line is then."""


@pytest.fixture
def shell_environment(tmp_path: Path) -> dict[str, str]:
    """Environment and folder of a shell: the program under both of its names, and a recording."""
    register = Path(sys.executable).with_name("register-python-argcomplete")
    if not register.exists():
        pytest.skip("needs the script register-python-argcomplete next to Python")
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("puma560", "arm_dynamics"):
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" -m puma560_dynamics.cli "$@"\n')
        (programs / name).chmod(0o755)
    (programs / register.name).symlink_to(register)
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "my_bag").touch()
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    settings = {"PATH": path, "HOME": str(tmp_path), "ZDOTDIR": str(tmp_path), "TERM": "dumb"}
    return {**os.environ, **settings, "PYTHONPATH": str(Path(__file__).parents[2])}


def documented(shell: str) -> str:
    """Line of the documentation that sets up a shell."""
    (line,) = (line for line in DOCUMENTED.read_text().splitlines() if re.search(rf"#.*\b{shell}\b", line))
    return line.partition("#")[0].strip()


class Terminal:
    """An interactive shell in a terminal of 200 columns."""

    def __init__(self, command: list[str], environment: dict[str, str], folder: Path) -> None:
        self.master, slave = pty.openpty()
        subprocess.run(["stty", "cols", "200", "rows", "50"], stdin=slave, check=True)
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environment, cwd=folder, start_new_session=True
        )
        os.close(slave)

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self.master, text.encode())

    def until(self, wanted: str, seconds: float = 30.0) -> str:
        """Read the screen until a text is on it, without the control sequences of the terminal."""
        found, end = "", time.monotonic() + seconds
        while wanted not in found and time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                found += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|[\r\a]", "", os.read(self.master, 65536).decode())
        return found

    def close(self) -> None:
        """End the shell."""
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_tab(shell: str, shell_environment: dict[str, str], tmp_path: Path):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    start = tmp_path / (".zshrc" if shell == "zsh" else ".bashrc")
    start.write_text(f"PS1='{PROMPT}'\n{documented(shell)}\n{SHOW[shell]}\n")
    options = {"bash": ["--noprofile", "--rcfile", str(start)], "zsh": ["-d"]}[shell]
    terminal = Terminal([shell, *options, "-i"], shell_environment, tmp_path / "work")
    try:
        assert PROMPT in terminal.until(PROMPT)
        for typed, line in TYPED:
            terminal.type(f"\x15{typed}\t\x0f")  # Ctrl-U, the line, Tab, Ctrl-O
            assert f"<{line} >" in terminal.until(">"), typed
    finally:
        terminal.close()


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish(shell_environment: dict[str, str], tmp_path: Path):
    asked = "; ".join(f'echo (complete -C "{typed}")' for typed, _ in TYPED)
    found = subprocess.run(
        ["fish", "--no-config", "-c", f"{documented('fish')}; {asked}"],
        env=shell_environment,
        cwd=tmp_path / "work",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    words = [line.split("\t")[0].split(" ")[0] for line in found.stdout.splitlines()]
    assert words == [line.split()[-1] for _, line in TYPED], found.stderr
