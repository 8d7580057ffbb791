"""The documentation site: every page has its place, every public name and command is on it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import puma560_dynamics
from puma560_dynamics.cli.command import main
from tools.site import options
from tools.site.pages import OF_FILES, filled, markdown

DOCS = Path(__file__).parent.parent / "docs"


def entries(page: Path) -> list[str]:
    """Pages in the tables of contents of a page."""
    trees = re.findall(r"^```\{toctree\}\n(.*?)^```$", page.read_text(encoding="utf-8"), re.M | re.S)
    return [line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")]


def test_every_page_is_listed_once():
    pages = {
        path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*") if path.suffix in (".md", ".rst")
    }
    listed = entries(DOCS / "index.md")
    assert sorted(listed) == sorted(pages - {"index"})


def test_the_reference_has_every_public_name_once():
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    named = re.findall(r"^\.\. auto\w+:: puma560_dynamics\.(\w+)$", text, re.M)
    assert sorted(named) == sorted({*puma560_dynamics.__all__} - {"__version__"})


@pytest.fixture(scope="module")
def arguments() -> str:
    """The page of arguments as Sphinx reads it."""
    return filled("options", (DOCS / "options.md").read_text(encoding="utf-8"))


def test_every_command_has_a_section(arguments: str):
    words = [" ".join(command) for command, _, _ in options.commands()]
    assert len(words) > 8
    assert re.findall(r"^## puma560 (.*)$", arguments, re.M) == words


def test_a_section_has_what_the_help_prints(arguments: str, capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["simulate", "--help"])
    lines = [line for line in capsys.readouterr().out.splitlines() if re.match(r"  -", line)]
    printed = {option for line in lines for option in re.findall(r"--[\w-]+", line)}
    (section,) = re.findall(r"^## puma560 simulate\n(.*?)(?=^## |\Z)", arguments, re.M | re.S)
    assert printed - {"--help"} == set(re.findall(r"`(--[\w-]+)", section))


@pytest.mark.parametrize(("file", "page"), OF_FILES.items())
def test_files_outside_the_folder_have_pages(file: str, page: str):
    path = next(DOCS / f"{page}{ending}" for ending in (".md", ".rst") if (DOCS / f"{page}{ending}").is_file())
    text = filled(page, path.read_text(encoding="utf-8"))
    assert len(text) > len((DOCS.parent / file).read_text(encoding="utf-8")) // 2
    assert "](docs/" not in text and "site:" not in text


@pytest.mark.parametrize(
    ("page", "link", "becomes"),
    [
        ("nodes", "[a](faults.md#x)", "[a](faults.md#x)"),
        ("derivations/kane", "[a](../models.md)", "[a](../models.md)"),
        ("nodes", "[a](../CHANGELOG.rst)", "[a](changelog.rst)"),
        ("derivations/kane", "[a](../../CONTRIBUTING.md#y)", "[a](../contributing.md#y)"),
        ("nodes", "[policy](../config/sros2/puma560.policy.xml)", "policy"),
        ("nodes", "[a](https://www.ros.org)", "[a](https://www.ros.org)"),
    ],
)
def test_links_lead_to_pages_of_the_site(page: str, link: str, becomes: str):
    assert filled(page, f"See {link}.") == f"See {becomes}."


def test_formulas_have_their_numbers():
    pytest.importorskip("latex2mathml")
    from docutils import nodes

    from tools.site.mathml import visit_math_block

    class Page:
        def __init__(self) -> None:
            self.body: list[str] = []

    page = Page()
    with pytest.raises(nodes.SkipNode):
        visit_math_block(page, nodes.math_block("", r"\ddot q_i = \frac12 a \tag{7}"))
    assert '<span class="eqno">(7)</span>' in page.body[0] and "tag" not in page.body[0]
    assert re.search(r"<msub><mover>.*<mi>i</mi></msub>", page.body[0])


def test_numbers_have_minus_signs_and_stay_with_their_units():
    pytest.importorskip("docutils")
    from docutils import nodes
    from docutils.utils import new_document

    from tools.site.typography import typeset_numbers

    document = new_document("page")
    words = nodes.paragraph(
        "", "at 3.2 N·m/s, 5 %, 2 ms and 65 536 steps; 3 modes of 4 m-files (-1.5e-05, -3), 2026-11 "
    )
    code = nodes.literal("", "sleep -3 s")
    document += nodes.paragraph("", "", *words.children, code)
    typeset_numbers(None, document, "page")
    units = "at 3.2\xa0N·m/s, 5\xa0%, 2\xa0ms and 65 536 steps; 3 modes of 4 m-files"
    assert document.astext() == f"{units} (−1.5e−05, −3), 2026-11 sleep -3 s"


@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("--cut-off", ["--cut-off"]),
        ("trajectory_msgs/JointTrajectory", ["trajectory_", "msgs/", "JointTrajectory"]),
        ("--controller-ros-arguments", ["--controller-ros-arguments"]),
        ("a&lt;b&gt;c&amp;d", ["a&lt;b&gt;c&amp;d"]),
        ("real_parameters:=&quot;ip=10.0.0.2&quot;", ["real_parameters:=&quot;ip=10.0.0.2&quot;"]),
    ],
)
def test_code_breaks_at_separators_only(code: str, parts: list[str]):
    pytest.importorskip("docutils")
    from tools.site.typography import break_code

    context = {"body": f'<code><span class="pre">{code}</span></code>'}
    break_code(None, "page", "page.html", context, None)
    broken = context["body"]
    assert re.findall(r'<span class="pre">([^<]+)</span>', broken) == parts
    assert broken.count("<wbr>") == len(parts) - 1
    assert re.sub(r"<[^>]*>", "", broken) == code


@pytest.mark.parametrize("name", ["arm.webp", "view.png"])
def test_dark_pages_invert_a_picture_from_where_its_chart_begins(name: str):
    image = pytest.importorskip("PIL.Image")
    css = (DOCS / "_static" / "site.css").read_text(encoding="utf-8")
    every = re.search(r"inset: 0 0 0 ([\d.]+)%", css)
    own = re.search(rf'\[src\$="{name}"\]\)::after {{ left: ([\d.]+)%', css)
    found = own or every
    assert found is not None
    with image.open(DOCS / "images" / name) as picture:
        width = picture.width
        white = [value > 248 for value in picture.convert("L").crop((0, 0, width, 1)).tobytes()]
    assert 0.01 * float(found[1]) == pytest.approx(white.index(True) / width, abs=2.0 / width)


def test_the_site_is_configured_from_a_copy_of_its_folder_too(tmp_path: Path):
    """As by rosdoc2: another conf.py in a copy executes ours, and the package is not installed (-S)."""
    copy = tmp_path / "wrapped" / "conf.py"
    copy.parent.mkdir()
    copy.write_text(f'exec(open("{(DOCS / "conf.py").as_posix()}").read())\nprint(ROOT, version)\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-ES", copy], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(DOCS.parent), puma560_dynamics.__version__]


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


def test_a_warning_of_github_is_a_warning_of_the_site():
    page = "# Title\n\n> [!WARNING]\n> Two\n> lines.\n\n> a quotation\n"
    assert filled("payload", page) == "# Title\n\n```{warning}\nTwo\nlines.\n```\n\n> a quotation\n"


def test_warnings_are_shown_on_github_and_the_site():
    for page in DOCS.rglob("*.md"):
        assert "```{warning}" not in page.read_text(encoding="utf-8"), page
