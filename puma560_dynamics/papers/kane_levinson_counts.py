"""Kane and Levinson, section 3: calculations of inverse dynamics, theirs and those they compare themselves with."""

from __future__ import annotations

from ..kane_levinson.counts import OTHERS_IN_THE_PAPER, PRINTED, any_numbers, of_torques
from .bench import Bench
from .claim import Chapter, Finding, Paper

CHAPTER = Chapter(Paper.KANE_LEVINSON)

MORE = "puma560 stanford"


@CHAPTER.entry("section 3", "inverse dynamics takes 646 multiplications and 394 additions", MORE)
def own_count(bench: Bench) -> Finding:
    claim = bench.stanford_claims["646 multiplications and 394 additions"]
    ours = of_torques(any_numbers(), with_speeds=False)
    return Finding(
        f"{PRINTED.multiplications} + {PRINTED.additions} = {PRINTED.total}",
        f"{ours.multiplications} + {ours.additions} = {ours.total}",
        ours == PRINTED,
        "calculations",
        obstacle="what is counted is not printed (u from the rates, sums of parameters, divisions); ours counts "
        "(118) to (126) with what they need of the appendices, from u and its derivatives",
        bounded=claim.holds,
    )


@CHAPTER.entry("section 3", "that is fewer than by Lagrange and Newton-Euler algorithms", MORE)
def fewer_than_others(bench: Bench) -> Finding:
    claim = bench.stanford_claims["fewer calculations than Newton-Euler"]
    others = ", ".join(f"{name} {count.total}" for name, count in OTHERS_IN_THE_PAPER.items())
    return Finding(
        f"{PRINTED.total} against {others}",
        f"{PRINTED.total} against {claim.ours}",
        claim.holds,
        "calculations",
        obstacle=f"it does not hold on equal terms: {claim.remark}",
        bounded=claim.ours < PRINTED.total < min(count.total for count in OTHERS_IN_THE_PAPER.values()),
    )


@CHAPTER.entry("section 3", "a formulation for torques alone takes significantly fewer", MORE)
def separate_formulations(bench: Bench) -> Finding:
    claim = bench.stanford_claims["separate formulations would need significantly fewer"]
    return Finding(f"< {PRINTED.total}", claim.ours, claim.holds, claim.unit, note=claim.remark)


@CHAPTER.entry("section 3", "counts of others: 2195 + 1719, 1541 + 1196, 852 + 738 (Hollerbach; Walker and Orin)", MORE)
def counts_of_others(bench: Bench) -> Finding:
    ours = bench.recursive.general_counts()["torque"]
    return Finding(
        ", ".join(str(count.total) for count in OTHERS_IN_THE_PAPER.values()),
        f"{ours.total} by our recursion for any arm of six revolute joints",
        False,
        "calculations",
        obstacle="quoted from other papers, whose algorithms are not printed in this one",
        bounded=ours.total < min(count.total for count in OTHERS_IN_THE_PAPER.values()),
    )


@CHAPTER.entry("section 3", "closed loops are dealt with by nonholonomic partial velocities", MORE)
def closed_loops(bench: Bench) -> Finding:
    return Finding(
        "no example",
        f"an open chain of {bench.stanford.n} joints",
        False,
        obstacle="announced for a later publication: the paper has no closed loop that could be computed",
    )
