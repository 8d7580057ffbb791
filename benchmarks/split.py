"""Measure when the split of section 3 over two processors is faster in compiled code: `python benchmarks/split.py`.

Two threads communicate through shared memory without system calls, which is the fastest possible communication.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from timeit import repeat

import numpy as np
from native import SOURCES, Unavailable, library

from puma560_dynamics import load_model

EVALUATIONS = (100, 200, 500, 1000, 5000, 20_000)
"""Assumed times of the elements of a model, ns."""

DIVIDER = 4


@dataclass(frozen=True)
class Cost:
    """Median times, ns.

    Attributes:
        evaluation: time of the elements on the other processor.
        latency: time from publishing a configuration to received elements, without evaluation; the fastest round.
        products: time of a torque from elements in local memory.
        shared: time of a torque including publishing a configuration and reading the newest elements.
    """

    evaluation: float
    latency: float
    products: float
    shared: float

    def gain(self, divider: int) -> float:
        """Return the ratio of torque rates: two processors to one that evaluates elements for every `divider`-th."""
        return (self.evaluation / divider + self.products) / self.shared


def measured(evaluations: Sequence[int] = EVALUATIONS, tries: int = 400) -> list[Cost]:
    """Measure the costs for each time of the elements.

    Args:
        evaluations: times of the elements, ns.
        tries: largest number of rounds to find twenty in which each thread has a processor.

    Raises:
        Unavailable: there is no compiler, no thread can be started, or the machine is busy.
    """
    native = library([SOURCES / "split.c"], "-pthread").split
    native.argtypes = [ctypes.c_long, ctypes.c_int, ctypes.POINTER(ctypes.c_double)]
    found = []
    for evaluation in evaluations:
        out = (ctypes.c_double * 3)()
        if failed := native(evaluation, tries, out):
            raise Unavailable({1: "no thread could be started", 2: "two free processors are needed"}[failed])
        found.append(Cost(evaluation, *out))
    return found


def generated_call() -> tuple[float, float]:
    """Return the times of one call of the generated model, ns: torque, and all elements."""
    model = load_model("generated")
    q = np.linspace(-1.0, 1.0, 6)
    out, all_out = np.empty(6), np.empty(168)
    names = {"f": model.functions, "q": q, "o": out, "e": all_out}  # type: ignore[attr-defined]
    codes = ("f.torque(q, q, q, o)", "f.all_elements(q, e)")
    torque, elements = (min(repeat(code, globals=names, number=10_000, repeat=30)) * 1e5 for code in codes)
    return torque, elements


def main() -> int:
    """Print the table of docs/decomposition.md."""
    try:
        found = measured()
    except Unavailable as reason:
        print(f"not measured: {reason}")
        return 1
    latency = min(cost.latency for cost in found)
    print(f"latency one way {latency:.0f} ns")
    print(f"\n| elements, ns | products, ns | with communication, ns | gain over each time | over once in {DIVIDER} |")
    print("|---:|---:|---:|---:|---:|")
    for cost in found:
        print(
            f"| {cost.evaluation:.0f} | {cost.products:.0f} | {cost.shared:.0f} | {cost.gain(1):.2f} "
            f"| {cost.gain(DIVIDER):.2f} |"
        )
    torque, elements = generated_call()
    print(f"\ngenerated, one call from Python: torque {torque:.0f} ns, all elements {elements:.0f} ns")
    return 0


if __name__ == "__main__":
    sys.exit(main())
