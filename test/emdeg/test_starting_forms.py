"""Every form of every program is exactly what Kane's equations give."""

from __future__ import annotations

from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint
from puma560_dynamics.emdeg.chain.gauge import LEVEL, PLAIN, SECOND, Gauge
from puma560_dynamics.emdeg.derivation import PROGRAMS
from puma560_dynamics.emdeg.equations.elements import energy_elements, steady
from puma560_dynamics.emdeg.equations.inverse_dynamics import prepared
from puma560_dynamics.emdeg.equations.proof import prove
from puma560_dynamics.emdeg.starting_forms import StartingForm, longer_than, neighbours, start, usual_forms

GAUGES = st.builds(Gauge, st.sampled_from(SECOND), st.sampled_from(("", *LEVEL)))


@trials(40)
@given(chains(most=3), st.data())
def test_every_form_is_exact(chain: Chain, data: st.DataObject):
    gauge = tuple(data.draw(GAUGES) for _ in range(chain.n))
    form = StartingForm(gauge, data.draw(st.integers(0, chain.n)))
    for name in PROGRAMS:
        system, variables = start(chain, name, form)
        prove(chain, name, system, variables)


@trials(20)
@given(chains(most=4), st.integers(0, 300))
def test_how_long_the_matrix_is_follows_from_its_parts(chain: Chain, terms: int):
    whole, bodies, _ = prepared(chain, (PLAIN,) * chain.n)
    expanded = energy_elements(whole, bodies, steady(whole, bodies)).values()
    assert longer_than(chain, terms) == (sum(map(len, expanded)) > terms)


@trials(20)
@given(chains(most=3))
def test_neighbours_differ_in_the_gauge_of_one_joint(chain: Chain):
    (form, *_) = usual_forms(chain, "torque")
    for other in neighbours(form, chain, "torque"):
        changed = [own != before for own, before in zip(other.gauge, form.gauge, strict=True)]
        assert (sum(changed), changed[0], other.depth) == (1, False, form.depth)


def test_a_neighbour_may_keep_mass_where_the_axes_lie_apart():
    up = ChainJoint("shoulder", cos_alpha=0, sin_alpha=1)
    chain = Chain("arm", (ChainJoint("base"), up, ChainJoint("elbow", a=0.5)), (Body(1, (0.1, 0.2, 0.3)),) * 3)
    form = StartingForm((PLAIN,) * 3, 0)
    levels = {other.gauge[2].level for other in neighbours(form, chain, "torque")}
    assert levels == {"", "x"}
    assert not any(other.gauge[1].level for other in neighbours(form, chain, "torque"))
    assert not neighbours(form, chain, "gravity")
