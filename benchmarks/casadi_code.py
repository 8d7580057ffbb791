"""C code of the leaderboard's peer: CasADi's code for single states, and for batches a loop over lanes.

CasADi generates functions of one state. For a batch, each instruction of its graph becomes an assignment in the loop
that our generated code also uses: with the same block size, sines and cosines, vectorising compiler, streaming stores,
and treatment of remaining states and of angles beyond the range.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import casadi
from casadi_dynamics import Peer

from puma560_dynamics import emdeg
from puma560_dynamics.emdeg import UnitForm

PIECES = Path(emdeg.__file__).parent / "backends" / "c"
"""Folder with the parts of generated C code that the peer includes."""

BINARY = {casadi.OP_ADD: "+", casadi.OP_SUB: "-", casadi.OP_MUL: "*", casadi.OP_DIV: "/"}
UNARY = {casadi.OP_NEG: "-{0}", casadi.OP_SQ: "{0} * {0}", casadi.OP_TWICE: "{0} + {0}", casadi.OP_INV: "1.0 / {0}",
         casadi.OP_ASSIGN: "{0}"}  # fmt: skip

REGISTER = 4
"""Number of angles of one state that are computed together, as in generated C code."""


def source(peer: Peer, batches: Sequence[str] = ()) -> str:
    """Return the C code of every task: ``peer_TASK_one(in, out)``, and ``peer_TASK_batch(count, stride, in, out)``.

    Args:
        peer: peer with the functions.
        batches: tasks that also get a function of batches, in columns.
    """
    generator = casadi.CodeGenerator("peer.c", {"with_header": False})
    for function in peer.functions.values():
        generator.add(function)
    lines = [generator.dump(), "#include <stddef.h>", f"#define LANES ((size_t){UnitForm().lanes})"]
    lines += [
        f'#include "{part}.h"'
        for part in ("prelude", "scalar_double", "clones", "rounding", "sincos", "sincos_many", "transpose", "stream")
    ]
    for task in peer.functions:
        lines += _one(peer, task)
        lines += _batch(peer, task) if task in batches else []
    return "\n".join(lines) + "\n"


def _one(peer: Peer, task: str) -> list[str]:
    function, joints, n = peer.functions[task], peer.angles[task], peer.chain.n
    lines = _head(f"void peer_{task}_one(const double *const *in, double *out)")
    lines.append(f"    double c[{n}] = {{0}}, s[{n}] = {{0}}, *results[1] = {{out}};")
    for start in range(0, len(joints), REGISTER):
        part = joints[start : start + REGISTER]
        width = 1 if len(part) == 1 else REGISTER
        angles = [_angle(peer, i, f"in[0][{i}]") for i in part] + ["0.0"] * (width - len(part))
        lines += ["    {", f"        const register_of_angles angle = {{{{{', '.join(angles)}}}}};",
                  f"        double sine[{width}], cosine[{width}];",
                  f"        sincos_many({width}, angle.each, sine, cosine);"]  # fmt: skip
        lines += [f"        s[{i}] = sine[{k}]; c[{i}] = cosine[{k}];" for k, i in enumerate(part)]
        lines.append("    }")
    given = ", ".join(["c", "s", *(f"in[{k}]" for k in range(1, function.n_in() - 1))])
    return [*lines, f"    const double *given[{function.n_in()}] = {{{given}}};",
            f"    peer_{task}(given, results, 0, 0, 0);", "}"]  # fmt: skip


def _batch(peer: Peer, task: str) -> list[str]:
    function, joints, n = peer.functions[task], peer.angles[task], peer.chain.n
    inputs, size = function.n_in() - 1, function.numel_out(0)
    together = UnitForm().blocks_at_once(size)
    pointers = [f"const double *x{k}" for k in range(inputs)]
    named = ", ".join(pointers)
    read = ", ".join(f"whole ? x{k} + i : in + {k * n} * LANES" for k in range(inputs))
    lines = [f"ALWAYS_INLINE void peer_{task}_lanes(size_t step, {named}, size_t result_step, double *out)", "{",
             "    const uint64_t zero = UNKNOWN_ZERO;", "    uint64_t far = 0;", "    VECTORISE",
             "    for (size_t i = 0; i < LANES; i++) {"]  # fmt: skip
    for i in joints:
        lines += [f"        const double angle{i} = {_angle(peer, i, f'x0[{i} * step + i]')};",
                  f"        double s{i}, c{i};", f"        sincos_near(angle{i}, zero, &s{i}, &c{i});",
                  f"        far |= sincos_beyond(angle{i});"]  # fmt: skip
    lines += [f"        {line}" for line in _assignments(function)]
    lines += ["    }", "    if (any_beyond(far))", "        for (size_t i = 0; i < LANES; i++) {",
              f"            double given[{inputs * n}], result[{size}];",
              f"            const double *in[{inputs}] = {{{', '.join(f'given + {k * n}' for k in range(inputs))}}};",
              f"            for (size_t j = 0; j < {n}; j++) {{",
              *(f"                given[{k * n} + j] = x{k}[j * step + i];" for k in range(inputs)), "            }",
              f"            peer_{task}_one(in, result);", f"            for (size_t j = 0; j < {size}; j++)",
              "                out[j * result_step + i] = result[j];", "        }", "}"]  # fmt: skip
    restricted = ", ".join(pointer.replace("*", "*RESTRICT ") for pointer in pointers)
    moved = ", ".join(f"x{k} + i" for k in range(inputs))
    lines += [f"CLONES static void peer_{task}_columns(size_t count, size_t stride, {restricted}, "
              "double *RESTRICT out)", "{",
              f"    const int streamed = is_streamed(count, stride, {size}, out);",
              "    size_t i = 0, some = streamed ? states_to_line(out) : LANES;",
              "    size_t waiting = 0, first = 0;",
              f"    double in[{inputs * n} * LANES] = {{0}}, blocks[{together} * {size} * LANES];",
              "    if (!streamed)",
              "        for (; i + LANES <= count; i += LANES)",
              f"            peer_{task}_lanes(stride, {moved}, stride, out + i);",
              "    for (; i < count; i += some, some = LANES) {", "        some = count - i < some ? count - i : some;",
              "        const int whole = some == LANES;",
              "        if (!whole) {",
              *(f"            columns_to_lanes({n}, some, stride, x{k} + i, in + {k * n} * LANES);"
                for k in range(inputs)),
              "        }",
              f"        double *const block = blocks + waiting * {size} * LANES;",
              f"        peer_{task}_lanes(whole ? stride : LANES, {read}, LANES, block);",
              "        if (streamed && whole) {", "            first = waiting ? first : i;",
              f"            if (++waiting == {together}) {{",
              f"                lanes_to_memory({size}, waiting, blocks, stride, out + first);",
              "                waiting = 0;", "            }", "        } else",
              f"            lanes_to_columns({size}, some, block, stride, out + i);", "    }",
              "    if (streamed) {", f"        lanes_to_memory({size}, waiting, blocks, stride, out + first);",
              "        end_of_stream();", "    }", "}"]  # fmt: skip
    given = ", ".join(f"in[{k}]" for k in range(inputs))
    head = f"void peer_{task}_batch(size_t count, size_t stride, const double *const *in, double *out)"
    return [*lines, *_head(head), f"    peer_{task}_columns(count, stride, {given}, out);", "}"]  # fmt: skip


def _assignments(function: Any) -> Iterator[str]:
    """Yield the graph of a function as assignments, each name assigned once; inputs are read in columns.

    Raises:
        ValueError: an operation has no form in C here.
    """
    names: dict[int, str] = {}
    for k in range(function.n_instructions()):
        operation, given, made = (
            function.instruction_id(k),
            function.instruction_input(k),
            function.instruction_output(k),
        )
        if operation == casadi.OP_OUTPUT:
            yield f"out[{made[1]} * result_step + i] = {names[given[0]]};"
            continue
        if operation == casadi.OP_INPUT:
            source, index = given
            value = f"{'cs'[source]}{index}" if source < 2 else f"x{source - 1}[{index} * step + i]"
        elif operation == casadi.OP_CONST:
            value = repr(float(function.instruction_constant(k)))
        elif operation in BINARY:
            value = f"{names[given[0]]} {BINARY[operation]} {names[given[1]]}"
        elif operation in UNARY:
            value = UNARY[operation].format(names[given[0]])
        else:
            raise ValueError(f"CasADi's operation {operation} has no form in C here; add it to BINARY or UNARY")
        names[made[0]] = f"w{k}"
        yield f"const double w{k} = {value};"


def _angle(peer: Peer, joint: int, position: str) -> str:
    offset = peer.chain.joints[joint].offset
    return f"{position} + {float(offset)!r}" if offset else position


def _head(declaration: str) -> list[str]:
    return [f"{declaration};", declaration, "{"]
