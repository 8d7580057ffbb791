"""A by composite rigid bodies is Kane's, exactly, in any gauge."""

from __future__ import annotations

from helpers.emdeg.random_chains import chains
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.gauge import LEVEL, SECOND, Gauge
from puma560_dynamics.emdeg.proof import check_identity
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import COMPOSITE, StartingForm


@trials(60)
@given(chains(most=5), st.data())
def test_elements_are_kanes(chain: Chain, data: st.DataObject):
    gauge = tuple(
        data.draw(st.builds(Gauge, st.sampled_from(SECOND), st.sampled_from(("", *LEVEL)))) for _ in range(chain.n)
    )
    check_identity(
        chain, "kinetic_energy_matrix", *task_of("kinetic_energy_matrix").system(chain, StartingForm(gauge, COMPOSITE))
    )
