"""Order of evaluation for a processor: short dependency chains within sums, short live ranges between statements.

The count of operations is not touched. A processor begins an operation when its operands are there, and several
cycles pass until its result is: in a sum the terms that are known late come last, in a product the factors. Compilers
keep both orders, since they decide the rounding, and largely keep the order of statements too, which decides how many
values wait in registers.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import replace

from .program import Group, Output, Program, Statement, Term, Value


def scheduled(program: Program) -> Program:
    """Return the same program, its statements, terms and factors in another order."""
    depth: dict[str, int] = {}
    statements = []
    for each in evaluation_order(program):
        if isinstance(each, Statement):
            value, depth[each.name] = _ordered(each.value, depth)
            statements.append(Statement(each.name, value))
    outputs = tuple(replace(output, value=_ordered(output.value, depth)[0]) for output in program.outputs)
    return replace(program, statements=tuple(statements), outputs=outputs)


def evaluation_order(program: Program) -> list[Statement | Output]:
    """Statements and outputs in the order that keeps the fewest values waiting, step by step; the most urgent first.

    An output that is known is stored, and waits no longer.
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
    behind: dict[str, int] = {}  # statements on the longest chain to an output
    for name in reversed(known):
        behind[name] = 1 + max((behind[user] for user in users[name]), default=0)
    waiting: dict[str, set[str]] = {}  # for each value, those that still need it
    for name, factors in held.items():
        for factor in factors:
            waiting.setdefault(factor, set()).add(name)
    missing = {name: len(factors) for name, factors in used.items()}
    # How many values wait less after each: those that it is the last to need, without the one that it makes.
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
        if chosen in result:  # was offered again when more waited for it alone
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
    """Return a value with what is known late at the end, and the operations on its longest chain."""
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
    return Value(tuple(group for _, group in groups)), _sum(at for at, _ in groups)


def _product(depths: Iterable[int]) -> int:
    """Return the time at which a product is known, multiplied in the order in which its factors are known."""
    known = -1
    for depth in depths:
        known = depth if known < 0 else max(known, depth) + 1
    return max(known, 0)


def _sum(depths: Iterable[int]) -> int:
    """Return the time at which a sum is known; the last product is fused with its addition."""
    known = -1
    for depth in depths:
        known = depth if known < 0 else max(known + 1, depth)
    return max(known, 0)
