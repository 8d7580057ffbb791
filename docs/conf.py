"""The documentation site: `make docs`, or rosdoc2, which executes this file from a copy of this folder."""

import re
import sys
from pathlib import Path

_here = Path(__file__).resolve()
# rosdoc2 writes another conf.py into its copy; that file names this one.
_named = re.search(r'exec\(open\("(.+?)"\)', _here.read_text(encoding="utf-8"))
ROOT = (Path(_named[1]) if _named else _here).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from puma560_dynamics import __version__  # noqa: E402
from tools.site.pages import filled  # noqa: E402

try:
    from tools.site.mathml import visit_math, visit_math_block
except ImportError:  # on ROS's build farm latex2mathml is missing; MathJax needs a network when the page is read
    visit_math = visit_math_block = None

project = "puma560_dynamics"
author = "puma560_dynamics maintainers"
copyright = "puma560_dynamics maintainers; BSD-3-Clause"
version = release = __version__

highlight_language = "none"  # a block without a language is a command line or output
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "myst_parser"]
if visit_math is None:
    extensions.append("sphinx.ext.mathjax")
# rosdoc2 puts its pages into its copy of this folder; ours have the same content with links that work. It also adds a
# page for each module; api.md has the public names.
exclude_patterns = [
    "_build",
    "index.rst",
    "README.md",
    "CHANGELOG.rst",
    "CONTRIBUTING.md",
    "QUALITY_DECLARATION.md",
    "__*",
    "interfaces",
    "modules.rst",
    "puma560_dynamics*.rst",
    "standard_docs",
    "standards.rst",
]
default_role = "code"  # docstrings write names in single backticks

myst_enable_extensions = ["dollarmath", "deflist"]
myst_heading_anchors = 4

napoleon_numpy_docstring = False
napoleon_use_ivar = True
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # shapes and units are in the text; an array type at every argument adds nothing
autodoc_class_signature = "mixed"

html_theme = "furo"
html_title = "PUMA 560 dynamics"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_math_renderer = "mathjax" if visit_math is None else "mathml"
html_copy_source = False

rosdoc2_settings = {
    "override_theme": False,
    "allow_other_extensions": True,
    "enable_breathe": False,
    "enable_exhale": False,
}


def read(app, docname, source):
    """Sphinx reads a page: put in what stands elsewhere in the repository."""
    source[0] = filled(docname, source[0])


def setup(app):
    """Called by Sphinx."""
    from tools.site.typography import break_code, typeset_numbers

    app.connect("source-read", read)
    app.connect("doctree-resolved", typeset_numbers)
    app.connect("html-page-context", break_code)
    if visit_math is not None:
        app.add_html_math_renderer("mathml", (visit_math, None), (visit_math_block, None))
