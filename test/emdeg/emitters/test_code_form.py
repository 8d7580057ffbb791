"""Forms of C change how a program is written, never what it computes; the usual form is what is written otherwise."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from helpers.emdeg.c_library import needs_compiler
from helpers.emdeg.interpret import interpret
from helpers.emdeg.small_chains import three_joints
from helpers.trials import SHARE

from puma560_dynamics.emdeg.backends.compile import build
from puma560_dynamics.emdeg.backends.functions import Functions
from puma560_dynamics.emdeg.chain.gauge import PLAIN
from puma560_dynamics.emdeg.derivation import program_of
from puma560_dynamics.emdeg.emitters.code_form import USUAL_FORM, USUAL_UNIT, CodeForm, UnitForm
from puma560_dynamics.emdeg.emitters.emit_c import emit_c
from puma560_dynamics.emdeg.program.program import Program
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.simplify.search import simplify_system
from puma560_dynamics.emdeg.tasks import task_of
from puma560_dynamics.emdeg.tasks.starting_form import StartingForm
from puma560_dynamics.errors import ProgramError


@pytest.fixture(scope="module")
def program() -> Program:
    """Torque of two parallel joints on a vertical one, every link turned: with the angles of both and their sum."""
    chain = three_joints()
    system, variables = task_of("torque").system(chain, StartingForm((PLAIN,) * 3, 0))
    return program_of(chain, "torque", simplify_system(system, 20), variables)


def test_a_type_that_is_refused():
    with pytest.raises(ProgramError, match="'half' is not a type of numbers in C; use one of double, float"):
        UnitForm(scalar="half")  # type: ignore[arg-type]


def text(program: Program, form: UnitForm) -> str:
    """The C of one function."""
    return emit_c("arm", [program], Provenance("arm", "0"), form=form)["arm.c"]


def test_a_function_without_a_form_has_the_usual_one(program: Program):
    assert UnitForm().of("torque") == USUAL_FORM == CodeForm()
    assert text(program, UnitForm({"gravity": CodeForm(ordered=False)})) == text(program, USUAL_UNIT)


def test_forms_and_lanes_are_seen_in_the_code(program: Program):
    forms = [CodeForm(*choice) for choice in product((True, False), repeat=3)]
    assert len({text(program, UnitForm({"torque": form})) for form in forms}) == len(forms)
    assert "#define LANES ((size_t)8)" in text(program, UnitForm(lanes=8))


FORMS, WIDTHS = (CodeForm(ordered=False, formulas=False), CodeForm(spread=True)), (8, 32)
FORMS_AND_LANES = tuple(product(FORMS, WIDTHS) if SHARE == 1 else zip(FORMS, WIDTHS, strict=True))
"""Every form and every number of lanes; all pairs of them in `make trials`."""


@needs_compiler
@pytest.mark.parametrize(("form", "lanes"), FORMS_AND_LANES)
def test_every_form_computes_the_same(
    program: Program, form: CodeForm, lanes: int, tmp_path_factory: pytest.TempPathFactory, monkeypatch
):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "forms"))
    sources = emit_c("formed", [program], Provenance("arm", "0"), form=UnitForm({"torque": form}, lanes))
    torque = Functions.of(build("formed", sources)).torque
    q, qd, qdd = np.random.default_rng(1).uniform(-2, 2, (3, lanes + 5, 3))
    expected = np.array([interpret(program, *state) for state in zip(q, qd, qdd, strict=True)])
    limit = 1e-13 * np.abs(expected).max()
    np.testing.assert_allclose(torque(q, qd, qdd), expected, rtol=0, atol=limit)
    np.testing.assert_allclose([torque(*state) for state in zip(q, qd, qdd, strict=True)], expected, rtol=0, atol=limit)
