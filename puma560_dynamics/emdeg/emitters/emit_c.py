"""Write the programs of an arm as stand-alone C: a header and a source that need only sine and cosine of libm.

The source is valid C99, C11 and C++17, compiles without warnings, and is correct with all options that let a compiler
reorder sums (`c/sincos.h`). Each program becomes three functions: for a single state; for a batch of states in columns
(structure of arrays), whose loops the compiler vectorises; and for a batch of states in rows, as in numpy arrays.
Functions that combine programs (forward dynamics) are added. ``NAME_selftest`` compares all functions with golden
states (states with exact results).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import resources

from ..program.golden import Golden, golden
from ..program.program import SIGN, Program
from ..program.provenance import Provenance
from ..tasks import combined_programs
from .c_batch import batch_functions
from .c_header import header, one_head
from .c_kernel import INDENT, Kernel, kernel
from .c_selftest import selftest
from .code_form import USUAL_UNIT, UnitForm
from .infix import comment, wrapped
from .single_precision import COARSER, accepted_in_single_precision, in_single_precision
from .unit import Unit

REGISTER = 4
"""Number of angles of a state that are computed in parallel: compilers turn loops of four, not eight, into vectors."""

MANY_ELEMENTS = 16
"""Size of a result above which the function for a single state does not use the widest vector registers."""


def files(unit: Unit) -> dict[str, str]:
    """Return the texts of ``NAME.h`` and ``NAME.c``, by file name."""
    return emit_c(unit.name, unit.programs, unit.provenance, unit.batch, unit.form)


def emit_c(
    name: str,
    programs: Sequence[Program],
    provenance: Provenance,
    batch: bool = True,
    form: UnitForm = USUAL_UNIT,
) -> dict[str, str]:
    """Return the texts of ``<name>.h`` and ``<name>.c``, by file name.

    Args:
        name: name of the files and prefix of all functions; a C identifier.
        programs: programs of one arm.
        provenance: provenance for the headers of the files.
        batch: whether to write batch functions (for many states); firmware has none.
        form: options for writing C.

    Raises:
        ProgramError: a program uses a name that is neither an input nor computed earlier, or there is no sufficient
            bound of its error in single precision.
    """
    batch = batch and not form.firmware
    combined, remarks = combined_programs(programs)
    if form.scalar == "float":
        combined, errors = accepted_in_single_precision(programs, combined, provenance.joints)
        remarks += errors
    provenance = replace(provenance, remarks=(*provenance.remarks, *remarks))
    every = (*programs, *combined)
    kernels = [kernel(program, form.of(program.name)) for program in every]
    goldens = {program.name: found for program in every if (found := golden(program)) is not None}
    if form.scalar == "float":
        goldens = {key: replace(found, limit=found.limit * COARSER) for key, found in goldens.items()}
    texts = {
        f"{name}.h": header(name, kernels, list(goldens.values()), provenance, batch),
        f"{name}.c": _source(name, kernels, goldens, provenance, batch, form),
    }
    return texts if form.scalar == "double" else {name: in_single_precision(text) for name, text in texts.items()}


def _source(
    name: str,
    kernels: Sequence[Kernel],
    goldens: Mapping[str, Golden],
    provenance: Provenance,
    batch: bool,
    form: UnitForm,
) -> str:
    single = form.scalar == "float"
    lines = [*comment(provenance.lines()), f'#include "{name}.h"', ""]
    if form.firmware:
        lines += [
            "/* No libm: sine and cosine of an angle beyond SINCOS_RANGE are not a number. */",
            "#define FIRMWARE",
            "",
        ]
    if batch:
        lanes = form.lanes * (2 if single else 1)
        lines += ["/* States that are computed side by side. */", f"#define LANES ((size_t){lanes})", ""]
    parts = ["prelude", f"scalar_{form.scalar}", "clones"]
    if any(name.startswith(SIGN) for each in kernels for name, _ in each.atoms):
        parts.append("sign")
    if any(each.angles for each in kernels):
        parts += ["rounding", "sincos_single" if single else "sincos", "sincos_many"]
    for part in (*parts, *(("transpose", "stream") if batch else ())):
        lines += [*_part(f"{part}.h"), ""]
    for each in kernels:
        functions = [each.state(), _one(name, each, form.firmware)]
        functions += batch_functions(name, each) if batch else []
        for function in (*functions, _adapters(name, each, batch)):
            lines += [*function, ""]
    lines += [*selftest(name, kernels, goldens, batch), ""]
    if batch:
        lines += [f"const {name}_function {name}_functions[] = {{", *map(_entry, kernels), "};", ""]
        lines += [f"const size_t {name}_function_count = {len(kernels)};", ""]
    return "\n".join(lines)


def _part(part: str) -> list[str]:
    return (resources.files("puma560_dynamics.emdeg.backends") / "c" / part).read_text(encoding="utf-8").splitlines()


def _one(name: str, each: Kernel, firmware: bool) -> list[str]:
    clones = "NARROW_CLONES" if each.size > MANY_ELEMENTS else "CLONES"
    lines = [*wrapped(f"{clones} {one_head(name, each)}", ""), "{"]
    if each.angles and firmware:
        count = len(each.angles)
        own = ", ".join(each.angle(k, "") for k in range(count))
        lines += wrapped(f"const double angle[{count}] = {{{own}}};", INDENT)
        lines.append(f"{INDENT}double sine[{count}], cosine[{count}];")
        lines.append(f"{INDENT}sincos_many({count}, angle, sine, cosine);")
    elif each.angles:
        parts = _registers(len(each.angles))
        angles = [each.angle(k, "") for k in range(len(each.angles))] + ["0.0"] * (REGISTER - 1)
        lines.append(f"{INDENT}double sine[{sum(parts)}], cosine[{sum(parts)}];")
        for k, part in enumerate(parts):
            start = k * REGISTER
            own = ", ".join(angles[start : start + REGISTER])  # initialise all: otherwise gcc -O0 calls memset
            lines += wrapped(f"const register_of_angles angle_{k} = {{{{{own}}}}};", INDENT)
            lines.append(f"{INDENT}sincos_many({part}, angle_{k}.each, sine + {start}, cosine + {start});")
    sines = [f"{array}[{index}]" for _, (array, index) in each.trigonometry]
    return [*lines, *wrapped(each.call(sines, "1", each.inputs, "1", each.result), INDENT), "}"]


def _registers(angles: int) -> list[int]:
    """Return the numbers of angles per vector register: `REGISTER` each (padded), or 1 for a single last angle."""
    full, rest = divmod(angles, REGISTER)
    return [REGISTER] * full + ([rest] if rest == 1 else [REGISTER] if rest else [])


def _adapters(name: str, each: Kernel, batch: bool) -> list[str]:
    """Return functions with an array of inputs, for the function table and the self-test, as lines of C."""
    inputs = ", ".join(f"in[{k}]" for k in range(len(each.inputs)))
    forms = [("", "", "")]
    if batch:
        forms += [
            ("_batch", "size_t count, size_t stride, ", "count, stride, "),
            ("_rows", "size_t count, ", "count, "),
        ]
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
    sizes = ", ".join(map(str, each.sizes))
    shape = ", ".join(str(length) for length in each.shape)
    functions = ", ".join(f"any_{each.name}{form}" for form in ("", "_batch", "_rows"))
    return (
        f'{INDENT}{{"{each.name}", {each.joints}, {len(each.inputs)}, {{{names}}}, {{{sizes}}}, '
        f"{len(each.shape)}, {{{shape}}},\n{INDENT} {functions}}},"
    )
