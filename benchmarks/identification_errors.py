"""Compare identification with other tools on real recordings: `python benchmarks/identification_errors.py CASES`.

CASES is a YAML file with a list of cases: `name`, `arm`, `columns`, and `train` and `held_out`, each a table (`file`)
with the `rows` to be used; paths are relative to the file. `identification_cases.yaml` is the list of the published
figures, with the sources of its recordings. Every tool fits the same samples of `train`, and predicts the same samples
of `held_out`; the filter of positions has the cut-off that `identify` chooses, for every tool.

The noise floor is what the best fit to the held-out samples themselves leaves, by least squares and by this package.
The excess of a tool is its error minus the floor. Printed is the median over the joints of the excess of this package
divided by the excess of each tool, with a 90 % interval from a bootstrap over blocks of one second.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from identification_peers import Predict, Samples, available, least_squares

from puma560_dynamics import ReplaySettings, load_arm
from puma560_dynamics.arm import Arm
from puma560_dynamics.arm.friction_terms import FULL
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.bags.findings import Findings
from puma560_dynamics.identification.identify import Identified, fit_unknowns
from puma560_dynamics.identification.predict import choose_cut_off, predict
from puma560_dynamics.identification.prediction_band import windows_outside
from puma560_dynamics.identification.recorded import recorded
from puma560_dynamics.identification.unknowns import Unknowns
from puma560_dynamics.replay.motion.motion import Motion, Motions
from puma560_dynamics.replay.reading.bag_recording import open_recording
from puma560_dynamics.replay.reading.recording_paths import sources_of

OURS = "puma560 identify"
BLOCK = 1.0
"""Length of a block of the bootstrap, s."""

DRAWS = 500
"""Number of bootstrap draws."""


def settings_of(case: Mapping[str, Any], which: str, folder: Path) -> ReplaySettings:
    """Return the settings for one recording of a case."""
    columns = dict(case["columns"]) | ({"rows": case[which]["rows"]} if "rows" in case[which] else {})
    return ReplaySettings(arm=str(folder / case["arm"]), columns=columns, cut_off=case.get("cut_off", 15.0))


def motions(path: Path, arm: Arm, settings: ReplaySettings) -> list[Motion]:
    """Read one recording."""
    findings = Findings()
    opened = open_recording(sources_of(path), arm, settings, findings)
    return list(Motions(opened.blocks(), arm.n, settings, findings, continuous=arm.continuous, scale=arm.motion_scale))


def samples(pieces: list[Motion]) -> tuple[FloatArray, Samples]:
    """Return the times and the samples that can be compared."""
    used = np.concatenate([piece.used for piece in pieces])
    time, *arrays = (
        np.concatenate([getattr(piece, name) for piece in pieces])[used]
        for name in ("time", "q", "qd", "qdd", "effort")
    )
    return time, Samples(*arrays)


def ours(arm: Arm, pieces: list[Motion], cut_off: float) -> Identified:
    """Identify by the command's defaults."""
    unknowns = Unknowns(arm, friction=FULL)
    return fit_unknowns(unknowns, [recorded(pieces, unknowns, "train", cut_off=cut_off)], choose=True)


def predicted(found: Identified, pieces: list[Motion]) -> FloatArray:
    """Return the predicted effort (N, n) of the samples that can be compared."""
    return predict(pieces, found.unknowns, found.estimate.x, found.presliding, found.lead).torque


def relative(effort: FloatArray, torque: FloatArray, rows: FloatArray | None = None) -> FloatArray:
    """Return ‖measured − predicted‖ / ‖measured‖ (n,) over samples where both are known."""
    if rows is not None:
        effort, torque = effort[rows], torque[rows]
    there = np.isfinite(effort) & np.isfinite(torque)
    left, whole = (np.where(there, values, 0.0) for values in (effort - torque, effort))
    return np.asarray(np.linalg.norm(left, axis=0) / np.linalg.norm(whole, axis=0))


