"""What every page of this package must be: well formed, complete in itself, with one verdict at its top."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser

VOID = {"meta", "br", "wbr", "link", "img", "hr", "input", "line", "path"}
"""Elements that hold nothing."""


class HtmlPage(HTMLParser):
    """Holds tags against each other and collects text, tags, identifiers, references, and JSON by its identifier.

    Attributes:
        text: what a person reads, blanks joined.
        title: of the page.
        verdict: text of its verdict.
    """

    def __init__(self, source: str) -> None:
        super().__init__()
        self.source = source
        self.open: list[str] = []
        self.words: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.data: dict[str, dict] = {}
        self._data = ""
        self._continued = False  # a word after <wbr>
        self.feed(source)
        self.close()
        assert self.open == []
        assert len(set(self.ids)) == len(self.ids), "identifiers repeat"
        self.text = " ".join(" ".join(self.words).split())
        title = re.search(r"<title>(.*?)</title>", source)
        self.title = title.group(1) if title else ""
        self.verdicts = re.findall(r'<header class="verdict [a-z]+">.*?</header>', source, re.DOTALL)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self._continued = tag == "wbr"
        self.references += [given[name] or "" for name in ("href", "src", "xlink:href", "data") if name in given]
        self.ids += [given["id"] or ""] if "id" in given else []
        self._data = given["id"] or "" if given.get("type") == "application/json" else ""
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._data and self.open[-1] == "script":
            self.data[self._data] = json.loads(data)
        elif self._continued:
            self.words[-1] += data
        elif not {"style", "script"} & set(self.open):
            self.words.append(data)
        self._continued = False


def checked(source: str) -> HtmlPage:
    """The page, which is as every page must be."""
    page = HtmlPage(source)
    assert source.startswith("<!DOCTYPE html>")
    assert len(page.verdicts) == 1, "a page has one verdict"
    first = source.index("<main>") + len("<main>")
    assert source[first:].lstrip().startswith(page.verdicts[0]), "the verdict comes first"
    assert page.tags.count("h1") == 1
    assert "<h1>" in page.verdicts[0]
    assert len(page.title) > 8
    assert "prefers-color-scheme:dark" in source
    assert 'name="viewport" content="width=device-width' in source
    # The replay's library is compressed; the rest asks for nothing.
    readable = re.sub(r'xmlns(:\w+)?="[^"]*"|<script type="text/plain".*?</script>', "", source, flags=re.DOTALL)
    assert not re.search(r"""(src|href)=["']?(https?:)?//|url\(['"]?(?!#)|@import""", readable)
    assert not {"iframe", "img", "object", "embed"} & set(page.tags)
    assert all(each.startswith(("#", "data:")) for each in page.references)
    assert {each[1:] for each in page.references if each.startswith("#")} <= set(page.ids)
    assert not re.search(r"\b(nan|inf|None)\b", page.text)
    return page
