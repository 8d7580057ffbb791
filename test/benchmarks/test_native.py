"""A library that was built before is loaded again only for the same headers."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest


@pytest.mark.skipif(not shutil.which("gcc"), reason="needs a C compiler")
def test_another_header_is_another_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    from native import library

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "source.c").write_text('#include "number.h"\nint number(void);\nint number(void) { return NUMBER; }\n')
    found = []
    for number in (1, 2, 1):
        (tmp_path / "number.h").write_text(f"#define NUMBER {number}\n")
        found.append(library([tmp_path / "source.c"], f"-I{tmp_path}"))
    assert [one.number() for one in found] == [1, 2, 1]
    assert found[0]._name == found[2]._name != found[1]._name
    assert {path.suffix for path in Path(found[0]._name).parent.iterdir()} == {".so"}


@pytest.mark.skipif(not (shutil.which("gcc") and shutil.which("g++")), reason="needs the compilers to name")
def test_every_peer_has_the_flags_of_generated_code_and_no_assertions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    import core_peers
    import native

    from puma560_dynamics.emdeg import compile_command

    commands: list[list[str]] = []

    def run(command: list[str]) -> None:
        commands.append(command)
        raise native.Unavailable("it is not compiled in this test")

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(native, "_run", run)
    monkeypatch.setattr(core_peers, "headers", lambda inside: tmp_path)
    (tmp_path / "peer.c").touch()
    for build in [*core_peers.PEERS.values(), lambda patient: native.library([tmp_path / "peer.c"])]:
        with pytest.raises(native.Unavailable, match="not compiled"):
            build(True)
    assert len(commands) == len(core_peers.PEERS) + 1
    flags = compile_command(("compiler",))[1:]
    for command in commands:
        assert "-DNDEBUG" in command and "-UNDEBUG" not in command
        assert [word for word in command if word in flags] == flags
