"""Colours and style sheet of the page, on top of viser's own light look."""

from __future__ import annotations

from types import MappingProxyType

GOOD, WATCH, BAD, QUIET = "#00795c", "#b86e00", "#b3261e", "#5c6675"
"""All right, look here, wrong, not in use: dark enough for white text."""

SHARES = ((0.6, GOOD), (0.85, WATCH), (float("inf"), BAD))
"""Colour of a torque by its share of the limit: up to the first number, the second …"""

GATES = MappingProxyType(
    {
        "open": (GOOD, "torque passes"),
        "fading_in": (WATCH, "torque rises after activation"),
        "damping": (WATCH, "a fault: the arm is brought to rest and held"),
        "holding": (WATCH, "a fault: the arm is held where it was"),
        "fading_out": (WATCH, "torque falls to zero"),
        "closed": (BAD, "no torque passes"),
        "inactive": (QUIET, "the node is not active"),
    }
)
"""State of the torque gate -> its colour, and what it means."""

LEVELS = (GOOD, WATCH, BAD, BAD)
"""Colour of a diagnostic level."""

CSS = """
.p5{font:13px/1.45 system-ui,"Segoe UI","DejaVu Sans",sans-serif;color:#1c2430;padding:2px 12px 8px}
.p5 h3{font-size:13px;font-weight:650;margin:8px 0 5px;display:flex;justify-content:space-between;gap:8px}
.p5 h3 small,.p5 .soft{color:#5c6675;font-weight:400;font-size:12px}
.p5 .gate{display:flex;align-items:center;gap:10px;border-radius:8px;padding:8px 12px;color:#fff;margin:6px 0 4px}
.p5 .gate b{font-size:17px;white-space:nowrap}
.p5 .gate span{font-size:12px;line-height:1.3}
.p5 .row{display:grid;grid-template-columns:44px 1fr 124px 40px;gap:8px;align-items:center;height:23px}
.p5 .bar{position:relative;height:13px;background:#e7eaee;border-radius:3px;overflow:hidden}
.p5 .bar i{position:absolute;top:0;bottom:0}
.p5 .bar u{position:absolute;top:0;bottom:0;left:50%;width:1px;background:#1c2430}
.p5 .num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.p5 table{border-collapse:collapse;table-layout:fixed;width:100%;font-variant-numeric:tabular-nums;font-size:12px}
.p5 td,.p5 th{padding:2px 3px;text-align:right;border-top:1px solid #dfe3e8;font-weight:400}
.p5 th{color:#5c6675;border-top:0;vertical-align:bottom;line-height:1.2;font-size:11px}
.p5 .sum td:first-child,.p5 .sum th:first-child{text-align:left;padding-left:0}
.p5 .sum th:first-child{width:44px}
.p5 .sum td:last-child{font-weight:600}
.p5 .dot{display:inline-block;width:9px;height:9px;border-radius:50%;margin-right:6px;flex:none}
.p5 .line{display:flex;align-items:baseline;padding:1px 0;overflow-wrap:anywhere}
"""


def share_colour(share: float) -> str:
    """Colour of a torque at this share of its limit (sign does not matter); grey if it is not a number."""
    return next((colour for limit, colour in SHARES if abs(share) <= limit), QUIET)
