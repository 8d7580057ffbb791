"""Measure the default search of `puma560 derive`, for the PUMA (against its stored long search) and 7-joint arms.

``python benchmarks/effort.py --write docs`` writes the goals to docs/leaderboard.md, and a row per arm to
docs/leaderboard_effort.csv; `make bench` includes it. Times are processor seconds of all four programs with proofs. The
numbers of calculations do not depend on the machine.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from kept import Kept
from leaderboard_page import as_csv
from machine import machine
from native import Unavailable
from page import with_table
from public_arms import ARMS

from puma560_dynamics import load_arm
from puma560_dynamics.cli.derivation import derivation
from puma560_dynamics.emdeg import Chain, model_names
from puma560_dynamics.errors import Puma560Error
from puma560_dynamics.models.generated.factored_programs import programs_of

MORE, PUMA_SECONDS, SEVEN_SECONDS = 1.02, 30.0, 15.0
"""Goals: calculations relative to the stored search, processor time of the PUMA, s, and of an arm of 7 joints, s."""

PUMA = "PUMA 560"


def derived(chain: Chain) -> dict[str, Any]:
    """Return the processor time of all programs with proofs, s, their calculations, and the kinds of proof."""
    begun = time.process_time()
    made = derivation(chain, model_names())
    seconds = time.process_time() - begun
    return {"joints": chain.n, "seconds": seconds,
            "calculations": {one.program.name: one.program.count.total for one in made},
            "proofs": sorted({one.proof for one in made})}  # fmt: skip


def table(rows: dict[str, dict[str, Any]], kept: dict[str, int]) -> str:
    """Return the goals as Markdown."""
    words = {True: "yes", False: "**no**"}
    lines = ["| what | goal: at most | reached | met |", "| --- | ---: | ---: | --- |"]
    for name, own in (rows[PUMA]["calculations"] if PUMA in rows else {}).items():
        ratio = own / kept[name]
        lines.append(f"| {PUMA}, {name.replace('_', ' ')}: calculations / those of the kept search | {MORE:.2f} "
                     f"| {ratio:.3f} ({own} / {kept[name]}) | {words[ratio <= MORE]} |")  # fmt: skip
    if PUMA in rows:
        seconds = rows[PUMA]["seconds"]
        lines.append(f"| {PUMA}: processor time, s | {PUMA_SECONDS:.0f} | {seconds:.1f} "
                     f"| {words[seconds <= PUMA_SECONDS]} |")  # fmt: skip
    seven = {name: row["seconds"] for name, row in rows.items() if row["joints"] == 7}
    if seven:
        last = max(seven, key=lambda name: seven[name])
        lines.append(f"| 7 joints ({len(seven)} arms), the slowest: processor time, s | {SEVEN_SECONDS:.0f} "
                     f"| {seven[last]:.1f} ({last}) | {words[seven[last] <= SEVEN_SECONDS]} |")  # fmt: skip
    return "\n".join(lines)


def data(rows: dict[str, dict[str, Any]]) -> str:
    """Return the results of every arm as CSV."""
    cells: list[list[object]] = [["arm", "joints", *model_names(), "proof", "processor time: s"]]
    for name, row in rows.items():
        counts = (row["calculations"][program] for program in model_names())
        cells.append([name, row["joints"], *counts, ", ".join(row["proofs"]), f"{row['seconds']:.1f}"])
    return as_csv(cells)


def main() -> None:
    """Derive all arms; print the results or write the page. The exit code is 1 if an arm has no result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object on standard output")
    parser.add_argument("--write", type=Path, metavar="DOCS", help="write leaderboard.md and its data in this folder")
    parser.add_argument("--arms", nargs="+", help=f"parts of names; {PUMA} and all of seven joints by default")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep what is done, and go on from there")
    arguments = parser.parse_args()
    store, rows, missing = Kept(arguments.keep), {}, {}
    puma = load_arm("akb1986").exact_chain
    for name, chain in ((PUMA, lambda: puma), *((arm.name, arm.chain) for arm in ARMS)):
        if arguments.arms and not any(part in name for part in arguments.arms):
            continue
        try:
            own = chain()
            if own.n == 7 or arguments.arms or name == PUMA:
                rows[name] = store.get(name, "effort", lambda own=own: derived(own))
        except (Unavailable, Puma560Error) as reason:
            missing[name] = str(reason)
    found = table(rows, {name: program.count.total for name, program in programs_of(puma).items()})
    found += "".join(f"\n\nWithout a result: {name}: {why}." for name, why in missing.items())
    if arguments.write:
        page = arguments.write / "leaderboard.md"
        page.write_text(with_table(page.read_text(encoding="utf-8"), "effort", found), encoding="utf-8")
        (arguments.write / "leaderboard_effort.csv").write_text(data(rows), encoding="utf-8")
    every = {"machine": machine(), "arms": rows, "missing": missing}
    print(json.dumps(every) if arguments.json else f"{found}\n\n{data(rows)}")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
