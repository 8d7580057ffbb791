"""Measure thresholds, detection and false alarms on identified simulated arms: `python benchmarks/contacts.py FOLDER`.

Twenty arms (`contact_arms`) are identified from 90 s of motion on two days, by `identify`. Their files are kept in
FOLDER. Then every arm is observed on other days (`contact_observer`):

- an hour of motion without contact, at 250 Hz: thresholds and false alarms;
- forces at the tip, in motion and at rest, whose largest torque is 1.7 times the threshold of its joint: the time from
  the onset to the first sample whose processing announces a contact.

In motion the arm keeps to its path. At rest (`contact_pushes`) the arm has a PD controller and yields. ``--write docs``
writes the tables of docs/external_torque.md.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from contact_arms import EACH, KINDS, SimulatedArm, continuous, described, fresh
from contact_observer import estimated, fourth_difference
from contact_pushes import DELAY, in_motion, pushed_at_rest
from native import Unavailable

from puma560_dynamics import (
    ContactEvents,
    MomentumObserver,
    ReplaySettings,
    TorqueUncertainty,
    arm_friction,
    identify,
    load_arm,
    load_model,
)
from puma560_dynamics.arrays import FloatArray
from puma560_dynamics.identification.arm_yaml import arm_yaml
from puma560_dynamics.models.interface import DynamicModel

IDENTIFIED_AT, DAYS, PIECES = 100.0, 2, 3
"""Rate of the recordings for identification, Hz; number of days, and of motions on each day."""

HOURS, PIECE, RATE = 1.05, 270.0, 250.0
"""Hours of motion of each arm without contact, length of a piece, s, and its rate, Hz."""

BANDWIDTHS, RATES = (50.0, 100.0, 150.0), (250.0, 500.0, 1000.0)
"""Poles of the estimate, 1/s, and rates, Hz, at which forces are detected."""

FUNCTIONS = ("momentum", "transposed_coriolis_torque", "gravity", "kinetic_energy_matrix")


def identified(kind: str, number: int, folder: Path) -> tuple[SimulatedArm, DynamicModel]:
    """Return a simulated arm, and the model of its arm file, which is identified if FOLDER does not have it."""
    arm, source = described(kind)
    plant = SimulatedArm(arm, number)
    path = folder / f"{kind.replace(' ', '_').lower()}_{number}.yaml"
    if not path.exists():
        rng, tables = np.random.default_rng((1, number)), []
        for _ in range(DAYS):
            pieces = [continuous(arm, IDENTIFIED_AT, rng) for _ in range(PIECES)]
            motion = tuple(np.concatenate(each) for each in zip(*pieces, strict=True))
            samples = plant.record(motion, IDENTIFIED_AT, rng, plant.days(rng))
            tables.append({"t": samples.time, "q": samples.q, "qd": samples.qd, "tau": samples.effort})
        found = identify(tables, ReplaySettings(arm=source), friction="full")
        path.write_text(arm_yaml(found, path), encoding="utf-8")
    model = load_model("generated", load_arm(path))
    model.prepare(*FUNCTIONS)
    return plant, model


def observed(plant: SimulatedArm, model: DynamicModel, seed: tuple[int, ...], hours: float) -> dict[str, Any]:
    """Return thresholds, false alarms and detections of one arm."""
    rng = np.random.default_rng(seed)
    most = model.arm.maximum_torque
    pieces = max(1, round(3600.0 * hours / PIECE))
    alarms = dict.fromkeys(map(str, BANDWIDTHS), 0)
    thresholds: dict[str, list[Any]] = {str(bandwidth): [] for bandwidth in BANDWIDTHS}
    ratios = {name: np.zeros(model.n) for name in alarms}
    residual = np.zeros(model.n)
    for _ in range(pieces):
        samples = plant.record(fresh(model.arm, RATE, PIECE, rng), RATE, rng, plant.days(rng))
        noise = fourth_difference(samples.effort), fourth_difference(samples.qd)
        for bandwidth in BANDWIDTHS:
            found = estimated(model, bandwidth, samples, noise)
            name = str(bandwidth)
            alarms[name] += len(found.contacts(1.0 / RATE))
            moving = found.held < 0.001 * most
            thresholds[name].append([np.median(found.threshold[moving[:, j], j]) / most[j] for j in range(model.n)])
            ratios[name] = np.maximum(ratios[name], (np.abs(found.estimate) / found.threshold).max(axis=0))
            if bandwidth == BANDWIDTHS[0]:
                squares = np.where(moving, found.estimate**2, np.nan)
                residual += np.sqrt(np.nanmean(squares, axis=0)) / most / pieces
    errors = [model.arm.quantities[f"prediction_error.{name}"].value for name in model.arm.joint_names]
    return {
        "hours": pieces * PIECE / 3600.0,
        "alarms": alarms,
        "thresholds": {name: np.mean(rows, axis=0).tolist() for name, rows in thresholds.items()},
        "largest": {name: row.tolist() for name, row in ratios.items()},
        "residual": residual.tolist(),
        "prediction_error": (np.array(errors) / most).tolist(),
        "dry": (plant.dry / most).tolist(),
        "moving": {f"{rate:g}": in_motion(plant, model, rate, BANDWIDTHS, rng) for rate in RATES},
        "still": {f"{rate:g}": pushed_at_rest(plant, model, rate, BANDWIDTHS, rng) for rate in RATES},
    }


def difference(plant: SimulatedArm, model: DynamicModel, bandwidth: float, seconds: float = 10.0) -> float:
    """Return the largest difference between `estimated` and the classes of the package, relative to maximum torque."""
    rng = np.random.default_rng(7)
    samples = plant.record(fresh(model.arm, RATE, seconds, rng), RATE, rng, plant.days(rng))
    noise = fourth_difference(samples.effort), fourth_difference(samples.qd)
    found, friction = estimated(model, bandwidth, samples, noise), arm_friction(model.arm)[0]
    observer = MomentumObserver(model, bandwidth, friction)
    uncertainty = TorqueUncertainty(model, bandwidth, friction, effort_noise=noise[0], velocity_noise=noise[1])
    events, apart, count = ContactEvents(model.n, bandwidth, 0.02), 0.0, 0
    for k, state in enumerate(zip(samples.time.tolist(), samples.q, samples.qd, samples.effort, strict=True)):
        estimate, error = observer.update(*state), uncertainty.update(*state)
        count += events.update(state[0], state[2], estimate, error) is not None
        if k > 100:
            both = np.abs(estimate - found.estimate[k]), np.abs(error.threshold - found.threshold[k])
            apart = max(apart, float((np.max(both, axis=0) / model.arm.maximum_torque).max()))
    count += events.present is not None
    assert count == len(found.contacts(1.0 / RATE)), "the number of contacts differs"
    return apart


def share_in_time(delays: FloatArray) -> float:
    """Return the fraction of detections within `DELAY`; a delay that is not finite counts as missed."""
    return float(np.mean(np.nan_to_num(delays, nan=np.inf) <= DELAY))


def summary(results: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the figures of all arms as text."""
    lines, hours = [], sum(each["hours"] for each in results.values())
    for bandwidth in map(str, BANDWIDTHS):
        alarms = sum(each["alarms"][bandwidth] for each in results.values())
        limits = np.concatenate([each["thresholds"][bandwidth] for each in results.values()])
        lines.append(
            f"bandwidth {bandwidth}: {alarms} false contacts in {hours:.1f} h; thresholds {100 * limits.mean():.2f} % "
            f"of the maximum torque, largest {100 * limits.max():.2f} %, {100 * np.mean(limits <= 0.03):.0f} % at "
            "most 3 %"
        )
        for where in ("moving", "still"):
            for rate in results[next(iter(results))][where]:
                delays = np.concatenate([each[where][rate][bandwidth] for each in results.values()])
                known = delays[np.isfinite(delays)]
                lines.append(
                    f"  {where} {rate} Hz: {len(delays)} forces, found {100 * (len(known) / len(delays)):.2f} %, "
                    "within 20 ms "
                    f"{100 * share_in_time(delays):.2f} %, median {1e3 * np.median(known):.1f} ms, "
                    f"99 % {1e3 * np.nanquantile(np.where(np.isfinite(delays), delays, 9.0), 0.99):.1f} ms"
                )
    return "\n".join(lines)


