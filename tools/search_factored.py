"""Search for cheaper programs of the paper's arm: ``python -m tools.search_factored --minutes 10``.

A program that is cheaper than before is stored in `models/generated/factored/`, after a proof that it equals Kane's
equations. ``--motors off`` leaves out motor inertia, like the paper's counts (`without_motors/`). ``--general-link6``
gives link 6 no symmetry (`general_link6/`). ``--abbreviated`` searches for a choice of terms whose torque error is at
most that of the paper's abbreviation (`abbreviated/`), and ``--payload-alone`` for the functions of a payload that are
added to this model.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from puma560_dynamics import Arm, load_arm
from puma560_dynamics.emdeg import (
    PAPERS_ERROR,
    PAYLOAD_NAMES,
    Chain,
    System,
    long_search,
    model_names,
    prove,
    simplify_system,
    system_as_text,
    system_from_text,
    task_of,
)
from puma560_dynamics.models.generated.abbreviated_programs import (
    ABBREVIATED,
    ROUNDS,
    abbreviated_digest,
    choose_terms,
    factored,
    load_alone,
)
from puma560_dynamics.models.generated.factored_programs import KEPT, WITHOUT_MOTORS, in_frame_n
from puma560_dynamics.models.generated.general_link6 import GENERAL_LINK6, with_general_link6


def search(chain: Chain, name: str, folder: Path, seconds: float, seed: int) -> int:
    """Search for the given time, store cheaper programs, and return the calculations of the cheapest one."""
    path = folder / f"{task_of(name).name}.txt"
    lowest = kept_cost(path, chain, name)
    begun = time.monotonic()
    for _, system, variables in long_search(chain, name, seed, lambda: (time.monotonic() - begun) / seconds):
        if system.cost < lowest:
            prove(chain, name, system, variables)
            lowest = system.cost
            keep(path, system)
    return lowest


def kept_cost(path: Path, chain: Chain, name: str) -> int:
    """Return the calculations of the stored program; a very large number if there is none."""
    if not path.exists():
        return 10**9
    system, _ = system_from_text(path.read_text(encoding="ascii"), chain, name)
    return system.cost


def keep(path: Path, system: System) -> None:
    """Write a system of equations to its file."""
    head = f"# {system.cost} calculations; found by search, proven by test_factored_programs.py\n"
    path.write_text(head + system_as_text(system), encoding="ascii")


def search_abbreviated(arm: Arm, seconds: float, seed: int) -> int:
    """Choose terms with several seeds; store the cheapest model whose error on independent samples is small enough."""
    begun, run = time.monotonic(), seed
    lowest = kept_cost(ABBREVIATED / "torque.txt", arm.exact_chain, "torque")
    while time.monotonic() - begun < seconds:
        chosen = choose_terms(arm, moves=1200, seed=run)
        system = simplify_system(chosen.system(), ROUNDS, run)
        if system.cost < lowest and chosen.torque_error()[1].max() <= PAPERS_ERROR:
            lowest = system.cost
            systems = factored(chosen, ROUNDS) | {"torque": system}
            ABBREVIATED.mkdir(parents=True, exist_ok=True)
            for name, each in systems.items():
                keep(ABBREVIATED / f"{name}.txt", each)
            (ABBREVIATED / "arm").write_text(abbreviated_digest(arm) + "\n", encoding="ascii")
        run += 1
    return lowest


def main() -> None:
    """Search for each program in turn."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0, help="in all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--programs", nargs="+", choices=(*model_names(), *PAYLOAD_NAMES), default=model_names())
    parser.add_argument("--motors", choices=("on", "off"), default="on", help="motor inertia included")
    parser.add_argument("--general-link6", action="store_true", help="link 6 without symmetry")
    parser.add_argument("--abbreviated", action="store_true", help="search the abbreviated model")
    parser.add_argument("--payload-alone", action="store_true", help="search functions of a payload alone")
    arguments = parser.parse_args()
    if arguments.abbreviated:
        print("abbreviated", search_abbreviated(load_arm("akb1986"), 60 * arguments.minutes, arguments.seed))
        return
    chain, folder = load_arm("akb1986").exact_chain, KEPT
    if arguments.payload_alone:
        for name in PAYLOAD_NAMES:
            seconds = 60 * arguments.minutes / len(PAYLOAD_NAMES)
            print(name, search(load_alone(chain), name, ABBREVIATED, seconds, arguments.seed), flush=True)
        return
    if arguments.motors == "off":
        chain, folder = chain.without_armature(), WITHOUT_MOTORS
    if arguments.general_link6:
        chain, folder = with_general_link6(load_arm("akb1986")).exact_chain, GENERAL_LINK6
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "arm").write_text(chain.numeric_digest + "\n", encoding="ascii")
    for name in arguments.programs:
        seconds = 60 * arguments.minutes / len(arguments.programs)
        own = in_frame_n(chain) if name in PAYLOAD_NAMES else chain
        print(name, search(own, name, folder, seconds, arguments.seed), flush=True)


if __name__ == "__main__":
    main()
