"""Generate C and Python code of the paper's arm: ``python -m tools.generate.arm_code``.

From the factored systems in `models/generated/factored/`, it writes `puma560.{c,h,py}` and
`puma560_abbreviated.{c,h,py}` in `models/generated/code/`. The C code is compiled when the package is installed, and
has no dependencies, for use in a C++ controller or firmware. The Python code is for readers, and is used if there is no
compiler.
"""

from __future__ import annotations

from pathlib import Path

import puma560_dynamics
from puma560_dynamics import load_arm
from puma560_dynamics.arm.with_followers import facts_of
from puma560_dynamics.emdeg import PAPERS_ERROR, Provenance, emit
from puma560_dynamics.models.generated.abbreviated_programs import abbreviated_programs
from puma560_dynamics.models.generated.factored_programs import programs_of_model

GENERATED = Path(puma560_dynamics.__file__).parent / "models" / "generated" / "code"
NAME = "puma560"
PAYLOAD = "A payload is given in the frame of link 6."


def sources() -> dict[str, str]:
    """Return the text of each file by name."""
    arm = load_arm("akb1986")
    chain = arm.exact_chain
    motors = "Motor inertia is included."
    error = (
        f"Torque within {100 * PAPERS_ERROR:.2f} % of maximum torque of the exact one, on samples of the joint ranges."
    )
    texts: dict[str, str] = {}
    for name, programs, remarks in (
        (NAME, programs_of_model(chain), (motors, PAYLOAD)),
        (f"{NAME}_abbreviated", abbreviated_programs(arm), (motors, error, PAYLOAD)),
    ):
        provenance = Provenance.of(chain, *remarks, joints=facts_of(arm))
        texts |= emit(name, list(programs.values()), provenance, ("c", "python"))
    return texts


def write() -> list[Path]:
    """Write all files, and return their paths."""
    paths = []
    for name, text in sources().items():
        path = GENERATED / name
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return paths


if __name__ == "__main__":
    for written in write():
        print(written)
