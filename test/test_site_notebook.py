"""The notebook's page: text, Python and outputs in the order of the cells."""

from __future__ import annotations

import json
from pathlib import Path

from tools.site.notebook import markdown
from tools.site.pages import filled

NOTEBOOK = Path(__file__).parent.parent / "examples" / "first_look.ipynb"


def test_cells_in_their_order():
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "Words."]},
        {
            "cell_type": "code",
            "source": ["x = 1\n", "x"],
            "outputs": [
                {"output_type": "execute_result", "data": {"text/html": ["<b>1</b>"], "text/plain": ["1"]}},
                {"output_type": "display_data", "data": {"image/png": "QUJD\n", "text/plain": ["<Figure>"]}},
                {"output_type": "stream", "name": "stdout", "text": ["one\n", "two\n"]},
            ],
        },
    ]
    assert markdown(json.dumps({"cells": cells})).split("\n\n") == [
        "# Title\nWords.",
        "````python\nx = 1\nx\n````",
        "````{raw} html\n<b>1</b>\n````",
        '````{raw} html\n<img alt="&lt;Figure&gt;" src="data:image/png;base64,QUJD">\n````',
        "````text\none\ntwo\n````",
    ]


def test_the_page_has_every_cell_and_every_plot():
    page = filled("first_look", "<!-- site: examples/first_look.ipynb -->")
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    positions = [page.index("".join(cell["source"])) for cell in cells]
    assert positions == sorted(positions) and positions[0] == 0
    plots = sum("image/png" in output.get("data", {}) for cell in cells for output in cell.get("outputs", []))
    assert page.count("<img ") == plots > 0


def test_a_link_to_the_notebook_leads_to_its_page():
    assert filled("examples", "[a](../examples/first_look.ipynb)") == "[a](first_look.md)"
