"""The digest changes with every source that decides which programs are found, and with no other."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from puma560_dynamics.emdeg.program.provenance import HOME, generator_digest


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of the generator's sources."""
    home = tmp_path / "emdeg"
    shutil.copytree(HOME, home, ignore=shutil.ignore_patterns("__pycache__"))
    return home


@pytest.mark.parametrize(
    ("changed", "other"),
    [
        ("derivation.py", True),
        ("effort.py", True),
        ("simplify/search.py", True),
        ("simplify/compiled/search.hpp", True),
        ("simplify/compiled/module.cpp", True),
        ("algebra/coefficients.py", True),
        ("emitters/emit_c.py", False),
        ("backends/c/method.h", False),
        ("readers/axes.py", False),
    ],
)
def test_what_decides_is_in_the_digest(sources: Path, changed: str, other: bool):
    path = sources / changed
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert (generator_digest(sources) != generator_digest()) == other


def test_a_copy_has_the_same_digest_and_a_renamed_module_another(sources: Path, tmp_path: Path):
    moved = tmp_path / "elsewhere"
    shutil.copytree(sources, moved)
    assert generator_digest(sources) == generator_digest()
    (moved / "algebra" / "exact.py").rename(moved / "algebra" / "precise.py")
    assert generator_digest(moved) != generator_digest()
