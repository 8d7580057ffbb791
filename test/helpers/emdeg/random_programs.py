"""Random straight-line programs, as hypothesis draws them; strategies are made once, as in `random_chains`."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.angles import Angle
from puma560_dynamics.emdeg.program.program import Group, Output, Program, Statement, Term, Trig, Value

INPUTS = {"torque": ("q", "qd", "qdd"), "gravity": ("q",)}
SIGNS = st.sampled_from((-1, 1))
NUMBERS = st.one_of(st.just(Fraction(1)), st.fractions(Fraction(1, 1000), 3, max_denominator=10**6))


OFFSETS = st.sampled_from((0.0, 0.5, -1.25))
FACTORS = st.sampled_from(("c_a", "s_a", "t0"))


@cache
def values(names: tuple[str, ...], least: int = 0) -> st.SearchStrategy[Value]:
    """Sums of at least so many groups over these names."""
    terms = st.builds(Term, SIGNS, st.lists(st.sampled_from(names), max_size=3).map(tuple))
    groups = st.builds(Group, NUMBERS, st.lists(terms, min_size=1, max_size=3).map(tuple))
    return st.lists(groups, min_size=least, max_size=3).map(lambda groups: Value(tuple(groups)))


@cache
def some(joints: int, least: int, most: int) -> st.SearchStrategy[list[int]]:
    """Different joints, so many."""
    return st.lists(st.integers(0, joints - 1), min_size=least, max_size=most, unique=True)


@cache
@st.composite
def angles(draw: st.DrawFn, joints: int) -> Angle:
    """Of one joint or several, with signs and offsets."""
    chosen = draw(some(joints, 1, 2))
    signs = tuple((joint, draw(SIGNS)) for joint in sorted(chosen))
    return Angle(signs, draw(OFFSETS))


@cache
@st.composite
def programs(draw: st.DrawFn, name: str, joints: int) -> Program:
    """``torque`` or ``gravity``, with statements that use what came before."""
    trigonometry: list[Trig] = []
    for k in range(draw(st.integers(0, 3))):
        angle = draw(angles(joints))
        trigonometry += [Trig(f"c_{k}", "cos", angle), Trig(f"s_{k}", "sin", angle)]
    names = [trig.name for trig in trigonometry]
    names += [f"{given}{j + 1}" for given in INPUTS[name] for j in range(joints)]
    statements = []
    for k in range(draw(st.integers(0, 6))):
        statements.append(Statement(f"t{k}", draw(values(tuple(names)))))
        names.append(f"t{k}")
    wanted = draw(some(joints, 0, joints))  # the others are zero
    outputs = tuple(Output(f"{name}_{k + 1}", (k,), draw(values(tuple(names), least=1))) for k in sorted(wanted))
    return Program(name, joints, INPUTS[name], tuple(trigonometry), tuple(statements), outputs, (joints,))


@cache
@st.composite
def mass_matrices(draw: st.DrawFn, joints: int) -> Program:
    """``kinetic_energy_matrix``, symmetric and positive definite for every state, with zeros at random."""
    angle = draw(angles(joints))
    trigonometry = (Trig("c_a", "cos", angle), Trig("s_a", "sin", angle))
    statements = [Statement("t0", Value((Group(Fraction(1), (Term(1, ("c_a", "s_a")),)),)))]
    outputs = []
    for i in range(joints):
        constant = Group(Fraction(2 * joints), (Term(1, ()),))
        outputs.append(Output(f"a_{i + 1}{i + 1}", (i * joints + i,), Value((constant,))))
        for j in range(i):
            if draw(st.booleans()):
                factor = draw(FACTORS)
                value = Value((Group(Fraction(1), (Term(draw(SIGNS), (factor,)),)),))
                outputs.append(Output(f"a_{j + 1}{i + 1}", (j * joints + i, i * joints + j), value))
    return Program("kinetic_energy_matrix", joints, ("q",), trigonometry, tuple(statements), tuple(outputs),
                   (joints, joints))  # fmt: skip


@cache
def arms(joints: int) -> st.SearchStrategy[tuple[Program, ...]]:
    """Torque, gravity and mass matrix of an arm that does not exist."""
    return st.tuples(programs("torque", joints), programs("gravity", joints), mass_matrices(joints))
