"""Write the body of a C function: the calculations for one state, for any spacing of its numbers in memory.

A kernel becomes the C function ``<name>_state``, which is inlined into the function for a single state and into the
loop over the lanes of a block. Elements of an input are ``step`` doubles apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from ..chain.angles import Angle
from ..program.inputs import starts
from ..program.program import SIGN, Output, Program, Statement, signed_sum
from ..program.provenance import cost_in_words, description
from ..program.schedule import evaluation_order, scheduled
from ..program.specialise import pruned
from .code_form import USUAL_FORM, CodeForm
from .fewer_angles import fewer_angles, with_spread_factors
from .infix import atoms_read, double_literal, infix, sums_as_text, wrapped

INDENT = "    "


@dataclass(frozen=True)
class Kernel:
    """A function in C.

    Attributes:
        name: name of the function, without the prefix of the arm.
        summary: description of the function for the header.
        joints: number of joints.
        inputs: names of the inputs.
        sizes: number of elements of each input.
        result: name of the result.
        shape: shape of the result.
        angles: angles whose sines and cosines are used.
        trigonometry: sines and cosines by name, each with its array and the index of its angle:
            ``c2 -> ("cosine", 0)``.
        atoms: scalars that are read from inputs, by name, each with its input and index: ``qd1 -> ("qd", 0)``.
        lines: assignments in the order of evaluation.
        elements: C expression of each element of the result, row-major; stored as soon as it is computed.
        sums: definitions of parameters that the result multiplies, for the header.
    """

    name: str
    summary: str
    joints: int
    inputs: tuple[str, ...]
    sizes: tuple[int, ...]
    result: str
    shape: tuple[int, ...]
    angles: tuple[Angle, ...]
    trigonometry: tuple[tuple[str, tuple[str, int]], ...]
    atoms: tuple[tuple[str, tuple[str, int]], ...]
    lines: tuple[str, ...]
    elements: tuple[str, ...]
    sums: tuple[str, ...] = ()

    @property
    def given(self) -> list[tuple[str, int, int]]:
        """Name and size of each input, and the index of its first element if the inputs lie in one array."""
        return list(zip(self.inputs, self.sizes, starts(self.sizes), strict=True))

    @property
    def size(self) -> int:
        """Number of elements of the result."""
        return prod(self.shape)

    def arguments(self, restrict: str = "RESTRICT ") -> str:
        """Return the parameter list of the C function for a single state."""
        inputs = [f"const double *{restrict}{name}" for name in self.inputs]
        return ", ".join([*inputs, f"double *{restrict}{self.result}"])

    def state(self) -> list[str]:
        """Return the C function ``<name>_state``, which computes one state from given sines and cosines, as lines."""
        sines = "".join(f"double {name}, " for name, _ in self.trigonometry)
        inputs = ", ".join(f"const double *{name}" for name in self.inputs)
        head = f"void {self.name}_state({sines}size_t step, {inputs}, size_t result_step, double *{self.result})"
        lines = [*wrapped(f"ALWAYS_INLINE {head}", ""), "{"]
        read = {source for _, (source, _) in self.atoms} | ({"step"} if self.atoms else set())
        lines += [f"{INDENT}(void){name};" for name in ("step", *self.inputs) if name not in read]
        for name, (source, index) in self.atoms:
            text = f"{source}[{index} * step]"
            text = f"sign_of({text})" if name.startswith(SIGN) else text
            lines.append(f"{INDENT}const double {name} = {text};")
        places: dict[str, list[int]] = {}
        for place, text in enumerate(self.elements):
            places.setdefault(text, []).append(place)
        for line in self.lines:
            lines += wrapped(f"const double {line};", INDENT)
            name = line.partition(" = ")[0]
            lines += [self._store(place, name) for place in places.pop(name, ())]
        lines += [self._store(place, text) for text, rest in places.items() for place in rest]
        return [*lines, "}"]

    def _store(self, place: int, text: str) -> str:
        return f"{INDENT}{self.result}[{place} * result_step] = {text};"

    def call(self, sines: Sequence[str], step: str, inputs: Sequence[str], result_step: str, result: str) -> str:
        """Return a call of ``<name>_state``; `sines` are C expressions in the order of `trigonometry`."""
        return f"{self.name}_state({', '.join([*sines, step, *inputs, result_step, result])});"

    def angle(self, index: int, step: str) -> str:
        """Return the C expression of an angle, with elements of ``q`` that are `step` doubles apart."""
        angle = self.angles[index]
        parts = [(sign, f"q[{joint} * {step}]" if step else f"q[{joint}]") for joint, sign in angle.joints]
        if angle.offset:
            parts.append((1 if angle.offset > 0 else -1, double_literal(abs(angle.offset))))
        return signed_sum(parts)


def kernel(program: Program, form: CodeForm = USUAL_FORM) -> Kernel:
    """Return the kernel of a program, written in the given form.

    Raises:
        ProgramError: a value uses a name that is neither an input nor computed earlier.
    """
    program = pruned(program)
    program = fewer_angles(program) if form.formulas else program
    summary = f"{description(program)}; {cost_in_words(program)}"
    program = with_spread_factors(program) if form.spread else program
    program = scheduled(program) if form.ordered else program
    given: list[Statement | Output] = [*program.statements, *program.outputs]
    order = evaluation_order(program) if form.ordered else given
    angles = tuple(dict.fromkeys(trig.angle for trig in program.trigonometry))
    arrays = {"cos": "cosine", "sin": "sine"}
    return Kernel(
        name=program.name,
        summary=summary,
        joints=program.joints,
        inputs=program.inputs,
        sizes=program.input_sizes,
        result=program.result,
        shape=program.shape,
        angles=angles,
        trigonometry=tuple((t.name, (arrays[t.function], angles.index(t.angle))) for t in program.trigonometry),
        atoms=tuple(atoms_read(program).items()),
        lines=tuple(f"{each.name} = {infix(each.value)}" for each in order),
        elements=tuple(program.elements),
        sums=tuple(f"{left} = {right}" for left, right in sums_as_text(program)),
    )
