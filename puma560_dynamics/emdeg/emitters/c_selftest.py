"""Write the self-test of emitted C, which compares every function with golden states (states with exact results)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from importlib.resources import files

from ..program.golden import Golden
from .c_kernel import INDENT, Kernel
from .infix import comment, wrapped

SAYS = (
    "selftest: every function at states whose results are known exactly. Returns the largest error, relative to the "
    "largest element of a result; infinity and what is not a number count as infinite (as the largest double, where "
    "the compiler assumes that there is no infinity). {limit} is what rounding explains. A controller calls it at its "
    "start, on the machine that it runs on, and does not move an arm if the limit is exceeded."
)


def selftest_declaration(name: str, goldens: Sequence[Golden]) -> list[str]:
    """Return the declaration of ``NAME_selftest`` and the limit of its result, as lines of C."""
    limit = f"{name.upper()}_SELFTEST_LIMIT"
    return [
        *comment([SAYS.format(limit=limit)]),
        f"#define {limit} {_rounded_up(max(golden.limit for golden in goldens))}",
        f"double {name}_selftest(void);",
    ]


def selftest(name: str, kernels: Sequence[Kernel], goldens: Mapping[str, Golden], batch: bool) -> list[str]:
    """Return the function ``NAME_selftest`` with its data and helper functions, as lines of C."""
    states = len(next(iter(goldens.values())).rows)
    lines = [
        f"#define GOLDEN_STATES {states}",
        f"#define MOST_INPUTS {max(len(each.inputs) for each in kernels)}",
        f"#define MOST_GIVEN {max(sum(each.sizes) for each in kernels)}",
        f"#define MOST_SIZE {max(each.size for each in kernels)}",
        *_part("selftest.h"),
    ]
    if batch:
        lines += ["", "#define MANY (LANES + 1)", *_part("selftest_batch.h")]
    for each in kernels:
        numbers = [value for row in goldens[each.name].rows for value in row]
        lines += ["", f"static const double {each.name}_golden[{len(numbers)}] = {{"]
        lines += wrapped(", ".join(map(repr, numbers)), INDENT, INDENT)
        sizes = ", ".join(map(str, each.sizes))
        lines += ["};", f"static const size_t {each.name}_sizes[{len(each.sizes)}] = {{{sizes}}};"]
    lines += ["", f"double {name}_selftest(void)", "{", f"{INDENT}uint64_t worst = 0, found;"]
    for each in kernels:
        shape = f"{len(each.inputs)}, {each.name}_sizes, {each.size}, {each.name}_golden"
        calls = [f"deviation_of_one(any_{each.name}, {shape})"]
        calls += [f"deviation_of_many(any_{each.name}_batch, any_{each.name}_rows, {shape})"] * batch
        for call in calls:
            lines += [*wrapped(f"found = {call};", INDENT), f"{INDENT}worst = found > worst ? found : worst;"]
    return [*lines, *_RETURN.splitlines(), "}"]


_RETURN = """\
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
    if (worst >= INFINITE_BITS)
        worst = INFINITE_BITS - 1;
#endif
    return double_of(worst);"""


def _part(part: str) -> list[str]:
    return (files("puma560_dynamics.emdeg.backends") / "c" / part).read_text(encoding="utf-8").splitlines()


def _rounded_up(limit: float) -> str:
    """Round up to one significant digit."""
    power = math.floor(math.log10(limit))
    return f"{math.ceil(limit / 10**power)}e{power:d}"
