"""Rows of either convention move and weigh as the products of the textbook say."""

from __future__ import annotations

import math

import numpy as np
import pytest
from helpers.emdeg import chain_numbers
from helpers.emdeg.random_chains import LENGTHS, bodies, decimals, states
from helpers.trials import trials
from hypothesis import given
from hypothesis import strategies as st

from puma560_dynamics.emdeg.chain.chain import Body
from puma560_dynamics.emdeg.readers.read_dh import DhRow, read_dh
from puma560_dynamics.errors import ChainError

pin = pytest.importorskip("pinocchio")

ANGLES = st.one_of(st.sampled_from((0.0, math.pi / 2, -math.pi / 2, math.pi)), decimals(3))


@st.composite
def rows(draw: st.DrawFn, name: str) -> DhRow:
    """One row."""
    kind = draw(st.sampled_from(("revolute", "revolute", "prismatic")))
    numbers = [draw(ANGLES), draw(LENGTHS), draw(LENGTHS), draw(ANGLES), draw(st.integers(0, 3))]
    return DhRow(name, kind, *numbers)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[DhRow], list[Body]]:
    """One to four rows and their bodies."""
    n = draw(st.integers(1, 4))
    return [draw(rows(f"joint{k}")) for k in range(n)], [draw(bodies()) for _ in range(n)]


def about_x(row: DhRow) -> np.ndarray:
    """``Rx(alpha) Tx(a)``; the two commute."""
    c, s = math.cos(row.alpha), math.sin(row.alpha)
    return np.array([[1, 0, 0, row.a], [0, c, -s, 0], [0, s, c, 0], [0, 0, 0, 1]])


def about_z(row: DhRow, q: float = 0.0) -> np.ndarray:
    """``Rz(theta) Tz(d)``; the two commute."""
    theta, d = (row.theta + q, row.d) if row.kind == "revolute" else (row.theta, row.d + q)
    c, s = math.cos(theta), math.sin(theta)
    return np.array([[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, d], [0, 0, 0, 1]])


def step(row: DhRow, convention: str, q: float = 0.0) -> np.ndarray:
    """The convention's own product."""
    return about_x(row) @ about_z(row, q) if convention == "modified" else about_z(row, q) @ about_x(row)


def pinocchio_model(table: list[DhRow], parts: list[Body], convention: str):
    """Joint frames before the motion: what follows the motion belongs to the next placement and to the body's."""
    model, parent, placement = pin.Model(), 0, np.eye(4)
    for row, body in zip(table, parts, strict=True):
        before, after = (about_x(row), about_z(row)) if convention == "modified" else (np.eye(4), step(row, convention))
        joint = pin.JointModelRZ() if row.kind == "revolute" else pin.JointModelPZ()
        parent = model.addJoint(parent, joint, pin.SE3(placement @ before), row.name)
        center = np.array([float(x) for x in body.center])
        inertia = pin.Inertia(float(body.mass), center, chain_numbers.inertia_matrix(body))
        model.appendBodyToJoint(parent, inertia, pin.SE3(after))
        placement = after
    model.armature = np.array([row.armature for row in table], dtype=float)
    return model


@pytest.mark.parametrize("convention", ["modified", "standard"])
@trials(100)
@given(tables())
def test_motion_and_torque(convention: str, table: tuple[list[DhRow], list[Body]]):
    chain = read_dh(*table, convention=convention).chain
    model = pinocchio_model(*table, convention)
    for q, qd, qdd in states(chain):
        expected, frame = pin.rnea(model, model.createData(), q, qd, qdd), np.eye(4)
        torque = chain_numbers.torque(chain, q, qd, qdd)
        np.testing.assert_allclose(torque, expected, rtol=0, atol=1e-12 * max(1.0, np.abs(expected).max()))
        for row, position, ours in zip(table[0], q, chain_numbers.forward_kinematics(chain, q), strict=True):
            frame = frame @ step(row, convention, position)
            np.testing.assert_allclose(ours, frame, rtol=0, atol=1e-12)


def test_square_rows_are_exact():
    reading = read_dh(
        [DhRow("a", alpha=math.pi / 2, a=0.1, theta=-math.pi / 2), DhRow("b", alpha=math.pi)], [Body()] * 2
    )
    first, second = reading.chain.joints
    assert (first.cos_alpha, first.sin_alpha, first.cos_offset, first.sin_offset) == (0, 1, 0, -1)
    assert (second.cos_alpha, second.sin_alpha) == (-1, 0)
    assert first.offset == -math.pi / 2


def test_an_impossible_triangle_is_remarked():
    reading = read_dh([DhRow("a")], [Body(1, (0, 0, 0), (1, 1, 3, 0, 0, 0))])
    assert len(reading.remarks) == 1
    assert "'a'" in reading.remarks[0]
    assert "triangle" in reading.remarks[0]


@pytest.mark.parametrize(
    ("rows", "bodies", "convention", "words"),
    [
        ([], [], "modified", "no row"),
        ([DhRow("a")], [], "modified", "1 joints and 0 bodies"),
        ([DhRow("a")], [Body()], "craig", "convention 'craig'"),
        ([DhRow("a", "helical")], [Body()], "modified", "type 'helical'"),
        ([DhRow("a", a=math.nan)], [Body()], "modified", "are 0, nan, 0, 0, 0; expected finite numbers"),
        ([DhRow("a", armature=-1.0)], [Body()], "modified", "are 0, 0, 0, 0, -1; expected .* armature 0 or more"),
        ([DhRow("a"), DhRow("a")], [Body()] * 2, "modified", "same name"),
        ([DhRow("a")], [Body(-1)], "standard", "mass is -1 kg"),
        ([DhRow("a")], [Body(1, (0, 0, 0), (1, 1, -1, 0, 0, 0))], "standard", "principal moment"),
    ],
)
def test_bad_tables(rows: list[DhRow], bodies: list[Body], convention: str, words: str):
    with pytest.raises(ChainError, match=words):
        read_dh(rows, bodies, convention=convention)
