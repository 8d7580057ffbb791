"""Write the notebooks of exercises and of solutions from ``exercises.md``.

``python -m tools.exercises.notebooks`` runs all solutions and writes both notebooks, with the outputs of the solutions.

The source is Markdown with fenced Python. A fence ``python`` is a cell of both notebooks, ``python answer`` has the
functions that students write, and ``python check`` is the check at the end of an exercise. In the notebook of
exercises, functions of answers raise `NotImplementedError`, and text after ``<!-- solution -->`` is an empty cell.
"""

from __future__ import annotations

import ast
import base64
import io
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

SOURCE = Path(__file__).with_name("exercises.md")

EXAMPLES = Path(__file__).parents[2] / "examples"

EXERCISES, SOLUTIONS = "exercises.ipynb", "exercise_solutions.ipynb"
"""Names of the notebooks."""

_FENCE = re.compile(r"^```python(?: (answer|check))?\n(.*?)^```\n", re.M | re.S)
_SOLUTION = "<!-- solution -->\n"


class Part(NamedTuple):
    """A part of the source.

    Attributes:
        kind: ``"question"``, ``"solution"`` (both Markdown), ``"code"``, ``"answer"`` or ``"check"``.
        text: Markdown or Python, without the fence.
    """

    kind: str
    text: str


def parts(source: str) -> Iterator[Part]:
    """Yield the parts of the source in their order."""
    end = 0
    for fence in [*_FENCE.finditer(source), None]:
        words = source[end : fence.start() if fence else len(source)]
        question, _, solution = words.partition(_SOLUTION)
        for kind, text in (("question", question), ("solution", solution)):
            # Each exercise begins with a heading, and a cell.
            yield from (Part(kind, each.strip()) for each in re.split(r"^(?=## )", text, flags=re.M) if each.strip())
        if fence:
            yield Part(fence[1] or "code", fence[2].rstrip("\n"))
            end = fence.end()


def unanswered(answer: str) -> str:
    """Return the functions of an answer with their signatures and docstrings, and without their bodies.

    Raises:
        ValueError: the answer contains a statement other than a function with a docstring.
    """
    lines, written = answer.splitlines(), []
    for function in ast.parse(answer).body:
        if not isinstance(function, ast.FunctionDef) or ast.get_docstring(function) is None:
            raise ValueError(f"line {function.lineno} of an answer: expected a function with a docstring")
        written.append("\n".join(lines[function.lineno - 1 : function.body[0].end_lineno]))
    return "\n\n\n".join(f"{function}\n    raise NotImplementedError" for function in written)


def cells(source: str, solved: bool) -> list[dict[str, Any]]:
    """Return the cells of a notebook, without outputs.

    Args:
        source: text of ``exercises.md``.
        solved: whether the notebook contains the solutions.
    """
    made: list[dict[str, Any]] = []
    for kind, text in parts(source):
        if kind in ("question", "solution"):
            words = text
            if text.startswith("# ") and solved:
                words = text.replace("\n", ": solutions\n", 1)
            if kind == "solution":
                words = f"**Solution.** {text}" if solved else "*Your derivation:*"
            made.append({"cell_type": "markdown", "metadata": {}, "source": words.splitlines(keepends=True)})
            continue
        code = text if solved or kind != "answer" else unanswered(text)
        lines = code.splitlines(keepends=True)
        made.append({"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": lines})
    return made


def run(made: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Run the code cells in the folder of the examples, and store what they print and plot as their outputs.

    Returns:
        The variables after the last cell, by name.
    """
    from matplotlib import pyplot

    pyplot.switch_backend("agg")
    outputs: list[dict[str, Any]] = []

    def show() -> None:
        picture = io.BytesIO()
        pyplot.gcf().set_size_inches(5, 3.2)
        pyplot.savefig(picture, format="png", dpi=80, bbox_inches="tight", metadata={"Software": None})
        pyplot.close("all")
        data = {"image/png": base64.b64encode(picture.getvalue()).decode(), "text/plain": ["<Figure>"]}
        outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})

    variables: dict[str, Any] = {}
    folder = Path.cwd()
    os.chdir(EXAMPLES)
    try:
        for number, cell in enumerate((cell for cell in made if cell["cell_type"] == "code"), start=1):
            outputs, printed = [], io.StringIO()
            with redirect_stdout(printed), patch.object(pyplot, "show", show):
                exec(compile("".join(cell["source"]), f"cell {number}", "exec"), variables)
            if text := printed.getvalue():
                lines = text.splitlines(keepends=True)
                outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
            cell["execution_count"], cell["outputs"] = number, outputs
    finally:
        os.chdir(folder)
    return variables


def notebook(made: Sequence[dict[str, Any]]) -> str:
    """Return the text of a notebook file."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    content = {"cells": list(made), "metadata": metadata, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def main() -> int:
    """Write both notebooks."""
    source = SOURCE.read_text(encoding="utf-8")
    solutions = cells(source, solved=True)
    run(solutions)
    for name, made in ((EXERCISES, cells(source, solved=False)), (SOLUTIONS, solutions)):
        (EXAMPLES / name).write_text(notebook(made), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
