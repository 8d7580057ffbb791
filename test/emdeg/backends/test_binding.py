"""Results are made by numpy's C function where its table is known, and by numpy.empty elsewhere; both are alike."""

from __future__ import annotations

import importlib
import importlib.util
import json
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

from puma560_dynamics import load_model

SCRIPT = """
import json, sys
import numpy as np

if sys.argv[1] == "unknown":
    try:
        from numpy._core import _multiarray_umath as numpy_core
    except ImportError:
        from numpy.core import _multiarray_umath as numpy_core
    numpy_core._ARRAY_API = None

calls = []

def counted(shape, empty=np.empty):
    calls.append(shape)
    return empty(shape)

np.empty = counted
from puma560_dynamics.models.generated import _puma560 as compiled

q = np.linspace(-2.0, 2.0, 60)
del calls[:]
results = {}
for layout, states in {
    "one": q[:6].copy(), "rows": q.reshape(10, 6), "columns": np.ascontiguousarray(q.reshape(10, 6).T).T
}.items():
    for name in ("gravity", "kinetic_energy_matrix"):
        result = getattr(compiled, name)(states)
        assert result.dtype == float and result.flags.writeable and result.flags.aligned, result.flags
        assert (layout == "columns") != result.flags.c_contiguous, (layout, result.strides)
        results[f"{layout} {name}"] = result.tolist()
split = compiled.parts("gravity", print, tuple, ((2,), (4,)))
assert (split is print) == (sys.argv[1] == "unknown"), split
print(json.dumps([len(calls), results]))
"""


@pytest.mark.parametrize(("table", "calls"), [("known", 0), ("unknown", 6)])
def test_results_are_made_with_and_without_numpys_table(table: str, calls: int):
    model = load_model("generated")
    pytest.importorskip("puma560_dynamics.models.generated._puma560", reason="it was not compiled at installation")
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, table], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    counted, results = json.loads(done.stdout)
    assert counted == calls
    states = np.linspace(-2.0, 2.0, 60).reshape(10, 6)
    for name in ("gravity", "kinetic_energy_matrix"):
        expected = getattr(model, name)(states)
        for layout, part in {"one": expected[0], "rows": expected, "columns": expected}.items():
            np.testing.assert_allclose(results[f"{layout} {name}"], part, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(
    "name",
    [
        "models.generated._puma560",
        "models.generated._puma560_abbreviated",
        "emdeg.simplify._search",
    ],
)
def test_what_was_compiled_at_installation_can_be_imported(name: str):
    """One that does not compile or is linked wrongly must be seen: numpy serves in place of generated C."""
    if importlib.util.find_spec(f"puma560_dynamics.{name}") is None:
        headers = Path(sysconfig.get_path("include"), "Python.h")
        missing = [each for each in ("gcc", "g++") if not shutil.which(each)] + [headers.name] * (not headers.exists())
        assert missing, "it was not compiled, and could be: install the package again"
        pytest.skip(f"it was not compiled at installation: no {', '.join(missing)}")
    importlib.import_module(f"puma560_dynamics.{name}")


def test_a_result_is_split_into_parts():
    """Into views of one block; what is no function of these parts is refused."""
    functions = load_model("generated").functions
    if functions.parts is None:
        pytest.skip("it was not compiled at installation")
    shapes = ((2,), (2, 2))
    slow = functions.parts("gravity", lambda *given, **named: (given, named), tuple, shapes)
    q = np.random.default_rng(6).uniform(-2, 2, (3, 6))
    for state in (q, q[0]):
        expected = functions.gravity(state)
        pair, square = slow(state)
        assert pair.base is square.base
        np.testing.assert_array_equal(pair, expected[..., :2])
        np.testing.assert_array_equal(square.reshape(expected[..., 2:].shape), expected[..., 2:])
        out = slow(state + 1)
        assert slow(state, out=out) is out
        np.testing.assert_array_equal(out[1], square)
    copies = (pair.copy(), square.copy())
    assert slow(q[0], out=copies)[1]["out"] is copies
    assert slow(q[0], out=slow(q))[1].keys() == {"out"}
    for name, wrong in (("color", shapes), ("gravity", ((5,),)), ("gravity", ((1, 1, 6),)), ("gravity", (6,))):
        with pytest.raises((KeyError, TypeError)):
            functions.parts(name, print, tuple, wrong)
    assert functions.parts("gravity", print, dict, shapes) is print
    with pytest.raises(TypeError):
        functions.parts("gravity", print, tuple)
