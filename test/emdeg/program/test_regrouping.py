"""Functions with numbers of bodies as inputs are exact in every gauge, and need fewer numbers if mass stays outside."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from puma560_dynamics import load_arm
from puma560_dynamics.emdeg.chain.chain import Chain
from puma560_dynamics.emdeg.chain.gauge import PLAIN, Gauge, slid
from puma560_dynamics.emdeg.chain.inertia import matter
from puma560_dynamics.emdeg.program.regrouping import outward, prepared_gauges
from puma560_dynamics.emdeg.program.system import System, system_as_text
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import StartingForm

SEVEN = Path(__file__).parents[1] / "arms" / "seven_joints.urdf"
GAUGES = {
    "plain": lambda chain: (PLAIN,) * chain.n,
    "outward": outward,
    "another": lambda chain: (*(PLAIN,) * 2, *(Gauge("xx", "y", carried=True),) * (chain.n - 2)),
}


@pytest.fixture(scope="module")
def puma() -> Chain:
    return replace(load_arm("akb1986").exact_chain, link_frames=None)


def begun(chain: Chain, name: str, gauge: tuple[Gauge, ...]) -> System:
    """The equations before a search, proven."""
    system, variables = task_of(name).system(chain, StartingForm(gauge, 0))
    prove(chain, name, system, variables)
    return system


def used(system: System) -> set[str]:
    return set(re.findall(r"prepared\d+", system_as_text(system)))


@pytest.mark.parametrize("gauge", GAUGES)
@pytest.mark.parametrize("name", ["torque+payload", "gravity+payload", "momentum+payload", "torque+link2.mass+payload"])
def test_every_gauge_is_exact(puma: Chain, name: str, gauge: str):
    begun(puma, name, GAUGES[gauge](puma))


def test_mass_that_stays_outside_leaves_fewer_numbers(puma: Chain):
    """Inner bodies do not depend on the payload; the numbers are some of those that `prepare` computes."""
    plain, outside = (used(begun(puma, "torque+payload", GAUGES[gauge](puma))) for gauge in ("plain", "outward"))
    assert len(outside) == 10 < len(plain) == 17
    places = task_of("prepare+payload").layout(puma).places
    assert plain | outside < set(places)  # and one of the kinetic energy matrix
    assert task_of("gravity+payload").variables(puma).prepared.keys() == places.keys()


def test_mass_stays_beyond_joints_with_a_lever(puma: Chain):
    levels = [own.level for own in outward(slid(puma, matter(puma))[0])]
    assert levels == ["", "", "", "x", "", ""]
    assert len(prepared_gauges(puma)) == 2
    short = replace(puma, joints=puma.joints[:3], bodies=puma.bodies[:3])
    assert prepared_gauges(short) == ((PLAIN,) * 3,)


def test_seven_joints_of_a_description():
    chain = load_arm(SEVEN).exact_chain
    begun(chain, "gravity+payload", outward(slid(chain, matter(chain))[0]))
