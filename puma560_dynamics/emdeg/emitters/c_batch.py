"""Write the batch functions in C: a block of states is computed in parallel lanes, which the compiler vectorises.

Sines and cosines are computed in the loop over the lanes of a block, together with the expressions that use them, so
that they stay in registers. A block with an angle outside the range of `sincos.h` is recomputed state by state.
"""

from __future__ import annotations

from .c_kernel import INDENT, Kernel
from .code_form import UnitForm
from .infix import wrapped

LARGE = 1000
"""Number of assignments above which the body is a function that the loops over blocks call. Inlining it would compile
it three times (all elements of a general 7-joint arm: four times as long), while the cost of a call is negligible."""


def batch_head(name: str, each: Kernel, restrict: str = "RESTRICT ") -> str:
    """Return the declaration of the batch function for states in columns."""
    return f"void {name}_{each.name}_batch(size_t count, size_t stride, {each.arguments(restrict)})"


def rows_head(name: str, each: Kernel, restrict: str = "RESTRICT ") -> str:
    """Return the declaration of the batch function for states in rows."""
    return f"void {name}_{each.name}_rows(size_t count, {each.arguments(restrict)})"


def batch_functions(name: str, each: Kernel) -> list[list[str]]:
    """Return all functions for the batches of a kernel, each as lines of C, in order of definition."""
    one_by_one = [_apart(name, each)] if each.angles else []
    return [*one_by_one, _lanes(each), _batch(name, each), _rows(name, each)]


def _pointers(each: Kernel) -> str:
    inputs = ", ".join(f"const double *{name}" for name in each.inputs)
    return f"size_t step, {inputs}, size_t result_step, double *{each.result}"


def _apart(name: str, each: Kernel) -> list[str]:
    """Return the function that computes the states of a block one after another, as lines of C."""
    at = ", ".join(f"in + {start}" for _, _, start in each.given)
    return [
        *wrapped(f"static void {each.name}_apart({_pointers(each)})", ""),
        "{",
        f"{INDENT}double in[{sum(each.sizes)}], out[{each.size}];",
        f"{INDENT}for (size_t i = 0; i < LANES; i++) {{",
        *(f"{INDENT * 2}for (size_t j = 0; j < {n}; j++)\n{INDENT * 3}in[{start} + j] = {given}[j * step + i];"
          for given, n, start in each.given),
        f"{INDENT * 2}{name}_{each.name}({at}, out);",
        f"{INDENT * 2}for (size_t j = 0; j < {each.size}; j++)",
        f"{INDENT * 3}{each.result}[j * result_step + i] = out[j];",
        f"{INDENT}}}",
        "}",
    ]  # fmt: skip


def _lanes(each: Kernel) -> list[str]:
    """Return the function that computes the states of a block in parallel lanes, as lines of C."""
    own = "CLONES NEVER_INLINE" if len(each.lines) > LARGE else "ALWAYS_INLINE"
    lines = [*wrapped(f"{own} void {each.name}_lanes({_pointers(each)})", ""), "{"]
    angles = [each.angle(k, "step").replace("]", " + i]") for k in range(len(each.angles))]
    if angles:
        lines += [f"{INDENT}const uint64_t zero = UNKNOWN_ZERO;", f"{INDENT}uint64_t far = 0;"]
    lines += [f"{INDENT}VECTORISE", f"{INDENT}for (size_t i = 0; i < LANES; i++) {{"]
    for k, angle in enumerate(angles):
        lines += [
            f"{INDENT * 2}const double angle_{k} = {angle};",
            f"{INDENT * 2}double sine_{k}, cosine_{k};",
            f"{INDENT * 2}sincos_near(angle_{k}, zero, &sine_{k}, &cosine_{k});",
            f"{INDENT * 2}far |= sincos_beyond(angle_{k});",
        ]
    sines = [f"{array}_{index}" for _, (array, index) in each.trigonometry]
    shifted = [f"{name} + i" for name in each.inputs]
    lines += wrapped(each.call(sines, "step", shifted, "result_step", f"{each.result} + i"), INDENT * 2)
    lines.append(f"{INDENT}}}")
    if angles:
        passed = ", ".join(("step", *each.inputs, "result_step", each.result))
        lines += [f"{INDENT}if (any_beyond(far))", f"{INDENT * 2}{each.name}_apart({passed});"]
    return [*lines, "}"]


