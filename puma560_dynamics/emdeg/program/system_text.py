"""A factored system as text, with exact coefficients: so that a long search need not be run again.

One definition a line, ``t3 = 7/4*c2*qd1 + -1*t2``, in the order of evaluation; a name of an output
ends the definition of that output. It is read back to the same system, and `proof.prove` checks
whether it is still that of the arm.
"""

from __future__ import annotations

from fractions import Fraction

from ...errors import DerivationError
from .system import Polynomial, System


def system_as_text(system: System) -> str:
    """The definitions that the outputs need."""
    label = {index: name for name, index in system.outputs.items()}
    names = list(system.names)
    lines = []
    for count, index in enumerate(system.order(), start=1):
        names[index] = label.get(index, f"t{count}")
        terms = [
            "*".join([str(system.numbers.value(k)), *(names[factor] for factor in monomial)])
            for monomial, k in system.definitions[index].items()
        ]
        lines.append(f"{names[index]} = {' + '.join(terms)}")
    return "\n".join(lines) + "\n"


def read(text: str, system: System, outputs: set[str]) -> System:
    """`system`, which has atoms only, with the definitions of `text`.

    Raises:
        DerivationError: a name that is neither an atom nor defined before.
    """
    known = {name: index for index, name in enumerate(system.names)}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        name, _, right = line.partition(" = ")
        polynomial: Polynomial = {}
        for term in right.split(" + "):
            number, *factors = term.split("*")
            unknown = [factor for factor in factors if factor not in known]
            if unknown:
                raise DerivationError(
                    f"{name} uses {unknown[0]!r}, which is not a variable of this arm and not defined above it; "
                    "derive the arm again"
                )
            system.add(polynomial, tuple(sorted(known[f] for f in factors)), system.numbers.of(Fraction(number)))
        known[name] = system.define(polynomial)
        if name in outputs:
            system.outputs[name] = known[name]
    return system
