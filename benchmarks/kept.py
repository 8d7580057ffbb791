"""Cache of the leaderboard's slow results in a folder, so that an interrupted run can be continued."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

from puma560_dynamics import emdeg

PEER = ("casadi_forms.py", "casadi_dynamics.py")
DERIVATIVES = (*PEER, "casadi_graph.py", "casadi_derivatives.py", "derivative_parts.py", "derivative_links.py",
               "derivative_forms.py")  # fmt: skip
MADE_BY = {
    "programs": (),
    "effort": (),
    "peer": PEER,
    "derivatives": (),
    "derivative_peers": DERIVATIVES,
    "pinocchio_generated": (*DERIVATIVES, "pinocchio_generated.py", "native/pinocchio_casadi.cpp"),
    "times": (*PEER, "casadi_code.py", "arm_jobs.py", "timing.py", "native/loop.c"),
}
"""Files in this folder on which each kind of result depends, in addition to the generator."""


class Kept:
    """Earlier results, by arm, kind and digest of the sources; without a folder nothing is stored.

    A change of the generator or of a peer changes the digest, so that outdated results are not used.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        here = Path(__file__).parent
        generator = Path(emdeg.__file__).parent
        self._digests = {kind: _digest(generator, *map(here.joinpath, files)) for kind, files in MADE_BY.items()}

    def has(self, arm: str, what: str) -> bool:
        """Return whether a result is stored."""
        return self._folder is not None and self._path(arm, what).exists()

    def get(self, arm: str, what: str, make: Callable[[], Any]) -> Any:
        """Return a stored result; if there is none, compute it by `make` and store it."""
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
        return self._folder / f"{arm.replace(' ', '_')}.{self._digests[what]}.{what}"


def _digest(folder: Path, *files: Path) -> str:
    """Return a digest of the sources in a folder and of further files."""
    found = hashlib.sha256()
    sources = [path for kind in ("*.py", "*.[ch]", "*.[ch]pp") for path in sorted(folder.rglob(kind))]
    for path in (*sources, *files):
        found.update(path.read_bytes() if path.exists() else b"")
    return found.hexdigest()[:12]
