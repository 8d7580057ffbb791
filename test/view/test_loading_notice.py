"""The page says that it is loading in HTML, before its script."""

from __future__ import annotations

import gzip
import http.client
from collections.abc import Iterator

import pytest

pytest.importorskip("viser", reason="needs viser (pip install '.[view]')")

from puma560_dynamics.view.loading_notice import NOTICE, noticed
from puma560_dynamics.view.view_page import Page


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    """A page on any free port."""
    made = Page(port=0)
    yield made
    made.close()


@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_the_notice_comes_before_the_script(page: Page, coding: str):
    for _ in range(2):  # the second answer comes from the cache
        connection = http.client.HTTPConnection("127.0.0.1", page.port, timeout=20)
        connection.request("GET", "/", headers={"Accept-Encoding": coding})
        answer = connection.getresponse()
        body = answer.read()
        assert len(body) == int(answer.headers["Content-Length"])
        text = (gzip.decompress(body) if coding == "gzip" else body).decode()
        assert text.count(NOTICE) == text.count('id="root"') == 1
        assert text.index(NOTICE) < 10_000 < len(text)
        assert "<script" not in text[: text.index(NOTICE)].split("<body", 1)[1]


def test_a_page_of_another_form_is_unchanged():
    for text in ("", "<html></html>", '<script data-p="x"></script>', '<div id="root"></div>'):
        assert noticed(text) == text
