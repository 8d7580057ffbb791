"""Pages of the site that show files outside docs/, and links to them."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from . import options

ROOT = Path(__file__).parents[2]

OF_FILES = {
    "README.md": "index",
    "CONTRIBUTING.md": "contributing",
    "QUALITY_DECLARATION.md": "quality_declaration",
    "CHANGELOG.rst": "changelog",
    "examples/first_look.ipynb": "first_look",
    "examples/exercises.ipynb": "exercises",
    "examples/exercise_solutions.ipynb": "exercise_solutions",
}
"""Pages that show files of the repository, by the file's path."""

GENERATED: Mapping[str, Callable[[], str]] = {"options": options.markdown}
"""Functions that return the text for ``<!-- site: name -->``, by name."""

_ALERT = re.compile(r"^> \[!(WARNING)\]\n((?:>.*\n)+)", re.MULTILINE)
"""GitHub's form of an admonition."""

_LINK = re.compile(r"(!?\[[^\]]*\])\(([^)\s#]+)(#[^)\s]*)?\)")


def filled(page: str, text: str) -> str:
    """Return the source of a page for Sphinx.

    Args:
        page: name of the page below docs/, without suffix.
        text: text of its file; ``<!-- site: NAME -->`` is replaced by a file of the repository (Markdown, a notebook, a
            script) or a generated part.
    """

    def part(found: re.Match[str]) -> str:
        name = found[1] or found[2]
        if name.endswith(".ipynb"):
            return markdown((ROOT / name).read_text(encoding="utf-8"))
        if name in OF_FILES:
            return _relinked((ROOT / name).read_text(encoding="utf-8"), ROOT, "")
        if name in GENERATED:
            return GENERATED[name]()
        return f"```python\n{(ROOT / name).read_text(encoding='utf-8')}```"

    folder = ROOT / "docs" / Path(page).parent
    own = _relinked(_ALERT.sub(_admonition, text), folder, "../" * (len(Path(page).parts) - 1))
    return re.sub(r"^(?:<!-- site: (\S+) -->|\.\. site: (\S+))$", part, own, flags=re.M)


def _admonition(found: re.Match[str]) -> str:
    words = "".join(line.removeprefix(">").removeprefix(" ") for line in found[2].splitlines(keepends=True))
    return f"```{{{found[1].lower()}}}\n{words}```\n"


def _relinked(text: str, folder: Path, up: str) -> str:
    """Adapt the links of a file in `folder` for a page, where `up` is the relative path to docs/.

    A link to a file that is not on the site is replaced by its text.
    """

    def link(found: re.Match[str]) -> str:
        words, target, anchor = found[1], found[2], found[3] or ""
        if "://" in target or target.startswith("<"):
            return found[0]
        path = (folder / target).resolve()
        if path.is_relative_to(ROOT / "docs") and path.is_file():
            return f"{words}({up}{path.relative_to(ROOT / 'docs').as_posix()}{anchor})"
        name = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
        if name in OF_FILES:
            return f"{words}({up}{OF_FILES[name]}.{'rst' if name.endswith('rst') else 'md'}{anchor})"
        return words[1:-1]

    return _LINK.sub(link, text)


def markdown(notebook: str) -> str:
    """Convert a notebook to Markdown for a page of the site.

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
    """Yield one output of a cell in its richest form: picture, table or text."""
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