def _batch(name: str, each: Kernel) -> list[str]:
    size, blocks = each.size, UnitForm.blocks_at_once(each.size)
    moved = ", ".join(f"{given} + i" for given in each.inputs)
    read = ", ".join(f"whole ? {given} + i : in + {start} * LANES" for given, _, start in each.given)
    return [
        *wrapped(f"CLONES {batch_head(name, each)}", ""),
        "{",
        f"{INDENT}const int streamed = is_streamed(count, stride, {size}, {each.result});",
        f"{INDENT}size_t i = 0, some = streamed ? states_to_line({each.result}) : LANES;",
        f"{INDENT}size_t waiting = 0, first = 0; /* blocks to stream, and the state that they begin with */",
        f"{INDENT}double in[{sum(each.sizes)} * LANES] = {{0}}, out[{blocks} * {size} * LANES];",
        f"{INDENT}if (!streamed)",
        f"{INDENT * 2}for (; i + LANES <= count; i += LANES)",
        f"{INDENT * 3}{each.name}_lanes(stride, {moved}, stride, {each.result} + i);",
        f"{INDENT}for (; i < count; i += some, some = LANES) {{ /* what is streamed, and the rest */",
        f"{INDENT * 2}some = count - i < some ? count - i : some;",
        f"{INDENT * 2}const int whole = some == LANES; /* it is read where it lies */",
        f"{INDENT * 2}if (!whole) {{",
        *(f"{INDENT * 3}columns_to_lanes({n}, some, stride, {given} + i, in + {start} * LANES);"
          for given, n, start in each.given),
        f"{INDENT * 2}}}",
        f"{INDENT * 2}double *const block = out + waiting * {size} * LANES;",
        *wrapped(f"{each.name}_lanes(whole ? stride : LANES, {read}, LANES, block);", INDENT * 2),
        f"{INDENT * 2}if (streamed && whole) {{",
        f"{INDENT * 3}first = waiting ? first : i;",
        f"{INDENT * 3}if (++waiting == {blocks}) {{",
        f"{INDENT * 4}lanes_to_memory({size}, waiting, out, stride, {each.result} + first);",
        f"{INDENT * 4}waiting = 0;",
        f"{INDENT * 3}}}",
        f"{INDENT * 2}}} else",
        f"{INDENT * 3}lanes_to_columns({size}, some, block, stride, {each.result} + i);",
        f"{INDENT}}}",
        f"{INDENT}if (streamed) {{",
        f"{INDENT * 2}lanes_to_memory({size}, waiting, out, stride, {each.result} + first);",
        f"{INDENT * 2}end_of_stream();",
        f"{INDENT}}}",
        "}",
    ]  # fmt: skip


def _rows(name: str, each: Kernel) -> list[str]:
    size = each.size
    read = ", ".join(f"in + {start} * LANES" for _, _, start in each.given)
    return [
        *wrapped(f"CLONES {rows_head(name, each)}", ""),
        "{",
        f"{INDENT}double in[{sum(each.sizes)} * LANES] = {{0}}, out[{size} * LANES];",
        f"{INDENT}for (size_t i = 0; i < count; i += LANES) {{",
        f"{INDENT * 2}const size_t some = count - i < LANES ? count - i : LANES;",
        *(f"{INDENT * 2}rows_to_lanes({n}, some, {given} + i * {n}, in + {start} * LANES);"
          for given, n, start in each.given),
        f"{INDENT * 2}{each.name}_lanes(LANES, {read}, LANES, out);",
        f"{INDENT * 2}lanes_to_rows({size}, some, out, {each.result} + i * {size});",
        f"{INDENT}}}",
        "}",
    ]  # fmt: skip
