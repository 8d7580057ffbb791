"""Pages whose figures show values at the pointer and can be zoomed, with Bokeh inside the page."""

from __future__ import annotations

from functools import lru_cache

from .figure_script import SCRIPT
from .figures import PLACE, gzip_base64, import_bokeh
from .page import document

CSS = """
.figure{min-height:240px;color:#222}
.figure.over{height:0;min-height:0;overflow:hidden}
.plot.live>.figure.over{height:auto;overflow:visible}
@media screen{.plot.live>.still{display:none}.plot.live{overflow:hidden;background:var(--card)}}
@media print{.figure{min-height:0}.plot.live>.figure.over{display:none}}
"""
"""Styles of figures. A still drawing is on the page until the script has drawn the figure, and in print."""

WITHOUT_SCRIPT = (
    "<noscript><p>This page draws its figures with JavaScript, which is switched off here. All numbers are in the "
    "tables.</p></noscript>\n"
)
"""Sentence on pages that have figures without a still drawing."""


def interactive(title: str, verdict: str, body: str, *, css: str = "") -> str:
    """Return a complete page with the script that draws its figures; a page without such figures has no script.

    Args:
        title: title of the page.
        verdict: HTML of the verdict.
        body: HTML below the verdict.
        css: additional styles of this page.
    """
    if PLACE not in body:
        return document(title, verdict, body, css=css)
    scripts = f'<script type="text/plain" id="library">{_library()}</script>\n<script>{SCRIPT}</script>\n'
    still = body.count(PLACE) == body.count('class="figure over"')
    return document(title, verdict, body if still else WITHOUT_SCRIPT + body, css=CSS + css, end=scripts)


@lru_cache(maxsize=1)
def _library() -> str:
    """Return the JavaScript of Bokeh, compressed."""
    resources = import_bokeh().resources.Resources(mode="inline", components=["bokeh"], minified=True)
    return gzip_base64("\n".join(resources.js_raw).encode())
