"""Programs of one arm as stand-alone C99: a header and a source that need no more than libm.

Each program becomes three functions: of one state; of a batch in structure-of-arrays layout, whose
loops the compiler vectorises; and of a batch of rows, as numpy keeps it. ``acceleration`` is added
where both ``torque`` and ``kinetic_energy_matrix`` are there.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from importlib.resources import files

from .c_forward import forward_kernel
from .c_kernel import INDENT, Kernel, kernel
from .infix import WIDTH, wrapped
from .program import Program
from .provenance import Provenance

LANES = 16
"""States in a block of a batch: two of the widest registers; more is not faster, and takes more stack."""

REGISTER = 4
"""Angles of one state that are computed side by side: loops of four become one register, loops of eight do not."""


def emit_c(name: str, programs: Sequence[Program], provenance: Provenance) -> dict[str, str]:
    """Text of ``<name>.h`` and ``<name>.c``.

    Args:
        name: of the files, and what every function begins with; a C identifier.
        programs: of one arm.
        provenance: for the heads of the files.

    Raises:
        ProgramError: a program uses a name that is neither an input nor computed before.
    """
    kernels = [kernel(program) for program in programs]
    named = {program.name: program for program in programs}
    if {"torque", "kinetic_energy_matrix"} <= named.keys():
        kernels.append(forward_kernel(named["kinetic_energy_matrix"], named["torque"]))
    return {
        f"{name}.h": _header(name, kernels, provenance),
        f"{name}.c": _source(name, kernels, provenance),
    }


def _header(name: str, kernels: Sequence[Kernel], provenance: Provenance) -> str:
    guard = f"{name.upper()}_H"
    lines = [*_comment(provenance), f"#ifndef {guard}", f"#define {guard}", "", *_HEADER.splitlines(), ""]
    lines.append(f"#define {name.upper()}_JOINTS {kernels[0].joints}")
    for each in kernels:
        lines += ["", *_as_comment([f"{each.name}: {each.says}."])]
        lines += _declarations(name, each)
    return "\n".join([*lines, "", *_TABLE.format(name=name).splitlines(), "", f"#endif /* {guard} */", ""])


def _declarations(name: str, each: Kernel) -> list[str]:
    heads = (head(name, each, restrict="") for head in (_one, _batch, _rows))
    return [line for head in heads for line in wrapped(f"{head};", "")]


def _one(name: str, each: Kernel, restrict: str = "restrict ") -> str:
    return f"void {name}_{each.name}({each.arguments(restrict)})"


def _batch(name: str, each: Kernel, restrict: str = "restrict ") -> str:
    return f"void {name}_{each.name}_batch(size_t count, size_t stride, {each.arguments(restrict)})"


def _rows(name: str, each: Kernel, restrict: str = "restrict ") -> str:
    return f"void {name}_{each.name}_rows(size_t count, {each.arguments(restrict)})"


def _source(name: str, kernels: Sequence[Kernel], provenance: Provenance) -> str:
    lines = [*_comment(provenance), f'#include "{name}.h"', ""]
    lines += ["/* States that are computed side by side. */", f"#define LANES ((size_t){LANES})"]
    for part in ("prelude.h", "sincos.h", "transpose.h"):
        lines += ["", *(files(__package__) / "c" / part).read_text(encoding="utf-8").splitlines()]
    for each in kernels:
        for function in (each.state(), _lanes(each), _one_body(name, each), _batch_body(name, each),
                         _rows_body(name, each), _adapters(name, each)):  # fmt: skip
            lines += ["", *function]
    entries = [_entry(each) for each in kernels]
    lines += ["", f"const {name}_function {name}_functions[] = {{", *entries, "};", ""]
    lines += [f"const size_t {name}_function_count = {len(kernels)};", ""]
    return "\n".join(lines)


def _lanes(each: Kernel) -> list[str]:
    """All states of a block."""
    inputs = ", ".join(f"const double *{name}" for name in each.inputs)
    lines = [
        *wrapped(f"ALWAYS_INLINE void {each.name}_lanes(size_t step, {inputs}, size_t result_step, "
                 f"double *{each.result})", ""),
        "{",
    ]  # fmt: skip
    count = len(each.angles)
    sine = cosine = "NULL"
    if count:
        sine, cosine = "sine + i", "cosine + i"
        lines += [
            f"{INDENT}double angle[{count} * LANES], sine[{count} * LANES], cosine[{count} * LANES];",
            f"{INDENT}for (size_t i = 0; i < LANES; i++) {{",
            *(f"{INDENT * 2}angle[{k} * LANES + i] = {each.angle(k, 'step').replace(']', ' + i]')};"
              for k in range(count)),
            f"{INDENT}}}",
            f"{INDENT}sincos_many({count} * LANES, angle, sine, cosine);",
        ]  # fmt: skip
    shifted = ", ".join(f"{name} + i" for name in each.inputs)
    return [
        *lines,
        f"{INDENT}VECTORISE",
        f"{INDENT}for (size_t i = 0; i < LANES; i++)",
        f"{INDENT * 2}{each.name}_state(LANES, {sine}, {cosine}, step, {shifted}, result_step, {each.result} + i);",
        "}",
    ]


def _one_body(name: str, each: Kernel) -> list[str]:
    clones = "NARROW_CLONES" if each.size > LANES else "CLONES"
    lines = [*wrapped(f"{clones} {_one(name, each)}", ""), "{"]
    sine = cosine = "NULL"
    if each.angles:
        sine, cosine = "sine", "cosine"
        parts = _registers(len(each.angles))
        angles = [each.angle(k, "") for k in range(len(each.angles))]
        lines += wrapped(f"const double angle[{sum(parts)}] = {{{', '.join(angles)}}};", INDENT)
        lines += [f"{INDENT}double sine[{sum(parts)}], cosine[{sum(parts)}];"]
        for k, part in enumerate(parts):
            start = k * REGISTER
            lines.append(f"{INDENT}sincos_many({part}, angle + {start}, sine + {start}, cosine + {start});")
    inputs = ", ".join(each.inputs)
    return [*lines, f"{INDENT}{each.name}_state(1, {sine}, {cosine}, 1, {inputs}, 1, {each.result});", "}"]


def _registers(angles: int) -> list[int]:
    """Angles taken together: registers full of them, filled up with zeros; a last one alone is not filled up."""
    full, rest = divmod(angles, REGISTER)
    return [REGISTER] * full + ([rest] if rest == 1 else [REGISTER] if rest else [])


def _batch_body(name: str, each: Kernel) -> list[str]:
    n, size = each.joints, each.size
    moved = ", ".join(f"{given} + i" for given in each.inputs)
    return [
        *wrapped(f"CLONES {_batch(name, each)}", ""),
        "{",
        f"{INDENT}size_t i = 0;",
        f"{INDENT}for (; i + LANES <= count; i += LANES)",
        f"{INDENT * 2}{each.name}_lanes(stride, {moved}, stride, {each.result} + i);",
        f"{INDENT}if (i < count) {{ /* the rest, in a block of its own */",
        f"{INDENT * 2}double in[{len(each.inputs) * n} * LANES] = {{0}}, out[{size} * LANES];",
        *(f"{INDENT * 2}columns_to_lanes({n}, count - i, stride, {given} + i, in + {k * n} * LANES);"
          for k, given in enumerate(each.inputs)),
        f"{INDENT * 2}{_block(each)}",
        f"{INDENT * 2}lanes_to_columns({size}, count - i, out, stride, {each.result} + i);",
        f"{INDENT}}}",
        "}",
    ]  # fmt: skip


def _rows_body(name: str, each: Kernel) -> list[str]:
    n, size = each.joints, each.size
    return [
        *wrapped(f"CLONES {_rows(name, each)}", ""),
        "{",
        f"{INDENT}double in[{len(each.inputs) * n} * LANES] = {{0}}, out[{size} * LANES];",
        f"{INDENT}for (size_t i = 0; i < count; i += LANES) {{",
        f"{INDENT * 2}const size_t some = count - i < LANES ? count - i : LANES;",
        *(f"{INDENT * 2}rows_to_lanes({n}, some, {given} + i * {n}, in + {k * n} * LANES);"
          for k, given in enumerate(each.inputs)),
        f"{INDENT * 2}{_block(each)}",
        f"{INDENT * 2}lanes_to_rows({size}, some, out, {each.result} + i * {size});",
        f"{INDENT}}}",
        "}",
    ]  # fmt: skip


def _block(each: Kernel) -> str:
    inputs = ", ".join(f"in + {k * each.joints} * LANES" for k in range(len(each.inputs)))
    return f"{each.name}_lanes(LANES, {inputs}, LANES, out);"


def _adapters(name: str, each: Kernel) -> list[str]:
    """The three functions with inputs as an array, for the table."""
    inputs = ", ".join(f"in[{k}]" for k in range(len(each.inputs)))
    forms = (("", "", ""), ("_batch", "size_t count, size_t stride, ", "count, stride, "),
             ("_rows", "size_t count, ", "count, "))  # fmt: skip
    lines = []
    for form, declared, passed in forms:
        lines += [
            f"static void any_{each.name}{form}({declared}const double *const *in, double *out)",
            "{",
            f"{INDENT}{name}_{each.name}{form}({passed}{inputs}, out);",
            "}",
        ]
    return lines


def _entry(each: Kernel) -> str:
    names = ", ".join(f'"{given}"' for given in each.inputs)
    shape = ", ".join(str(length) for length in each.shape)
    functions = ", ".join(f"any_{each.name}{form}" for form in ("", "_batch", "_rows"))
    return (
        f'{INDENT}{{"{each.name}", {each.joints}, {len(each.inputs)}, {{{names}}}, '
        f"{len(each.shape)}, {{{shape}}},\n{INDENT} {functions}}},"
    )


def _comment(provenance: Provenance) -> list[str]:
    return _as_comment(provenance.lines())


def _as_comment(lines: Sequence[str]) -> list[str]:
    text = [part for line in lines for part in textwrap.wrap(line.replace("*/", "* /").replace("/*", "/ *"), WIDTH - 3)]
    return [f"/* {text[0]}", *(f" * {line}" for line in text[1:]), " */"]


_HEADER = """\
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Angles in rad, distances in m, rates in rad/s and m/s; the first joint is element 0. Arrays must not overlap.
 *
 * name(q, ...):                      one state.
 * name_batch(count, stride, q, ...): `count` states, element j of state i at q[j * stride + i] (fastest).
 * name_rows(count, q, ...):          `count` states one after another, each as for one state.
 *
 * Matrices are row-major. What is not a number or infinite comes out as not a number where it matters.
 */"""

_TABLE = """\
/* The same functions as a table, for programs that wrap them. */
typedef struct {{
    const char *name;
    size_t joints;           /* elements of each input */
    size_t inputs;           /* how many there are */
    const char *input[3];    /* their names */
    size_t dimensions;       /* of the result, 1 or 2 */
    size_t shape[2];
    void (*one)(const double *const *in, double *out);
    void (*batch)(size_t count, size_t stride, const double *const *in, double *out);
    void (*rows)(size_t count, const double *const *in, double *out);
}} {name}_function;

extern const {name}_function {name}_functions[];
extern const size_t {name}_function_count;

#ifdef __cplusplus
}}
#endif"""
