"""A notebook as Markdown: its text, its Python, and what the cells returned."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping
from typing import Any


def markdown(notebook: str) -> str:
    """A page of the site.

    Args:
        notebook: text of an ``.ipynb`` file, with the outputs of its cells.
    """
    parts: list[str] = []
    for cell in json.loads(notebook)["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code":
            parts.append(source)
            continue
        parts.append(_block("python", source))
        for output in cell["outputs"]:
            parts += _shown(output)
    return "\n\n".join(parts)


def _shown(output: Mapping[str, Any]) -> Iterator[str]:
    """One output in its richest form: picture, table or text."""
    data = output.get("data", {})
    if "image/png" in data:
        picture = "".join(data["image/png"]).replace("\n", "")
        what = html.escape("".join(data.get("text/plain", "")))
        yield _block("{raw} html", f'<img alt="{what}" src="data:image/png;base64,{picture}">')
    elif "text/html" in data:
        yield _block("{raw} html", "".join(data["text/html"]))
    else:
        yield _block("text", "".join(output.get("text", data.get("text/plain", ""))).rstrip("\n"))


def _block(language: str, text: str) -> str:
    return f"````{language}\n{text}\n````"
