"""What the variables say of sines and cosines is true: exactly in the ring, and in numbers."""

from __future__ import annotations

import math

from helpers.emdeg.random_chains import chains, states
from helpers.emdeg.recursion_numbers import ungauged
from helpers.trials import trials
from hypothesis import given

from puma560_dynamics.emdeg.algebra.ring import Ring
from puma560_dynamics.emdeg.chain.angles import link_angles
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.groups import groups
from puma560_dynamics.emdeg.program.variables import Variables


def variables_of(chain: Chain) -> Variables:
    """With gravity and without."""
    chain, bodies = ungauged(chain)
    return Variables(chain, groups(chain, bodies), groups(chain.without_gravity(), bodies))


@trials(50)
@given(chains(most=5))
def test_free_forms_equal_their_atoms(chain: Chain):
    """± an atom, as a polynomial of others: addition theorems, for all three ways to read one."""
    variables = variables_of(chain)
    system = variables.system()
    wanted = {f"{i}": (form, atom, sign) for i, (form, atom, sign) in enumerate(system.free)}
    for label, (form, _, _) in wanted.items():
        system.output(label, form)
    values = system.evaluate(variables.elements, variables.ring.constant(1))
    for label, (_, atom, sign) in wanted.items():
        assert values[label] == variables.elements[system.names[atom]] * sign


@trials(50)
@given(chains(most=5))
def test_circle_pairs_satisfy_their_identity(chain: Chain):
    variables = variables_of(chain)
    system = variables.system()
    for pair in system.circles:
        c, s = (variables.elements[system.names[index]] for index in pair)
        assert c * c + s * s == 1


@trials(50)
@given(chains(most=4))
def test_every_name_has_its_numerical_value(chain: Chain):
    """Expressed by the sums along all parallel axes, every name is the sine or cosine that it names."""
    variables, ring = variables_of(chain), Ring()
    elements = variables.within(ring, link_angles(chain))
    for q, _, _ in states(chain):
        basis = dict.fromkeys(ring.names, math.nan) | {f"q{i + 1}": float(x) for i, x in enumerate(q)}
        for angle in link_angles(chain):
            if angle is not None:
                total = angle.offset + sum(sign * q[k] for k, sign in angle.joints)
                basis |= {f"c{angle.label}": math.cos(total), f"s{angle.label}": math.sin(total)}
        for name, trig in variables.trigonometry().items():
            total = trig.angle.offset + sum(sign * q[k] for k, sign in trig.angle.joints)
            assert abs(elements[name].evaluate(basis) - getattr(math, trig.function)(total)) < 1e-12


@trials(30)
@given(chains(most=4))
def test_an_element_is_the_polynomial_of_its_atoms(chain: Chain):
    """There and back."""
    variables = variables_of(chain)
    system, ring = variables.system(), variables.ring
    for number, name in enumerate(variables.elements):
        element = variables.elements[name] * 3 - 2 + ring.variable("qd1") * ring.variable("qdd1")
        system.output(f"{number}", variables.polynomial(system, element))
    values = system.evaluate(variables.elements, ring.constant(1))
    for number, name in enumerate(variables.elements):
        expected = variables.elements[name] * 3 - 2 + ring.variable("qd1") * ring.variable("qdd1")
        assert values[f"{number}"] == expected
