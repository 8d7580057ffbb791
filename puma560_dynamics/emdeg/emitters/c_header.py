"""Write the header of emitted C: constants of the arm and declarations of its functions."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence

from ..program.golden import Golden
from ..program.inputs import MOST_INPUTS
from ..program.provenance import JointFacts, Provenance
from .c_batch import batch_head, rows_head
from .c_kernel import Kernel
from .c_selftest import selftest_declaration
from .infix import WIDTH, comment, wrapped


def header(name: str, kernels: Sequence[Kernel], goldens: Sequence[Golden], provenance: Provenance, batch: bool) -> str:
    """Return the text of ``<name>.h``."""
    guard = f"{name.upper()}_H"
    layouts = _ONE + (_MANY if batch else "") + _LAST
    lines = [*comment(provenance.lines()), f"#ifndef {guard}", f"#define {guard}", ""]
    lines += [*_BEGIN.splitlines(), "", *layouts.splitlines(), "", *_constants(name, kernels[0].joints, provenance)]
    for each in kernels:
        lines += ["", *comment([f"{each.name}: {each.summary}.", *each.sums])]
        lines += _declarations(name, each, batch)
    lines += ["", *selftest_declaration(name, goldens)]
    if batch:
        lines += ["", *_TABLE.format(name=name, most=MOST_INPUTS).splitlines()]
    return "\n".join([*lines, "", *_END.splitlines(), "", f"#endif /* {guard} */", ""])


def one_head(name: str, each: Kernel, restrict: str = "RESTRICT ") -> str:
    """Return the declaration of the function for a single state."""
    return f"void {name}_{each.name}({each.arguments(restrict)})"


def _declarations(name: str, each: Kernel, batch: bool) -> list[str]:
    heads = (one_head, batch_head, rows_head) if batch else (one_head,)
    return [line for head in heads for line in wrapped(f"{head(name, each, restrict='')};", "")]


def _constants(name: str, joints: int, provenance: Provenance) -> list[str]:
    prefix = name.upper()
    lines = [
        f"#define {prefix}_JOINTS {joints}",
        f"#define {prefix}_DIGEST {_quoted(provenance.digest)} /* of the parameters */",
        f"#define {prefix}_GENERATOR {_quoted(provenance.generator)}",
    ]
    facts = provenance.joints
    if not facts:
        return lines
    limits: list[tuple[str, str, Callable[[JointFacts], float | None], bool]] = [
        ("LOWER", "position limits, rad or m; the largest double where there is none", lambda j: j.lower, True),
        ("UPPER", "", lambda j: j.upper, False),
        (
            "VELOCITY",
            "velocity limits, rad/s or m/s; 0 in the input counts as none",
            lambda j: j.velocity or None,
            False,
        ),
        ("EFFORT", "torque limits, N m or N; 0 in the input counts as none", lambda j: j.effort or None, False),
    ]
    lines += ["", "/* The joints in the order of every array, for initialisers: const char *names[] = "
              f"{prefix}_JOINT_NAMES; */"]  # fmt: skip
    lines += _initialiser(f"{prefix}_JOINT_NAMES", [_quoted(joint.name) for joint in facts])
    lines += _initialiser(f"{prefix}_POSITION_UNITS", [_quoted("rad" if joint.revolute else "m") for joint in facts])
    lines += _initialiser(f"{prefix}_EFFORT_UNITS", [_quoted("N m" if joint.revolute else "N") for joint in facts])
    for word, remark, value, low in limits:
        values = [value(joint) for joint in facts]
        if any(given is not None for given in values):
            lines += [f"/* {remark} */"] if remark else []
            none = "-1.7976931348623157e308" if low else "1.7976931348623157e308"
            lines += _initialiser(f"{prefix}_{word}", [none if given is None else repr(given) for given in values])
    return lines


def _initialiser(name: str, values: Sequence[str]) -> list[str]:
    parts = textwrap.wrap(", ".join(value.replace(" ", "\0") for value in values), WIDTH - 8, break_long_words=False)
    text = [part.replace("\0", " ") for part in parts]
    if len(text) == 1 and len(name) + len(text[0]) < WIDTH - 12:
        return [f"#define {name} {{{text[0]}}}"]
    return [f"#define {name} {{ \\", *(f"    {part} \\" for part in text), "}"]


def _quoted(text: str) -> str:
    """Return a C string literal; characters other than printable ASCII are octal, and trigraphs are avoided."""
    return '"' + "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.encode()
    ) + '"'  # fmt: skip


_BEGIN = """\
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif"""

_ONE = """\
/* Angles in rad, distances in m, rates in rad/s and m/s; the first joint is element 0. Arrays must not overlap.
 *
 * name(q, ...):                      one state.
"""

_MANY = """\
 * name_batch(count, stride, q, ...): `count` states, element j of state i at q[j * stride + i] (fastest, and most so
 *                                    where arrays and columns begin at multiples of 64 bytes).
 * name_rows(count, q, ...):          `count` states one after another, each as for one state.
"""

_LAST = """\
 *
 * Matrices are row-major. What is not a number or infinite comes out as not a number where it matters.
 */"""

_TABLE = """\
/* The same functions as a table, for programs that wrap them. */
typedef struct {{
    const char *name;
    size_t joints;
    size_t inputs;           /* how many there are */
    const char *input[{most}];    /* their names */
    size_t sizes[{most}];         /* and their numbers of elements */
    size_t dimensions;       /* of the result, 1 or 2 */
    size_t shape[2];
    void (*one)(const double *const *in, double *out);
    void (*batch)(size_t count, size_t stride, const double *const *in, double *out);
    void (*rows)(size_t count, const double *const *in, double *out);
}} {name}_function;

extern const {name}_function {name}_functions[];
extern const size_t {name}_function_count;"""

_END = """\
#ifdef __cplusplus
}
#endif"""
