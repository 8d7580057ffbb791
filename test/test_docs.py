"""README and docs/: links lead somewhere, modules that are named exist, Python runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

SNIPPETS = [
    pytest.param(code, id=f"{page.name}-{number}")
    for page in PAGES
    for number, code in enumerate(re.findall(r"^```python\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S))
]


def anchors(page: Path) -> set[str]:
    """What GitHub makes of a page's headings."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path):
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        if link.startswith(("http://", "https://")):
            continue
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_that_a_page_names_exist(page: Path):
    for name in re.findall(r"`((?:[a-z_0-9]+/)+[a-z_0-9]+\.py)`", page.read_text(encoding="utf-8")):
        assert any((top / name).is_file() for top in (ROOT, ROOT / "puma560_dynamics")), name


def test_the_readme_is_one_page_with_a_moving_picture():
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 120
    picture = ROOT / "docs" / "images" / "arm.webp"
    assert f"]({picture.relative_to(ROOT).as_posix()})" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert b"ANIM" in picture.read_bytes()[:64]
    assert picture.stat().st_size < 1.5e6


def test_there_is_python_to_run():
    assert len(SNIPPETS) >= 2


@pytest.mark.parametrize("code", SNIPPETS)
def test_python_runs(code: str):
    exec(compile(code, "<snippet>", "exec"), {})


def test_pages_install_from_a_checkout():
    """The package is not on PyPI: the command of a page works in a checkout. What commands print may be quoted."""
    texts = {page.name: page.read_text(encoding="utf-8") for page in [*PAGES, *(ROOT / "examples").glob("*.ipynb")]}
    asked = {name for name, text in texts.items() if re.search(r"pip install '?puma560_dynamics", text)}
    assert asked == {"command_line.md"}
