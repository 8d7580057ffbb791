"""Exercises: notebooks agree with their source and run; each check accepts the solution and refuses wrong answers."""

from __future__ import annotations

import ast
import json
import re
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tools.exercises.notebooks import EXAMPLES, EXERCISES, SOLUTIONS, SOURCE, Part, cells, parts, run, unanswered

TEXT = SOURCE.read_text(encoding="utf-8")

NUMBERS = range(1, 16)


def exercises() -> dict[int, list[Part]]:
    """Parts of each exercise, by its number."""
    found: dict[int, list[Part]] = {}
    number = 0
    for part in parts(TEXT):
        if heading := re.match(r"## (\d+)\. ", part.text):
            number = int(heading[1])
        if number:
            found.setdefault(number, []).append(part)
    return found


PARTS = exercises()

ANSWERS = [
    (number, function.name)
    for number, found in PARTS.items()
    for part in found
    if part.kind == "answer"
    for function in ast.parse(part.text).body
    if isinstance(function, ast.FunctionDef)
]
"""Number of the exercise and name of each function that students write."""


def code(number: int, kind: str) -> str:
    """Python of an exercise's answer or check."""
    (text,) = (part.text for part in PARTS[number] if part.kind == kind)
    return text


def printed(made: list[dict[str, Any]]) -> str:
    """Everything that the cells printed."""
    outputs = [output for cell in made for output in cell.get("outputs", [])]
    return "".join("".join(output.get("text", "")) for output in outputs)


@pytest.fixture(scope="module")
def solved() -> tuple[list[dict[str, Any]], dict[str, Any], float]:
    """Cells of the solutions after they have run, their variables, and processor time in s."""
    pytest.importorskip("matplotlib")
    made, begun = cells(TEXT, solved=True), time.process_time()
    variables = run(made)
    return made, variables, time.process_time() - begun


@pytest.mark.parametrize(("name", "solutions"), [(EXERCISES, False), (SOLUTIONS, True)])
def test_a_notebook_is_up_to_date(name: str, solutions: bool):
    kept = json.loads((EXAMPLES / name).read_text(encoding="utf-8"))["cells"]
    made = cells(TEXT, solutions)
    assert [(cell["cell_type"], cell["source"]) for cell in kept] == [
        (cell["cell_type"], cell["source"]) for cell in made
    ], "run `python -m tools.exercises.notebooks`"
    assert ("solutions" in kept[0]["source"][0]) == solutions  # different titles on the site
    assert printed(kept).count(": correct\n") == (len(NUMBERS) if solutions else 0)


def test_there_are_fifteen_exercises():
    assert list(PARTS) == list(NUMBERS)


@pytest.mark.parametrize("number", NUMBERS)
def test_an_exercise_is_complete(number: int):
    kinds = [part.kind for part in PARTS[number]]
    assert kinds[0] == "question" and kinds[-3:] == ["solution", "answer", "check"]
    assert re.search(r"^\*(Easy|Medium|Hard)\. (AKB|K&L) ", PARTS[number][0].text, re.M)
    assert "assert " in code(number, "check")
    assert code(number, "check").endswith(f"\n\n\nattempt(exercise_{number})")


def test_exercises_contain_no_answer():
    given = "\n".join("".join(cell["source"]) for cell in cells(TEXT, solved=False))
    for part in parts(TEXT):
        if part.kind == "solution":
            assert part.text not in given
        if part.kind == "answer":
            for function in ast.parse(part.text).body:
                assert isinstance(function, ast.FunctionDef)
                assert ast.unparse(function.body[-1]) not in given, function.name


def test_an_answer_consists_of_functions_with_docstrings():
    assert unanswered('def f(q):\n    """Return 1."""\n    return 1') == (
        'def f(q):\n    """Return 1."""\n    raise NotImplementedError'
    )
    for other in ("x = 1", "def f(q):\n    return 1"):
        with pytest.raises(ValueError, match="expected a function with a docstring"):
            unanswered(other)


def test_exercises_run_without_answers():
    pytest.importorskip("matplotlib")
    made = cells(TEXT, solved=False)
    run(made)
    assert re.findall(r"^exercise_(\d+): no answer yet$", printed(made), re.M) == [str(number) for number in NUMBERS]


def test_solutions_are_correct(solved: Any):
    made, _, seconds = solved
    assert re.findall(r"^exercise_(\d+): correct$", printed(made), re.M) == [str(number) for number in NUMBERS]
    assert seconds < 60.0


def too_large(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function with a wrong result: numbers too large by half, sets without one of their elements."""

    def wrong(*args: Any, **options: Any) -> Any:
        result = function(*args, **options)
        if isinstance(result, set):
            return set(sorted(result)[1:])
        return tuple(1.5 * np.asarray(each) for each in result) if isinstance(result, tuple) else 1.5 * result

    return wrong


@pytest.mark.parametrize(("number", "name"), ANSWERS)
def test_a_check_uses_every_answer(number: int, name: str, solved: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(EXAMPLES)
    space = dict(solved[1])
    exec(f"{code(number, 'answer')}\n\n\n{code(number, 'check').rpartition('attempt')[0]}", space)
    space[name] = too_large(space[name])
    with pytest.raises(AssertionError):
        space[f"exercise_{number}"]()


@pytest.mark.parametrize(
    ("number", "right", "wrong"),
    [
        (1, "-sa * d],", "sa * d],"),
        (2, "np.cos(q[0] + q[1])", "np.cos(q[1])"),
        (3, "J1 + M1 * LC1**2 + M2 * L1**2", "J1 + M1 * LC1**2"),
        (4, "[h * qd[1], h * (qd[0] + qd[1])]", "[2 * h * qd[1], h * qd[1]]"),  # right torque, not skew-symmetric
        (5, "(qd[0] + qd[1]) ** 2", "(qd[0] ** 2 + qd[1] ** 2)"),
        (6, "2.0 * k3", "k3"),
        (7, "mass[3] * center[3, 2]", "0.0"),
        (7, "(mass6 * z6 + load * z_load)", "(mass6 * z6 + load * (z6 + z_load))"),
        (8, "gear_ratio**2", "gear_ratio"),
        (9, "max(within * greatest, of_joint * joint_constant)", "of_joint * joint_constant"),
        (10, ".terms(qd, qdd)", ".terms(qd[newest], qdd[newest])"),
        (11, "range(100)", "range(1)"),
        (12, "center[1, 0] * c2 - center[1, 1] * s2", "center[1, 0] * c2 + center[1, 1] * s2"),
        (13, "2 * OMEGA * (velocity - qd)", "OMEGA * (velocity - qd)"),
        (13, "(1 - scale) / (scale * OMEGA**2)", "(1 - scale) / OMEGA**2"),
        (14, "L1**2 * qdd[0]", "L1 * qdd[0]"),
        (15, "(up - down) / 2", "up"),
    ],
)
def test_a_check_finds_a_usual_mistake(
    number: int, right: str, wrong: str, solved: Any, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(EXAMPLES)
    answer = code(number, "answer")
    assert right in answer
    space = dict(solved[1])
    exec(f"{answer.replace(right, wrong)}\n\n\n{code(number, 'check').rpartition('attempt')[0]}", space)
    with pytest.raises(AssertionError):
        space[f"exercise_{number}"]()
