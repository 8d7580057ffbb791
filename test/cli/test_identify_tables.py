"""Predictions for programs: a number that there is not is null, and recordings that were held out are marked."""

from __future__ import annotations

import json

import numpy as np

from puma560_dynamics.cli.identify_tables import predictions
from puma560_dynamics.identification.predict import Predicted
from puma560_dynamics.identification.validate import Validated

NOTHING = np.zeros((0, 2))


def validated(name: str, error: float) -> Validated:
    """Errors of two joints, of which the second did not move."""
    predicted = Predicted(np.zeros(0), np.zeros(0), NOTHING, NOTHING, NOTHING)
    values = np.array([error, 2.0 * error])
    return Validated(name, predicted, values, values / 2.0, np.array([error, np.nan]), np.array([0.0, 1.0]))


def test_predictions_are_json_and_mark_held_out_recordings():
    found = predictions([[validated("a", 0.1), validated("b", 0.2)], [validated("c", 0.4)]])
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert [(each["name"], each["held_out"]) for each in found] == [("a", 0), ("b", 0), ("c", 1)]
    assert found[2] == {
        "name": "c",
        "held_out": 1,
        "raw": [0.4, 0.8],
        "filtered": [0.2, 0.4],
        "moving": [0.4, None],
        "still": [0.0, 1.0],
    }
