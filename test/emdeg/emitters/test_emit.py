"""Which files there are, and what they may be called."""

from __future__ import annotations

import ast
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Body
from puma560_dynamics.emdeg.derivation import derive
from puma560_dynamics.emdeg.effort import SearchEffort
from puma560_dynamics.emdeg.emitters import FILE_KINDS
from puma560_dynamics.emdeg.emitters.emit import check_name, emit, suggested_name
from puma560_dynamics.emdeg.program.provenance import Provenance
from puma560_dynamics.emdeg.readers.read_dh import DhRow, read_dh
from puma560_dynamics.errors import ProgramError

NAME = 'two\nlines /* and */ comments """ \\'


def test_a_file_a_kind():
    chain = read_dh([DhRow("j")], [Body(1.0, (0.5, 0, 0))], gravity=(0, -9.81, 0), name=NAME).chain
    programs = list(derive(chain, ("torque", "gravity"), SearchEffort(sketch=1, rounds=5)).programs.values())
    origin = Provenance.of(chain)
    files = emit("pendulum", programs, origin, FILE_KINDS)
    modules = ["pendulum.py", "pendulum_numpy.py", "pendulum_jax.py", "pendulum_casadi.py"]
    functions = ["pendulum_torque.m", "pendulum_gravity.m"]
    assert list(files) == ["pendulum.h", "pendulum.c", *modules, *functions, "pendulum.tex", "pendulum.txt"]
    for kind in FILE_KINDS:
        assert emit("pendulum", programs, origin, [kind]).items() <= files.items()
    for text in files.values():
        assert origin.digest in text
        assert "two lines" in text
    for name in ("pendulum.h", "pendulum.c"):
        inside = re.findall(r"/\*(.*?)\*/", files[name], re.S)
        assert inside
        assert not any("/*" in comment for comment in inside)
    for module in modules:
        assert "two lines" in str(ast.get_docstring(ast.parse(files[module])))


def test_a_kind_that_does_not_exist_is_refused():
    with pytest.raises(ProgramError, match="'fortran' is not a kind of file; use some of c, python"):
        emit("arm", [], Provenance("", ""), ["fortran"])


@pytest.mark.parametrize(
    "name", ["", "2r", "my arm", "ärm", "math", "string", "class", "any", "numpy", "casadi", "_x", "a-b", "a\n"]
)
def test_names_that_are_refused(name: str):
    with pytest.raises(ProgramError, match="use letters, digits"):
        check_name(name)
    with pytest.raises(ProgramError):
        emit(name, [], Provenance("", ""), ())


@given(st.text())
def test_every_arm_gets_a_name(arm: str):
    check_name(suggested_name(arm))
    assert suggested_name(suggested_name(arm)) == suggested_name(arm)


def test_names_that_are_suggested():
    assert [suggested_name(name) for name in ("UR 5e", "planar_3r", "7 DoF", "math", "")] == [
        "ur_5e",
        "planar_3r",
        "arm_7_dof",
        "arm_math",
        "arm",
    ]
