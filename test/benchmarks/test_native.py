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
