"""Show that the page is loading, in HTML, before any script runs.

viser's page is one script of 0.8 MB in the head of an empty document. On a busy machine the script takes seconds, in
which the page would be white. Here the script moves behind the body, which says that the page is loading. The script
replaces this text when it has drawn the page.
"""

from __future__ import annotations

import gzip
from functools import lru_cache
from typing import Any

ROOT = '<div id="root"></div>'
"""Element whose content the script replaces."""

NOTICE = (
    '<div id="root"><p style="font: 16px sans-serif; margin: 3em; color: #777">Loading the page of the arm. On a busy '
    "machine this takes some seconds.</p></div>"
)

_SCRIPT, _END = "<script data-p=", "</script>"


def with_notice(response: Any) -> Any:
    """Return a response with the notice if it is the page, and otherwise unchanged.

    Args:
        response: response of the library ``websockets``, or `None`.
    """
    if response is None or not response.headers.get("Content-Type", "").startswith("text/html"):
        return response
    packed = response.headers.get("Content-Encoding", "") == "gzip"
    response.body = _changed(bytes(response.body), packed)
    del response.headers["Content-Length"]
    response.headers["Content-Length"] = str(len(response.body))
    return response


@lru_cache(maxsize=4)
def _changed(body: bytes, packed: bool) -> bytes:
    """Return the body of the page with the notice, packed as before."""
    text = (gzip.decompress(body) if packed else body).decode()
    changed = noticed(text).encode()
    return gzip.compress(changed) if packed else changed


def noticed(page: str) -> str:
    """Return a page with the notice, and the script of its head behind it; a page of another form is unchanged."""
    start, root = page.find(_SCRIPT), page.find(ROOT)
    end = page.find(_END, start) + len(_END)
    if not 0 <= start < end <= root:
        return page
    script = page[start:end]
    return page[:start] + page[end:root] + NOTICE + script + page[root + len(ROOT) :]
