"""Results of the leaderboard: lines for the page, and its tables as CSV."""

from __future__ import annotations

import csv
import io
import statistics
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from casadi_forms import PEERS, STRAIGHT, THROUGH

OURS, CASADI = "ours", "CasADi"
"""Names of both contenders; CasADi is the peer with the smallest value."""

NAMES = {"torque": "torque", "gravity": "gravity", "kinetic_energy_matrix": "A", "acceleration": "forward dynamics"}
FIGURES = {"operations": "operations", "ns": "time of one call", "ns, batch of 264": "batch of 264, time",
           "ns, batch of 1e6": "batch of 10⁶, time"}  # fmt: skip
COMPARED = tuple(NAMES)
IN_BATCHES = ("torque", "kinetic_energy_matrix")
ONE_CALL = "ns"
BATCHES = {264: "ns, batch of 264", 10**6: "ns, batch of 1e6"}
"""Measure by number of states in a batch; the smaller batch fits into the second-level cache, the larger does not."""

READ = {"torque": 3, "kinetic_energy_matrix": 1}
"""Number of inputs of each task, with one value per joint each."""

WRITTEN: Mapping[str, Callable[[int], int]] = {"torque": lambda n: n, "kinetic_energy_matrix": lambda n: n * n}
"""Number of values in a result, as a function of the number of joints."""

GOALS = tuple(
    (task, figure, *goal)
    for figure, goals in {
        "operations": ((0.75, 0.90), (0.75, 1.0)),
        ONE_CALL: ((0.75, 1.0), (0.75, 1.0)),
        **dict.fromkeys(BATCHES.values(), ((0.85, 1.0), (0.85, 1.0))),
    }.items()
    for task, goal in zip(IN_BATCHES, goals, strict=True)
)
"""Task, measure, and goals for the ratio of ours to CasADi's, each for the nearest and the strongest peer: median and
worst arm."""

NEAREST = {"torque": "with U", "kinetic_energy_matrix": "customised"}
"""Form whose operations are closest to those of the peer for which the goals were set, by task."""

LARGE = BATCHES[10**6]
"""Measure of the batch whose time is limited by memory."""

BATCHED = [(task, figure) for task in IN_BATCHES for figure in BATCHES.values()]
"""Task and measure of every batch that is timed."""

Rows = Sequence[Mapping[str, Any]]


def moved(task: str) -> str:
    """Return the name of the job that only moves the values of a task."""
    return f"{task}, numbers only moved"


def lines(results: Mapping[str, Any]) -> dict[str, str]:
    """Return the Markdown text of the page by the name of its place."""
    machine = {**results["machine"], "rounds": results["rounds"]}
    return {
        "leaderboard machine": "Measured with " + ", ".join(f"{name} {value}" for name, value in machine.items()) + ".",
        "leaderboard missing": "\n".join(f"- {name}: {why}." for name, why in results["missing"].items())
        or "No arm is without a result.",
    }


def data(rows: Rows) -> dict[str, str]:
    """Return the CSV text of the data files of the page, by name."""
    tables = {"": _arms(rows), "_peers": _peers(rows), "_goals": _goals(rows), "_memory": _memory(rows)}
    return {f"leaderboard{name}.csv": as_csv(table) for name, table in tables.items()}


def as_csv(rows: Iterable[Sequence[object]]) -> str:
    """Return rows of cells as CSV."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def _arms(rows: Rows) -> Iterator[list[object]]:
    """Yield the headings, then the values of each arm; a value that was not measured is empty."""
    places = [(task, figure) for task in COMPARED for figure in ("operations", ONE_CALL)] + BATCHED
    heads = [f"{NAMES[task]}: {figure}: {name}" for task, figure in places for name in (OURS, CASADI)]
    yield ["arm", "joints", "package", "file", "first joint", "last joint", "held joints", "derivation: s", *heads]
    for row in rows:
        package, _, file = row["source"].partition(":")
        held = row["held"]
        more = f" and {len(held) - 3} more" if len(held) > 3 else ""
        chain = [row["first"], row["last"], " ".join(held[:3]) + more]
        figures = [row["tasks"][task].get(figure, {}) for task, figure in places]
        cells = [_number(own.get(name)) for own in figures for name in (OURS, CASADI)]
        yield [row["arm"], row["joints"], package, file, *chain, f"{row['derivation_s']:.1f}", *cells]


def _peers(rows: Rows) -> Iterator[list[object]]:
    """Yield the headings, then the ratio of ours to CasADi's over all arms, for every measure and form of the peer."""
    yield ["task", "figure", "CasADi's form", "median", "worst arm", "arms where it was the fastest"]
    for task in COMPARED:
        ratios: dict[str, list[float]] = {}
        for row in rows:
            counts = row["tasks"][task]["operations"]
            own = {form: counts[OURS] / peer[task] for form, peer in row["forms"].items() if peer[task]}
            for form, ratio in (own | ({"fewest": counts["ratio"]} if "ratio" in counts else {})).items():
                ratios.setdefault(form, []).append(ratio)
        for form, found in ratios.items():
            yield [NAMES[task], "operations", form, f"{statistics.median(found):.3f}", f"{max(found):.3f}", ""]
    for task, figure in [(task, ONE_CALL) for task in COMPARED] + BATCHED:
        for name in PEERS:
            timed = [own for row in rows if name in (own := row["tasks"][task].get(figure, {})).get("ratios", {})]
            if timed:
                times = [own["ratios"][name] for own in timed]
                first = sum(own["fastest"] == name for own in timed)
                yield [NAMES[task], figure, name, f"{statistics.median(times):.2f}", f"{max(times):.2f}", first]


