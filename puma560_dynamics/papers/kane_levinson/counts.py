"""Kane and Levinson: calculations of inverse dynamics (section 3), and the parameters of appendix 3."""

from __future__ import annotations

from ...models.recursive.newton_euler import NewtonEulerModel
from ...models.terms import OperationCount
from ..bench import Bench
from ..corrections import of_place
from ..entry import SAME_EXPRESSIONS, Chapter, EntryKind, EntryResult, EntryRow, Paper, counted
from .counted_algorithms import OTHERS_IN_THE_PAPER, PRINTED
from .disclosure import disclosing
from .equation_code import any_numbers, of_torques
from .equations import TORQUES
from .errata import stanford_errata
from .parameters import stanford_parameters

CHAPTER = Chapter(Paper.KANE_LEVINSON)

MORE = "puma560 paper stanford"

APPENDIX_3 = {
    "L1": 0.1, "L2": 0.6, "L3": 0.2, "L4": 0.1, "L5": 0.7, "L6": 0.06,
    "mA": 9, "mB": 6, "mC": 4, "mD": 1, "mE": 0.6, "mF": 0.5,
    "A1": 0.01, "A2": 0.02, "A3": 0.01, "B1": 0.06, "B2": 0.01, "B3": 0.05, "C1": 0.4, "C2": 0.01, "C3": 0.4,
    "D1": 0.0005, "D2": 0.001, "D3": 0.001, "E1": 0.0005, "E2": 0.0002, "E3": 0.0005,
    "F1": 0.001, "F2": 0.002, "F3": 0.003,
}  # fmt: skip
"""Parameters of appendix 3 as printed: m, kg, kg·m²."""


@CHAPTER.entry(
    "section 3",
    "inverse dynamics takes 646 multiplications and 394 additions",
    MORE,
    criterion=f"{SAME_EXPRESSIONS}. As in the text, q and its derivatives are given; the count from u and its "
    "derivatives is shown, and does not decide. Ours has one multiplication for a product, square or quotient, and "
    "none for calculations with only constants; sines, cosines and signs do not count",
)
@disclosing(*TORQUES, tested=False, values=False)
def own_count(bench: Bench) -> EntryResult:
    readings = {
        "from q and its derivatives": of_torques(any_numbers()),
        "from u and its derivatives": of_torques(any_numbers(), with_speeds=False),
    }
    ours = readings["from q and its derivatives"]
    return EntryResult(
        _parts(PRINTED),
        _sum(ours),
        ours == PRINTED,
        "calculations",
        obstacle="what counts as a calculation is not printed (divisions, sums of parameters); ours counts "
        "(118) to (126) with what they need of the appendices, (3), (5) to (7), and derivatives of these by us",
        shown=counted(ours.total, PRINTED.total),
        rows=tuple(
            EntryRow(name, _parts(PRINTED) if count == ours else None, _sum(count), "", count == PRINTED)
            for name, count in readings.items()
        ),
    )


def _parts(count: OperationCount) -> str:
    return f"{count.multiplications} + {count.additions}"


def _sum(count: OperationCount) -> str:
    return f"{_parts(count)} = {count.total}"


@CHAPTER.entry(
    "section 3",
    "that is fewer than by Lagrange and Newton-Euler algorithms",
    MORE,
    criterion="none, because the other algorithms are not printed. The entry shows that the quoted numbers are larger "
    "than the paper's own number",
)
@disclosing(*TORQUES, tested=False, values=False)
def fewer_than_others(bench: Bench) -> EntryResult:
    others = ", ".join(f"{name} {_parts(count)}" for name, count in OTHERS_IN_THE_PAPER.items())
    ours = of_torques(any_numbers()).total
    recursion = NewtonEulerModel(bench.stanford).general_counts()["torque"].total
    same_zeros = bench.stanford_claims["fewer calculations than Newton-Euler"].ours
    return EntryResult(
        f"{_parts(PRINTED)} against {others}",
        f"{ours} against {recursion} by our recursion",
        False,
        "calculations",
        obstacle="the algorithms that are meant are not printed; against our recursion for any arm with joints of "
        f"these kinds it {'holds' if ours < recursion else 'does not hold'}",
        shown=PRINTED.total < min(count.total for count in OTHERS_IN_THE_PAPER.values()),
        note=f"a recursion that uses the same zeros as the paper's equations takes {same_zeros:g}",
    )


@CHAPTER.entry(
    "section 3",
    "separate formulations for torques and for simulation take significantly fewer",
    MORE,
    criterion="none: no such formulation is printed, and “significantly” is not a number. The entry shows a "
    "formulation by our generator that needs fewer calculations",
)
def separate_formulations(bench: Bench) -> EntryResult:
    claim = bench.stanford_claims["separate formulations would need significantly fewer"]
    return EntryResult(
        f"“significantly reduced further” than {_parts(PRINTED)}",
        f"{claim.ours:g} (ours)",
        False,
        claim.unit,
        obstacle="no such formulation is printed",
        shown=claim.ours < PRINTED.total,
        note="the number is that of the generator's inverse dynamics for an arm with these zeros and random "
        "parameters, without calculations with only constants",
    )


@CHAPTER.entry(
    "section 3",
    "counts of others: 2195 + 1719, 1541 + 1196, 852 + 738 (Hollerbach; Walker and Orin; Silver for the last, too)",
    MORE,
    criterion="none, because they are quoted. The entry shows that an algorithm for any arm with joints of these kinds "
    "exists that takes fewer calculations",
)
def counts_of_others(bench: Bench) -> EntryResult:
    ours = NewtonEulerModel(bench.stanford).general_counts()["torque"]
    return EntryResult(
        ", ".join(_parts(count) for count in OTHERS_IN_THE_PAPER.values()),
        f"{ours.total} by our recursion for any arm with joints of these kinds",
        False,
        "calculations",
        obstacle="quoted from other papers, whose algorithms are not printed in this one",
        shown=ours.total < min(count.total for count in OTHERS_IN_THE_PAPER.values()),
    )


@CHAPTER.entry(
    "section 3",
    "closed loops are dealt with by nonholonomic partial velocities",
    MORE,
    criterion="none: no closed loop is printed",
)
def closed_loops(bench: Bench) -> EntryResult:
    return EntryResult(
        "no example",
        "nothing to compute",
        False,
        obstacle="announced for a later publication: the paper has no closed loop that could be computed",
    )


@CHAPTER.entry(
    "appendix 3",
    "parameters of the arm",
    "puma560 arm check stanford1983",
    criterion="every printed number against the arm file, to 1e-12; g is not in the scan, the file has 9.81 m/s²",
    kind=EntryKind.TRANSCRIPTION,
)
def appendix_3(bench: Bench) -> EntryResult:
    ours = {**stanford_parameters(bench.stanford), "mA": bench.stanford.links[0].mass}
    rows = tuple(
        EntryRow(name, value, ours[name], {"L": "m", "m": "kg"}.get(name[0], "kg·m²"), abs(ours[name] - value) < 1e-12)
        for name, value in APPENDIX_3.items()
    )
    agree = sum(row.agrees for row in rows)
    labels = of_place(stanford_errata(), "appendix 3")
    return EntryResult(f"{len(rows)} numbers", f"{agree} agree", agree == len(rows),
                       corrected=labels.sentences, note=labels.note, rows=rows)  # fmt: skip
