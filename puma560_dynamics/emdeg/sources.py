"""Which version of the generator this is: programs that another one derived are not used."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

HOME = Path(__file__).parent

SEARCHING = ("abbreviation", "algebra", "chain", "equations", "program", "rules", "simplify")
"""Folders of what decides which programs are found; readers, emitters and backends do not."""


@lru_cache(maxsize=2)
def generator_digest(home: Path = HOME) -> str:
    """Hexadecimal digest of the sources that decide which programs are found for a chain.

    Args:
        home: folder of the generator.
    """
    found = hashlib.sha256()
    for path in sorted([*home.glob("*.py"), *(each for name in SEARCHING for each in (home / name).rglob("*.py"))]):
        found.update(path.relative_to(home).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()[:12]
