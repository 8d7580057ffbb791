"""Try an installation of the package: what was compiled, and its numbers against another formulation.

Run by the interpreter of the installation, outside of the checkout: ``python smoke.py``. It needs no compiler and no
extra.
"""

from __future__ import annotations

import contextlib
import io
import json
import platform
import shutil
import sys
from importlib import import_module
from pathlib import Path

import numpy as np

from puma560_dynamics import (
    Provenance,
    SearchEffort,
    __version__,
    derive,
    emit,
    load_arm,
    load_model,
    load_urdf,
    simulate,
    torque_band,
)

TOLERANCE = 1e-12
"""Largest difference between models, as a fraction of the largest entry."""


def main() -> int:
    """Run all checks; an assertion fails where one does."""
    package = Path(str(import_module("puma560_dynamics").__file__)).parent
    assert not (package.parent / "setup.py").exists(), f"{package} is a checkout, not an installation"
    assert not any(map(shutil.which, ("cc", "gcc", "clang"))), "a compiler is on the path"
    compare_models()
    share = [folder for folder in (Path(sys.prefix), package.parents[3], package.parent) if (folder / "share").is_dir()]
    derive_an_arm(next(path for each in share for path in each.glob("share/puma560_dynamics/examples/two_link.urdf")))
    given = command("torque", "--pose", "0, -30, 60, 10, 40, 0 deg", "--json")
    expected = load_model("newton_euler").gravity(np.radians([0, -30, 60, 10, 40, 0]))
    assert np.allclose(json.loads(given)["torque"], expected, rtol=0, atol=1e-9), given
    assert __version__ in command("--version")
    print(f"Python {platform.python_version()}, {platform.machine()}: puma560_dynamics {__version__} works")
    return 0


def compare_models() -> None:
    """Compare the compiled functions of the paper's arm with the recursion, for one state and for many."""
    arm = load_arm("akb1986")
    compiled, recursive = load_model("generated", arm), load_model("newton_euler", arm)
    assert compiled.functions.language == "C", "the generated model is not compiled"
    for name in ("_puma560", "_puma560_abbreviated"):
        import_module(f"puma560_dynamics.models.generated.{name}")
    generator = np.random.default_rng(1)
    for shape in ((6,), (100, 6)):
        q, qd, qdd = (generator.uniform(-3, 3, shape) for _ in range(3))
        for ours, theirs in (
            (compiled.torque(q, qd, qdd), recursive.torque(q, qd, qdd)),
            (compiled.gravity(q), recursive.gravity(q)),
            (compiled.mass_matrix(q), recursive.mass_matrix(q)),
        ):
            assert np.abs(ours - theirs).max() <= TOLERANCE * np.abs(theirs).max(), (ours, theirs)
    assert simulate(compiled, np.zeros(6), duration=0.1).q.shape[1] == 6
    assert torque_band(arm, np.zeros(6)).shape == (6,)


def derive_an_arm(path: Path) -> None:
    """Derive the equations of an arm with the compiled search, and write them as C."""
    reading = load_urdf(path)
    programs = list(derive(reading.chain, ("torque",), SearchEffort(rounds=20)).programs.values())
    files = emit("two_link", programs, Provenance.of(reading.chain, joints=reading.facts), ("c",), batch=False)
    assert "two_link_torque(" in files["two_link.h"]


def command(*words: str) -> str:
    """Return what a command prints; in this process, because an emulator starts no other."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        try:
            code = import_module("puma560_dynamics.cli").main(list(words))
        except SystemExit as stop:  # --version
            code = stop.code
    assert not code, f"puma560 {' '.join(words)} ended with {code}"
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main())
