"""Searches longer for the paper's arm: ``python -m puma560_dynamics.explicit.search_factored --minutes 10``.

Keeps in `factored/` what is cheaper than before, once it is proven to be what Kane's equations give.
With ``--motors off`` the motor inertia is left out, as the paper's counts do (`without_motors/`).
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from ..arm import load_arm
from ..emdeg import system_text
from ..emdeg.chain import Chain
from ..emdeg.derive import PROGRAMS, layout, plain_variables
from ..emdeg.longer import longer
from ..emdeg.proof import prove
from ..emdeg.system import System
from .chain_of_arm import chain_of
from .factored_programs import KEPT, WITHOUT_MOTORS, digest


def search(chain: Chain, name: str, folder: Path, seconds: float, seed: int) -> int:
    """Search for a while, keep what is better; returns the calculations of the best."""
    path = folder / f"{name}.txt"
    lowest = kept_cost(path, chain, name)
    begun = time.monotonic()
    for _, system, variables in longer(chain, name, seed, lambda: (time.monotonic() - begun) / seconds):
        if system.cost < lowest:
            prove(chain, name, system, variables)
            lowest = system.cost
            keep(path, system)
    return lowest


def kept_cost(path: Path, chain: Chain, name: str) -> int:
    """Calculations of what is kept; more than anything where nothing is."""
    if not path.exists():
        return 10**9
    text = path.read_text(encoding="ascii")
    return system_text.read(text, plain_variables(chain).system(), set(layout(chain.n, name)[0])).cost


def keep(path: Path, system: System) -> None:
    """Write a system where it is kept."""
    head = f"# {system.cost} calculations; found by puma560_dynamics.explicit.search_factored\n"
    path.write_text(head + system_text.written(system), encoding="ascii")


def main() -> None:
    """Search for each program in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--programs", nargs="+", choices=PROGRAMS, default=PROGRAMS)
    parser.add_argument("--motors", choices=("on", "off"), default="on", help="motor inertia included")
    arguments = parser.parse_args()
    chain, folder = chain_of(load_arm("akb1986")), KEPT
    if arguments.motors == "off":
        chain, folder = chain.without_armature(), WITHOUT_MOTORS
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "arm").write_text(digest(chain) + "\n", encoding="ascii")
    for name in arguments.programs:
        seconds = 60 * arguments.minutes / len(arguments.programs)
        print(name, search(chain, name, folder, seconds, arguments.seed), flush=True)


if __name__ == "__main__":
    main()
