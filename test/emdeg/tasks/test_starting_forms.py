"""Every form of every program passes its proof."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from helpers.emdeg.random_chains import chains, planar
from helpers.emdeg.task_names import ANY_CHAIN
from helpers.trials import trials
from hypothesis import example, given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Body, Chain, ChainJoint
from puma560_dynamics.emdeg.chain.gauge import LEVEL, PLAIN, SECOND, Gauge, slid
from puma560_dynamics.emdeg.chain.groups import groups
from puma560_dynamics.emdeg.chain.inertia import moments
from puma560_dynamics.emdeg.equations.elements import energy_elements, steady
from puma560_dynamics.emdeg.equations.inverse_dynamics import gravity_system
from puma560_dynamics.emdeg.program.variables import prepared
from puma560_dynamics.emdeg.proof import prove
from puma560_dynamics.emdeg.simplify.search import simplify_system
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.element_forms import has_more_terms
from puma560_dynamics.emdeg.tasks.starting_form import COMPOSITE, ONE, StartingForm, units

GAUGES = st.builds(Gauge, st.sampled_from(SECOND), st.sampled_from(("", *LEVEL)), st.booleans())


@trials(40)
@given(chains(most=3), st.data())
def test_every_form_is_exact(chain: Chain, data: st.DataObject):
    gauge = tuple(data.draw(GAUGES) for _ in range(chain.n))
    unit = data.draw(st.sampled_from([ONE, *units(chain)]))
    unturned = frozenset(data.draw(st.sets(st.integers(0, chain.n - 1))))
    form = StartingForm(gauge, data.draw(st.integers(0, chain.n)), unit, unturned)
    for name in ANY_CHAIN:
        system, variables = task_of(name).system(chain, form)
        prove(chain, name, system, variables)


@trials(20)
@given(chains(most=4), st.integers(0, 300))
def test_how_long_the_matrix_is_follows_from_its_parts(chain: Chain, terms: int):
    whole, bodies, _ = prepared(chain, (PLAIN,) * chain.n)
    expanded = energy_elements(whole, bodies, steady(whole, bodies)).values()
    assert has_more_terms(chain, terms) == (sum(map(len, expanded)) > terms)


@trials(20)
@given(chains(most=3))
def test_neighbours_differ_in_one_choice(chain: Chain):
    """The gauge of one joint, the unit of length, or how many links of one group of parallel axes are unturned."""
    (form, *_) = task_of("torque").forms(chain)
    for other in task_of("torque").neighbours(form, chain):
        changed = [own != before for own, before in zip(other.gauge, form.gauge, strict=True)]
        kinds = (sum(changed), other.unit != form.unit, other.unturned != form.unturned)
        assert (sum(kinds), changed[0], other.depth) == (1, False, form.depth)


@trials(20)
@given(chains(most=4))
@example(planar(4, (0, -9.81, 0)))
def test_only_what_can_be_left_unturned_is_tried(chain: Chain):
    slid_chain, bodies = slid(chain, tuple(map(moments, chain.bodies)))
    (form, *_) = task_of("torque").forms(chain)
    tried = [other.unturned for other in task_of("torque").neighbours(form, chain) if other.unturned]
    for links in tried:
        left = {turn.joint for group in groups(slid_chain, bodies, links) for turn in group if turn.body is not None}
        assert left == links
    most = groups(slid_chain, bodies, frozenset(range(chain.n)))
    assert len(tried) == len(set(tried)) == sum(turn.body is not None for group in most for turn in group)


def test_an_unturned_last_link_costs_less():
    """Its body has fewer components to turn than its motion and its loads; greedy factoring alone shows it."""
    up, down = (ChainJoint(name, cos_alpha=0, sin_alpha=s) for name, s in (("up", 1), ("down", -1)))
    body = Body(1, (0.1, 0.2, 0.3), (0.1, 0.2, 0.25, 0.01, 0.02, 0.03))
    chain = Chain("arm", (ChainJoint("base"), up, down, up, down), (body,) * 5)
    form = StartingForm((PLAIN,) * 5, 0)
    turned, other = (
        simplify_system(task_of("torque").system(chain, replace(form, unturned=links))[0], 0).cost
        for links in (frozenset[int](), frozenset({4}))
    )
    assert other < turned


def test_unturned_links_save_most_in_derivatives():
    """The composite needs the turned bodies of a group of parallel axes in any case."""
    chain = planar(4, (0, -9.81, 0))
    task = task_of("torque_derivatives")
    forms = task.forms(chain)
    assert any(form.unturned for form in forms)
    assert any(form.unturned for form in task.neighbours(forms[0], chain))
    turned, other = (
        simplify_system(task.system(chain, replace(forms[0], unturned=links))[0], 0).cost
        for links in (frozenset[int](), frozenset(range(4)))
    )
    assert other < 0.95 * turned
    assert not any(form.unturned for form in task_of("gravity_derivative").forms(chain))


def test_the_search_of_derivatives_starts_with_and_without_unturned_links():
    plain, task = StartingForm((PLAIN,) * 3, 0), task_of("torque_derivatives")
    left = replace(plain, unturned=frozenset({2}))
    other, last = replace(plain, unit=Fraction(2)), replace(plain, unit=Fraction(3))
    costs = {plain: 100, other: 101, last: 102, left: 104}
    forms = sorted(costs, key=lambda form: costs[form])
    assert list(task.starts(forms, lambda form: costs[form])) == [plain, left, other, last]
    costs[left] = 110  # too expensive
    assert list(task.starts(forms, lambda form: costs[form])) == forms
    assert list(task.starts(forms[:3], lambda form: costs[form])) == forms[:3]


@trials(10)
@given(chains(most=3))
def test_composite_bodies_are_tried_in_other_units(chain: Chain):
    (form, *_) = task_of("kinetic_energy_matrix").forms(chain)
    tried = [other.unit for other in task_of("kinetic_energy_matrix").neighbours(form, chain)]
    assert form.depth == COMPOSITE and tried == [unit for unit in units(chain) if unit != form.unit]


@trials(20)
@given(chains(most=4))
def test_a_unit_makes_a_distance_one_and_is_only_for_turning_joints(chain: Chain):
    slid_chain, _ = slid(chain, tuple(map(moments, chain.bodies)))
    turning = all(joint.revolute for joint in chain.joints)
    distances = {abs(x) for joint in slid_chain.joints[1:] for x in (joint.a, joint.d)} - {0}
    assert set(units(chain)) == (distances if turning else set())


def test_a_distance_of_one_costs_nothing():
    """The same arm in another unit has fewer calculations; greedy factoring alone shows it."""
    up, down = (ChainJoint(name, a=0.3, d=0.3, cos_alpha=0, sin_alpha=s) for name, s in (("up", 1), ("down", -1)))
    body = Body(1, (0.1, 0.2, 0.3), (0.1, 0.2, 0.25, 0.01, 0.02, 0.03))
    chain = Chain("arm", (ChainJoint("base"), up, down, up, down), (body,) * 5)
    form = StartingForm((PLAIN,) * 5, 0)
    plain, other = (
        simplify_system(task_of("torque").system(chain, replace(form, unit=unit))[0], 0).cost
        for unit in (ONE, Fraction(3, 10))
    )
    assert other < plain


def test_a_neighbour_may_keep_mass_where_the_axes_lie_apart():
    up = ChainJoint("shoulder", cos_alpha=0, sin_alpha=1)
    chain = Chain("arm", (ChainJoint("base"), up, ChainJoint("elbow", a=0.5)), (Body(1, (0.1, 0.2, 0.3)),) * 3)
    form = StartingForm((PLAIN,) * 3, 0)
    levels = {other.gauge[2].level for other in task_of("torque").neighbours(form, chain)}
    assert levels == {"", "x"}
    assert not any(other.gauge[1].level for other in task_of("torque").neighbours(form, chain))
    assert not task_of("gravity").neighbours(form, chain)


def test_a_first_joint_along_gravity_has_no_torque_of_gravity():
    """The recursion computes one, which is zero; with the axis level it is wanted."""
    up, down = (ChainJoint(name, a=0.3, d=0.3, cos_alpha=0, sin_alpha=s) for name, s in (("up", 1), ("down", -1)))
    upright = Chain("arm", (ChainJoint("base"), up, ChainJoint("elbow", a=0.5), down), (Body(1, (0.1, 0.2, 0.3)),) * 4)
    level = replace(upright, gravity=(0, -9.81, 0))
    for chain, wanted in ((upright, False), (level, True)):
        form = task_of("gravity").forms(chain)[0]
        assert "g_1" in gravity_system(chain, form.gauge, form.depth)[0].outputs
        system, _ = task_of("gravity").system(chain, form)
        assert ("g_1" in system.outputs, "g_2" in system.outputs) == (wanted, True)
