"""Torque and gravity are Kane's however many links are explicit."""

from __future__ import annotations

from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.gauge import LEVEL, SECOND, Gauge
from puma560_dynamics.emdeg.equations.inverse_dynamics import gravity_system, torque_system
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import RECURSIVE, StartingForm


@trials(15)
@given(chains(most=3), st.data())
def test_any_number_of_links_may_be_explicit(chain: Chain, data: st.DataObject):
    gauge = tuple(
        data.draw(st.builds(Gauge, st.sampled_from(SECOND), st.sampled_from(("", *LEVEL)), st.booleans()))
        for _ in range(chain.n)
    )
    for explicit in range(chain.n + 1):
        prove(chain, "torque", *torque_system(chain, gauge, explicit))
        prove(chain, "gravity", *gravity_system(chain, gauge, explicit))


@given(chains(most=3))
def test_without_gravity_nothing_holds_the_arm(chain: Chain):
    system, _ = gravity_system(chain.without_gravity(), (Gauge(),) * chain.n, chain.n)
    assert not system.outputs and not system.definitions


@trials(15)
@given(chains(most=3), st.data())
def test_elements_are_kanes(chain: Chain, data: st.DataObject):
    gauge = tuple(
        data.draw(st.builds(Gauge, st.sampled_from(SECOND), st.sampled_from(("", *LEVEL)))) for _ in range(chain.n)
    )
    for name in ("kinetic_energy_matrix", "all_elements"):
        prove(chain, name, *task_of(name).system(chain, StartingForm(gauge, RECURSIVE)))