def tables(results: Mapping[str, Mapping[str, Any]], bandwidth: float) -> dict[str, str]:
    """Return the tables of the documentation by the name of their file."""
    name = str(bandwidth)
    rows = [["arm", "threshold, joints 1 to 6, % of the maximum torque", "residual, %", "false contacts", "hours"]]
    for kind in KINDS:
        own = [each for key, each in results.items() if key.startswith(f"{kind}, ")]
        if own:
            middle = np.mean([each["thresholds"][name] for each in own], axis=0)
            worst = np.max([each["thresholds"][name] for each in own], axis=0)
            residual = np.mean([each["residual"] for each in own], axis=0)
            rows.append([
                f"{kind} ({len(own)})",
                ", ".join(f"{100 * a:.1f} ({100 * b:.1f})" for a, b in zip(middle, worst, strict=True)),
                f"{100 * residual.min():.2f} to {100 * residual.max():.2f}",
                str(sum(each["alarms"][name] for each in own)),
                f"{sum(each['hours'] for each in own):.1f}",
            ])  # fmt: skip
    found = [["arm", "rate, Hz", "forces", "found", "within 20 ms", "median, ms", "99 %, ms"]]
    for where, words in (("moving", "moves"), ("still", "stands")):
        for rate in map("{:g}".format, RATES):
            delays = np.concatenate([each[where][rate][name] for each in results.values()])
            shares = [f"{100 * share:.2f} %" for share in (np.isfinite(delays).mean(), share_in_time(delays))]
            late = np.where(np.isfinite(delays), 1e3 * delays, np.inf)
            most = [np.quantile(late, share, method="higher") for share in (0.5, 0.99)]
            times = [f"{time:.0f}" if np.isfinite(time) else "–" for time in most]
            found.append([words, rate, str(len(delays)), *shares, *times])
    result = {}
    for file, lines in (("external_torque_thresholds.csv", rows), ("external_torque_detection.csv", found)):
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(lines)
        result[file] = text.getvalue()
    return result


