"""The page of many bags, in a browser."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from helpers.browser import CHROMIUM, Browser
from helpers.replay.many_rows import rows

from puma560_dynamics.replay.many.many_page import summary_page, write_summary
from puma560_dynamics.replay.many.many_summary import START, summarise


def test_the_page_names_what_drifts_and_what_failed(tmp_path: Path) -> None:
    page = summary_page(summarise(rows()), rows())
    assert "RMS residual of joint2 drifts; 2 bags could not be analysed" in page
    assert "no joint states" in page and "another robot" in page
    assert page.count('id="drift') == 2 * 2  # a place and its data for each joint


def test_no_bag_makes_a_page_too() -> None:
    assert "No bag" in summary_page(summarise([]), [])


def test_two_bags_show_no_drift_either_way() -> None:
    few = rows(2)[:2]
    page = summary_page(summarise(few), few)
    assert "2 of 2 bags agree with the model; too few" in page and "nothing drifts" not in page


def test_bags_of_one_moment_are_drawn_in_order() -> None:
    """Simulated arms start their clock anew: on an axis of dates all dots would be on one spot in 1970."""
    apart, alike = rows(3)[:3], rows(3)[:3]
    alike = [replace(row, values={**row.values, START: 1.0}) for row in alike]
    assert "DatetimeAxis" in summary_page(summarise(apart), apart)
    assert "DatetimeAxis" not in summary_page(summarise(alike), alike)


def green_dots(picture: np.ndarray) -> int:
    """Pixels in the colour of good bags, also where it shines through."""
    red, green, blue = picture.astype(int).transpose(2, 0, 1)
    return int(((green - red > 40) & (green - blue > 20)).sum())


@pytest.mark.tools
@pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")
def test_in_a_browser(tmp_path: Path) -> None:
    write_summary(summarise(rows()), rows(), tmp_path / "many.html")
    browser = Browser(1200, 1400)
    try:
        browser.open((tmp_path / "many.html").as_uri())
        assert browser.until(lambda: browser.evaluate("!!window.Bokeh && Bokeh.documents.length == 2"))
        assert browser.until(lambda: green_dots(browser.screenshot()) > 200), "the dots of good bags"
        assert not browser.complaints
        assert browser.hosts() <= {None, ""}
    finally:
        browser.close()
