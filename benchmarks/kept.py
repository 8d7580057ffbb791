"""Results of the leaderboard that took long to make, kept in a folder: a run that was ended goes on from there."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

from puma560_dynamics import emdeg


class Kept:
    """What was made before, by arm, kind, and the sources that it was made with; nothing is kept without a folder.

    A changed generator, or a changed peer, has another digest, so that nothing old is shown for it.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        self._digest = _digest(Path(emdeg.__file__).parent, Path(__file__).parent / "casadi_dynamics.py")

    def has(self, arm: str, what: str) -> bool:
        """Whether it is there."""
        return self._folder is not None and self._path(arm, what).exists()

    def get(self, arm: str, what: str, make: Callable[[], Any]) -> Any:
        """The value of that kind of an arm, made where it is not there."""
        if self._folder is None:
            return make()
        path = self._path(arm, what)
        if not path.exists():
            made = path.with_suffix(".part")
            made.write_bytes(pickle.dumps(make()))
            made.replace(path)
        return pickle.loads(path.read_bytes())

    def _path(self, arm: str, what: str) -> Path:
        assert self._folder is not None
        return self._folder / f"{arm.replace(' ', '_')}.{self._digest}.{what}"


def _digest(folder: Path, *files: Path) -> str:
    """Of the sources in a folder, and of further ones."""
    found = hashlib.sha256()
    for path in (*sorted(folder.rglob("*.py")), *sorted(folder.rglob("*.[ch]")), *files):
        found.update(path.read_bytes())
    return found.hexdigest()[:12]
