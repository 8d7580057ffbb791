"""Colours and style sheet of the live page: the common style of all pages, applied to viser."""

from __future__ import annotations

from types import MappingProxyType

from ..report.colours import BAD, GOOD, WARNING
from ..report.style import DARK, DARK_TOKENS, TOKENS, VERDICT

WATCH, QUIET = WARNING, "#5c6675"
"""Colours of warnings, and of inactive parts."""

VERDICTS = MappingProxyType({GOOD: "good", WATCH: "warning", BAD: "bad", QUIET: "neutral"})
"""Level in the banner, by colour."""

SHARES = ((0.6, GOOD), (0.85, WATCH), (float("inf"), BAD))
"""Colours of a torque, each up to a fraction of the limit."""

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
"""Colour and meaning of each state of the torque gate."""

LEVELS = (GOOD, WATCH, BAD, BAD)
"""Colours of the diagnostic levels."""

CSS = (
    f".p5{{{TOKENS}{VERDICT}}}{DARK}{{.p5{{{DARK_TOKENS}}}}}"
    + """
.p5{font:13px/1.45 system-ui,"Segoe UI","DejaVu Sans",sans-serif;color:var(--ink);padding:2px 12px 8px;
container-type:inline-size}
.p5 .verdict{padding:6px 12px;margin:6px 0 4px}.p5 h1{font-size:17px;line-height:1.3;margin:0}
.p5 h3{font-size:13px;font-weight:650;margin:8px 0 5px;display:flex;justify-content:space-between;gap:8px}
.p5 h3 small,.p5 .soft{color:var(--soft);font-weight:400;font-size:12px}
.p5 .row{display:grid;grid-template-columns:44px 1fr 124px 40px;gap:8px;align-items:center;height:23px}
.p5 .bar{position:relative;height:13px;background:var(--line);border-radius:3px;overflow:hidden}
.p5 .bar i{position:absolute;top:0;bottom:0}
.p5 .bar u{position:absolute;top:0;bottom:0;left:50%;width:1px;background:var(--ink)}
.p5 .num{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.p5 .wide{overflow-x:auto;background:
linear-gradient(to left,var(--card) 35%,transparent) calc(100% + 2px) 0/2.4rem 100% no-repeat local,
linear-gradient(to left,rgba(110,120,135,.6),transparent) 100% 0/.9rem 100% no-repeat scroll}
.p5 table{border-collapse:collapse;table-layout:fixed;width:100%;min-width:455px;font-variant-numeric:tabular-nums;
font-size:12px}
.p5 td,.p5 th{padding:2px 3px;text-align:right;border-top:1px solid var(--line);font-weight:400}
.p5 th{color:var(--soft);border-top:0;vertical-align:bottom;line-height:1.2;font-size:10px}
.p5 .sum td:first-child,.p5 .sum th:first-child{text-align:left;padding-left:0}
.p5 .sum th:first-child{width:44px}
.p5 .sum td:last-child{font-weight:600}
.p5 .dot{display:inline-block;width:9px;height:9px;border-radius:50%;margin-right:6px;flex:none}
.p5 .line{display:flex;align-items:baseline;padding:1px 0;overflow-wrap:anywhere}
@container (max-width:330px){.row{grid-template-columns:40px 1fr 40px!important;height:auto!important}
.row .bar{grid-column:1/-1;grid-row:2}}
@media(max-width:540px){.mantine-Paper-root:has(.p5){left:0!important;right:0!important}
:is(.mantine-Paper-root,.mantine-Paper-root div):has(.p5){width:100%!important}}
@media print{html,body,:has(.p5){position:static!important;overflow:visible!important;height:auto!important;
max-height:none!important;width:auto!important;display:block!important;transform:none!important}
:has(.p5)>:not(:has(.p5),.p5,head){display:none!important}.p5{break-inside:avoid}}
"""
    + DARK
    + """{.p5 .bar i,.p5 .dot,.p5 .num{filter:brightness(1.7)}.p5 .row .num:nth-child(3){filter:none}
:root,body{--mantine-color-body:#1d232c!important;--mantine-color-text:#e6eaf0!important;
--mantine-color-default-border:#343c48!important;background:#14181f!important}
.mantine-Paper-root{background:#1d232c!important;color:#e6eaf0!important}
.mantine-Paper-root div{border-color:#343c48!important}.p5 .verdict{border-left-color:currentcolor!important}
canvas{filter:brightness(.6)}}
"""
)
"""Style sheet of the live page, including viser's own panel on dark screens and its width on a phone."""


def limit_colour(share: float) -> str:
    """Return the colour of a torque at this fraction of its limit, of either sign; grey if it is not a number."""
    return next((colour for limit, colour in SHARES if abs(share) <= limit), QUIET)