def _number(value: float | None) -> str:
    if value is None or isinstance(value, int):
        return "" if value is None else str(value)
    return f"{value:.1f}" if value < 100 else f"{value:.0f}"


def _goals(rows: Rows) -> Iterator[list[str]]:
    """Yield the heads, then the goals and what is reached, for every task and figure."""
    yield ["ours / CasADi's", "arms", "goal: median", "nearest peer", "strongest", "goal: worst arm", "nearest peer",
           "strongest"]  # fmt: skip
    for task, figure, *limits in GOALS:
        found = [{row["arm"]: ratio for row in rows if (ratio := of(row, task, figure))}
                 for of in (_to_nearest, _to_strongest)]  # fmt: skip
        cells = [NAMES[task] + ", " + FIGURES[figure], str(len(found[0]))]
        for limit, judged in zip(limits, (_median, _worst), strict=True):
            cells += [f"{limit:.2f}", *(judged(ratios, limit) for ratios in found)]
        yield cells


def _to_strongest(row: Mapping[str, Any], task: str, figure: str) -> float | None:
    found: float | None = row["tasks"][task].get(figure, {}).get("ratio")
    return found


def _to_nearest(row: Mapping[str, Any], task: str, figure: str) -> float | None:
    """Return the ratio to the form `NEAREST`; for single calls, the ratio to the faster of its two builds."""
    own, form = row["tasks"][task].get(figure, {}), NEAREST[task]
    if figure == "operations":
        count = row["forms"][form][task]
        return float(own[OURS] / count) if count else None
    ways = {ONE_CALL: ("", STRAIGHT), LARGE: (THROUGH,)}.get(figure, ("",))
    return max((own["ratios"][form + way] for way in ways if "ratios" in own), default=None)


def _median(ratios: Mapping[str, float], goal: float) -> str:
    return _reached(statistics.median(ratios.values()), goal) if ratios else "not measured"


def _worst(ratios: Mapping[str, float], goal: float) -> str:
    last = max(ratios, key=lambda arm: ratios[arm], default=None)
    return f"{_reached(ratios[last], goal)} ({last})" if last else "not measured"


def _reached(ratio: float, goal: float) -> str:
    return f"{ratio:.2f} {'yes' if ratio <= goal else '**no**'}"


def _memory(rows: Rows) -> Iterator[list[str]]:
    """Yield the heads, then times for moving the values of a large batch, by task and number of joints."""
    yield ["10⁶ states", "joints", "arms", "numbers read", "written", "only moved, ns", "ours, ns", "CasADi's, ns",
           "only moved / CasADi's", "ours / CasADi's", "goal"]  # fmt: skip
    for task, goal in zip(IN_BATCHES, (goal[2] for goal in GOALS if goal[1] == LARGE), strict=True):
        timed = [(row["joints"], row["tasks"][task].get(LARGE, {})) for row in rows]
        whole = [(joints, own) for joints, own in timed if "moved" in own]
        for count in (*sorted({joints for joints, _ in whole}), None):
            own = [figures for joints, figures in whole if count in (joints, None)]
            if not own:
                continue
            figures = [statistics.median(each[key] for each in own) for key in ("moved", OURS, CASADI)]
            least = statistics.median(each["moved"] / each[CASADI] for each in own)
            ratio = statistics.median(each["ratio"] for each in own)
            sizes = [str(count), str(len(own)), str(READ[task] * count), str(WRITTEN[task](count))] if count else [
                "all", str(len(own)), "", ""]  # fmt: skip
            cells = [NAMES[task], *sizes, *(f"{ns:.1f}" for ns in figures), f"{least:.2f}", f"{ratio:.2f}"]
            yield [*cells, "" if count else f"{goal:.2f}"]