def main() -> int:
    """Identify and observe all arms, and print the figures; results of arms that FOLDER has are used again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="folder of the identified arms and of results")
    parser.add_argument("--hours", type=float, default=HOURS, help="hours of motion of each arm (default: %(default)s)")
    parser.add_argument("--each", type=int, default=EACH, help="number of arms of each kind (default: %(default)s)")
    parser.add_argument("--only", nargs="+", choices=list(KINDS), help="kinds of arms (default: all)")
    parser.add_argument("--write", type=Path, metavar="DOCS", help="also write the tables of the documentation")
    parser.add_argument("--bandwidth", type=float, default=150.0, help="that of the tables, 1/s (default: %(default)s)")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    results: dict[str, Any] = {}
    for number in range(arguments.each):
        for place, kind in enumerate(KINDS):
            if arguments.only and kind not in arguments.only:
                continue
            name = f"{kind}, {number + 1}"
            file = arguments.folder / f"{name.replace(' ', '_').replace(',', '').lower()}.json"
            if not file.exists():
                try:
                    plant, model = identified(kind, number, arguments.folder)
                except Unavailable as reason:
                    print(f"not measured: {reason}", file=sys.stderr)
                    return 1
                if not number:
                    print(f"{name}: differs from the classes by {difference(plant, model, 150.0):.1e}", flush=True)
                found = observed(plant, model, (2, number, place), arguments.hours)
                file.write_text(json.dumps(found), encoding="utf-8")
            results[name] = json.loads(file.read_text(encoding="utf-8"))
            print(name, results[name]["alarms"], flush=True)
    print(summary(results))
    if arguments.write:
        for file_name, text in tables(results, arguments.bandwidth).items():
            (arguments.write / file_name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