def compare(case: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Fit and predict one case by every tool."""
    paths = {which: folder / case[which]["file"] for which in ("train", "held_out")}
    settings = {which: settings_of(case, which, folder) for which in paths}
    arm, cut_off = load_arm(settings["train"].arm), settings["train"].cut_off
    torques: dict[str, FloatArray] = {}
    seconds: dict[str, float] = {}
    began = time.process_time()
    found = ours(arm, motions(paths["train"], arm, settings["train"]), cut_off)
    chosen = choose_cut_off([paths["train"]], found, settings["train"])
    seconds[OURS] = time.process_time() - began
    train, held = (motions(paths[which], arm, replace(settings[which], cut_off=chosen)) for which in paths)
    (_, fitted), (clock, judged) = samples(train), samples(held)
    torques[OURS] = predicted(found, held)
    for name, peer in available().items():
        began = time.process_time()
        try:
            answer: Predict = peer(arm, fitted)
            torques[name] = answer(judged)
        except Exception as error:  # a peer that fails on a recording has no figure
            print(f"{case['name']}: {name} failed: {error!r}"[:300])
            continue
        seconds[name] = time.process_time() - began
    again = motions(paths["held_out"], arm, settings["held_out"])
    floors = [predicted(ours(arm, again, cut_off), held), least_squares(arm, judged)(judged)]
    kept = found.complete(recorded(again, found.unknowns, "held out", cut_off=cut_off))
    outside = windows_outside([kept], found.estimate, found.noise)
    # All tools are judged on the samples that every tool predicts.
    everywhere = np.all([np.isfinite(values) for values in (*torques.values(), *floors)], axis=0)
    effort = np.where(everywhere, judged.effort, np.nan)
    errors = {name: relative(effort, torque) for name, torque in torques.items()}
    floor = np.min([relative(effort, torque) for torque in floors], axis=0)
    return {
        "name": case["name"],
        "cut_off": chosen,
        "floor": floor,
        "errors": errors,
        "seconds": seconds,
        "outside": outside,
        "ratios": {
            name: ratio(effort, torques[OURS], torque, floors, clock)
            for name, torque in torques.items()
            if name != OURS
        },
    }


def ratio(
    effort: FloatArray, own: FloatArray, other: FloatArray, floors: list[FloatArray], clock: FloatArray
) -> tuple[float, float, float]:
    """Return the median over joints of the ratio of both excesses, and its 90 % interval."""

    def median(rows: FloatArray | None = None) -> float:
        floor = np.min([relative(effort, torque, rows) for torque in floors], axis=0)
        above, reference = (relative(effort, torque, rows) - floor for torque in (own, other))
        return float(np.median(above / np.maximum(reference, 1e-3)))

    block = np.floor(clock / BLOCK).astype(int)
    members = [np.flatnonzero(block == each) for each in np.unique(block)]
    rng = np.random.default_rng(1)
    draws = [
        median(np.concatenate([members[each] for each in rng.integers(len(members), size=len(members))]))
        for _ in range(DRAWS)
    ]
    low, high = np.quantile(draws, [0.05, 0.95])
    return median(), float(low), float(high)


def show(result: Mapping[str, Any]) -> None:
    """Print the table of one case."""
    print(f"\n{result['name']}, positions filtered at {result['cut_off']:.3g} Hz: relative error of held-out samples")
    for name, error in result["errors"].items():
        words = " ".join(f"{value:.3f}" for value in error)
        against = ""
        if name in result["ratios"]:
            middle, low, high = result["ratios"][name]
            against = f"   excess of {OURS}: {middle:.2f} times its ({low:.2f} to {high:.2f})"
        print(f"  {name:18} {words}   {result['seconds'].get(name, float('nan')):6.1f} s{against}")
    print(f"  {'noise floor':18} {' '.join(f'{value:.3f}' for value in result['floor'])}")
    print(f"  windows outside the band: {' '.join(f'{100 * share:.1f} %' for share in result['outside'])}")


def table(results: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """Return the table of the documentation as CSV."""
    rows = [["recording", "relative error, joints in order", "noise floor", *(f"against {name}" for name in names)]]
    for result in results:
        figures = [" ".join(f"{value:.3f}" for value in values) for values in (result["errors"][OURS], result["floor"])]
        against = [
            "{:.2f} ({:.2f} to {:.2f})".format(*result["ratios"][name]) if name in result["ratios"] else "–"
            for name in names
        ]
        rows.append([result["name"], *figures, *against])
    middles = [[result["ratios"][name][0] for result in results if name in result["ratios"]] for name in names]
    rows.append(["**median**", "", "", *(f"**{np.median(values):.2f}**" for values in middles)])
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def main() -> None:
    """Compare all cases."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", type=Path, help="YAML file with the recordings")
    parser.add_argument("--only", nargs="+", help="names of the cases (default: all)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="also write the table of the documentation")
    arguments = parser.parse_args()
    cases = yaml.safe_load(arguments.cases.read_text(encoding="utf-8"))
    results = []
    for case in cases:
        if arguments.only and case["name"] not in arguments.only:
            continue
        results.append(compare(case, arguments.cases.parent))
        show(results[-1])
    names = sorted({name for result in results for name in result["ratios"]})
    print("\nmedian over joints of the excess, relative to each tool:")
    for name in names:
        values = [result["ratios"][name][0] for result in results if name in result["ratios"]]
        print(f"  {name:18} {' '.join(f'{value:.2f}' for value in values)}   median {np.median(values):.2f}")
    if arguments.json:
        arguments.json.write_text(json.dumps(results, default=np.ndarray.tolist, indent=1), encoding="utf-8")
    if arguments.csv:
        arguments.csv.write_text(table(results, names), encoding="utf-8")


if __name__ == "__main__":
    main()
