"""Writes the paper's arm as C and Python: ``python -m puma560_dynamics.explicit.generate_code``.

From the factored systems in `factored/` to `generated/puma560.{c,h,py}`. The C is compiled when the
package is installed and stands alone, for a controller in C++ or firmware; the Python is there to be
read, and serves where there is no compiler.
"""

from __future__ import annotations

from pathlib import Path

from ..arm import load_arm
from ..emdeg.emit_c import emit_c
from ..emdeg.emit_python import emit_python
from ..emdeg.provenance import Provenance
from .chain_of_arm import chain_of
from .factored_programs import programs_of

GENERATED = Path(__file__).parent / "generated"
NAME = "puma560"


def sources() -> dict[str, str]:
    """File name -> text."""
    chain = chain_of(load_arm("akb1986"))
    programs = list(programs_of(chain).values())
    provenance = Provenance.of(chain, "Motor inertia is included.")
    return emit_c(NAME, programs, provenance) | {f"{NAME}.py": emit_python(programs, provenance)}


def write() -> list[Path]:
    """Write every file; returns the paths."""
    paths = []
    for name, text in sources().items():
        path = GENERATED / name
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


if __name__ == "__main__":
    for written in write():
        print(written)
