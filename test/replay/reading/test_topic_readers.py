"""What becomes of a message's fields, by its use."""

from __future__ import annotations

import numpy as np
import pytest

from puma560_dynamics.control.feed_forward.feed_forward import TERM_NAMES
from puma560_dynamics.replay.reading import topic_readers
from puma560_dynamics.replay.reading.samples import CommandSamples, JointSamples, ReferenceSamples, TermSamples

STAMP, LOG_TIME = np.array([1, 2, 3]), np.array([4, 5, 6])


def fields(count: int) -> tuple[np.ndarray, ...]:
    """`count` fields of three messages of two joints."""
    return tuple(np.random.default_rng(count).normal(size=(count, 3, 2)))


@pytest.mark.parametrize(
    ("form", "name", "kind", "columns"),
    [
        (
            topic_readers.joint_state_form(), "states", JointSamples,
            {"position": "position", "velocity": "velocity", "effort": "effort"},
        ),
        (topic_readers.term("friction"), "friction", TermSamples, {"effort": "torque"}),
        (
            topic_readers.reference("points.0"), "reference", ReferenceSamples,
            {"points.0.positions": "position", "points.0.velocities": "velocity",
             "points.0.accelerations": "acceleration"},
        ),
    ],
)  # fmt: skip
def test_each_field_becomes_its_column(form: topic_readers.MessageForm, name: str, kind: type, columns: dict[str, str]):
    assert form.paths == tuple(columns)
    given = fields(len(columns))
    ((found, samples),) = form.make(STAMP, LOG_TIME, given).items()
    assert (found, type(samples)) == (name, kind)
    for column, values in zip(("stamp", "log_time", *columns.values()), (STAMP, LOG_TIME, *given), strict=True):
        np.testing.assert_array_equal(getattr(samples, column), values)


def test_commands_have_no_names_and_no_stamp():
    form = topic_readers.commands()
    assert (form.names, form.paths) == ("", ("data",))
    (samples,) = form.make(STAMP, LOG_TIME, fields(1)).values()
    assert isinstance(samples, CommandSamples)
    np.testing.assert_array_equal(samples.log_time, LOG_TIME)
    np.testing.assert_array_equal(samples.effort, fields(1)[0])


def test_a_point_a_term_and_a_term_that_is_off_is_left_out():
    form = topic_readers.terms_form()
    assert form.paths == tuple(f"points.{k}.effort" for k in range(len(TERM_NAMES)))
    given = list(fields(len(TERM_NAMES)))
    given[1] = np.full((3, 2), np.nan)  # off throughout
    given[2][0] = np.nan  # off in one message
    found = form.make(STAMP, LOG_TIME, tuple(given))
    assert list(found) == [name for k, name in enumerate(TERM_NAMES) if k != 1]
    for k, name in enumerate(TERM_NAMES):
        if k != 1:
            term = found[name]
            assert isinstance(term, TermSamples)
            np.testing.assert_array_equal(term.torque, given[k])
