"""Order the calculations of a program for a processor: short dependency chains, and few values in registers.

The number of operations does not change. The result of an operation is available several cycles after its operands, so
terms of sums and factors of products are sorted by the time at which they are available. Compilers keep these orders,
because they affect rounding. They also largely keep the order of statements, which determines how many values must be
kept in registers at a time.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import replace

from .program import Group, Output, Program, Statement, Term, Value

DIVISION = 4
"""Duration of a division, in additions."""


def scheduled(program: Program) -> Program:
    """Return the program with its statements, terms and factors sorted."""
    depth: dict[str, int] = {}
    statements = []
    for each in evaluation_order(program):
        if isinstance(each, Statement):
            value, depth[each.name] = _ordered(each.value, depth)
            statements.append(Statement(each.name, value))
    outputs = tuple(replace(output, value=_ordered(output.value, depth)[0]) for output in program.outputs)
    return replace(program, statements=tuple(statements), outputs=outputs)


def evaluation_order(program: Program) -> list[Statement | Output]:
    """Sort statements and outputs so that few values are live (computed and still needed) at a time.

    A greedy choice: the next statement is the one after which the fewest values are live; among equals, the one with
    the longest chain to an output. Outputs are stored at once and are not live afterwards.
    """
    known: dict[str, Statement | Output] = {statement.name: statement for statement in program.statements}
    known |= {f"output {number}": output for number, output in enumerate(program.outputs)}
    place = {name: number for number, name in enumerate(known)}
    used = {name: [factor for factor in each.value.names if factor in known] for name, each in known.items()}
    sines = {trig.name for trig in program.trigonometry}
    held = {name: [*used[name], *(sines & each.value.names)] for name, each in known.items()}
    users: dict[str, list[str]] = {name: [] for name in known}
    for name, factors in used.items():
        for factor in factors:
            users[factor].append(name)
    behind: dict[str, int] = {}  # number of statements on the longest chain to an output
    for name in reversed(known):
        behind[name] = 1 + max((behind[user] for user in users[name]), default=0)
    waiting: dict[str, set[str]] = {}  # for each value, the statements that still need it
    for name, factors in held.items():
        for factor in factors:
            waiting.setdefault(factor, set()).add(name)
    missing = {name: len(factors) for name, factors in used.items()}
    # Decrease of live values by each statement: values that only it still needs, minus its own result.
    fewer = {
        name: sum(len(waiting[factor]) == 1 for factor in held[name]) - isinstance(each, Statement)
        for name, each in known.items()
    }
    ready: list[tuple[int, int, int, str]] = []

    def offer(name: str) -> None:
        heapq.heappush(ready, (-fewer[name], -behind[name], place[name], name))

    for name, count in missing.items():
        if not count:
            offer(name)
    result: dict[str, Statement | Output] = {}
    while ready:
        *_, chosen = heapq.heappop(ready)
        if chosen in result:  # a duplicate: it was offered again when `fewer` changed
            continue
        result[chosen] = known[chosen]
        for factor in held[chosen]:
            waiting[factor].remove(chosen)
            if len(waiting[factor]) == 1:
                (last,) = waiting[factor]
                fewer[last] += 1
                if not missing[last]:
                    offer(last)
        for user in users[chosen]:
            missing[user] -= 1
            if not missing[user]:
                offer(user)
    return list(result.values())


def _ordered(value: Value, depth: dict[str, int]) -> tuple[Value, int]:
    """Sort a value's groups, terms and factors by the time they are available; return also the value's own time.

    Times are counted in operations on the longest dependency chain (`depth`, by name).
    """
    groups = []
    for group in value.groups:
        terms = []
        for term in group.terms:
            factors = tuple(sorted(term.factors, key=lambda name: depth.get(name, 0)))
            terms.append((_product(depth.get(name, 0) for name in factors), Term(term.sign, factors)))
        terms.sort(key=lambda each: each[0])
        alone = _sum(at for at, _ in terms)
        groups.append((alone + (group.coefficient != 1), Group(group.coefficient, tuple(term for _, term in terms))))
    groups.sort(key=lambda each: each[0])
    return replace(value, groups=tuple(group for _, group in groups)), _sum(at for at, _ in groups) + (
        DIVISION if value.inverted else 0
    )


def _product(depths: Iterable[int]) -> int:
    """Return the time at which a product is available, given the times of its factors in order."""
    known = -1
    for depth in depths:
        known = depth if known < 0 else max(known, depth) + 1
    return max(known, 0)


def _sum(depths: Iterable[int]) -> int:
    """Return the time at which a sum is available, given the times of its terms in order (fused multiply-add)."""
    known = -1
    for depth in depths:
        known = depth if known < 0 else max(known + 1, depth)
    return max(known, 0)
