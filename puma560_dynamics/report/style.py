"""Style sheet of every page, for light and dark screens, wide and narrow pages, and print; colours of the live page.

Every plot is drawn for a white background. A dark page inverts plots, legends and swatches with their hue restored;
print shows them without inversion. White areas behind labels get the colour of the card.
"""

TOKENS = """
--page:#f6f7f9;--card:#fff;--ink:#1c2430;--soft:#5c6675;--line:#dfe3e8;--good:#00734f;--warn:#8a5a00;--bad:#b3261e;
--mark:#0072b2;--bar:#5b6b80;--hot:#cc4b00;--drawn:none;--ground:normal;
"""

DARK_TOKENS = """
--page:#14181f;--card:#1d232c;--ink:#e6eaf0;--soft:#9aa5b4;--line:#343c48;--good:#4fd1a1;--warn:#f0b95b;--bad:#ff8a80;
--mark:#42b4f4;--bar:#8898ad;--hot:#ff883d;--drawn:invert(1) hue-rotate(180deg);--ground:lighten;
"""

DARK = "@media screen and (prefers-color-scheme:dark)"
"""CSS condition for dark screens; print is always white."""

VERDICT = """
.good{color:var(--good)}.warning{color:var(--warn)}.bad{color:var(--bad)}.neutral{color:var(--ink)}
.verdict{background:var(--card);border:1px solid var(--line);border-left:8px solid currentColor;border-radius:10px;
padding:1rem 1.3rem;margin-bottom:1rem}
.verdict p{color:var(--ink);margin:.2rem 0}.verdict .soft{color:var(--soft);max-width:none}
"""
"""CSS of the banner at the top of every page."""

CSS = (
    f"""
:root{{color-scheme:light dark;{TOKENS}}}
{DARK}{{:root{{{DARK_TOKENS}}}}}
*{{box-sizing:border-box}}
{VERDICT}"""
    + """
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,"Segoe UI","DejaVu Sans",sans-serif}
main{max-width:1120px;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.6rem;line-height:1.25;margin:.1rem 0 .3rem}
h2{font-size:1.2rem;margin:2.5rem 0 .75rem}
h3{font-size:1rem;margin:1.25rem 0 .5rem}
p{margin:.5rem 0;max-width:75ch;overflow-wrap:anywhere}
a{color:var(--mark)}
code{font-size:.92em}
.whole{white-space:nowrap}
.soft,figcaption,.caption,dt,summary{color:var(--soft)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(12rem,1fr));gap:.8rem;margin:1rem 0}
.card,.box{background-color:var(--card);border:1px solid var(--line);border-radius:10px;padding:.8rem 1rem}
.card b{display:block;font-size:1.5rem;line-height:1.3;white-space:nowrap}
.card span{color:var(--soft);font-size:.86rem;display:block;line-height:1.4}
.box{padding:.4rem 1rem}
.scroll{overflow-x:auto;background:
linear-gradient(to right,var(--card) 35%,transparent) 0 0/2.4rem 100% no-repeat local,
linear-gradient(to left,var(--card) 35%,transparent) 100% 0/2.4rem 100% no-repeat local,
linear-gradient(to right,rgba(110,120,135,.6),transparent) 0 0/.9rem 100% no-repeat scroll,
linear-gradient(to left,rgba(110,120,135,.6),transparent) 100% 0/.9rem 100% no-repeat scroll,var(--card)}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.4rem .7rem;text-align:right;white-space:nowrap;border-top:1px solid var(--line)}
thead th{border-top:0;vertical-align:bottom;font-size:.9rem;white-space:normal}
th:first-child,td:first-child{text-align:left;padding-left:0}
tbody th{font-weight:500}
.words{text-align:left;white-space:normal;overflow-wrap:break-word;min-width:9rem}
.scroll th:first-child{position:sticky;left:0;background:var(--card)}
tbody tr.all *{font-weight:700;border-top-width:2px}
td small{color:var(--soft);font-weight:400}
i{display:inline-block;width:.7em;height:.7em;border-radius:2px;margin-right:.4em}
figure{margin:0}
figcaption,.caption{margin:.5rem 0 1.2rem;max-width:85ch}
.plot{border:1px solid var(--line);border-radius:10px;padding:.6rem;background-color:var(--card)}
.plot svg{display:block;width:100%;min-width:760px;height:auto}
.plot svg text{font-family:system-ui,"Segoe UI","DejaVu Sans",sans-serif!important}
.plot svg,.plot .figure,.legend i,th i{filter:var(--drawn)}
.plot svg,.legend i,th i{mix-blend-mode:var(--ground)}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1.2rem;margin:0 0 .4rem;max-width:none;font-size:.88rem}
.legend i{height:.75em;width:1em}.legend i.line{height:0;width:1.6em;border-top:.2em solid;border-radius:0;
vertical-align:.25em;background:none}
.legend i.dashed{border-top-style:dashed}.legend i.dotted{border-top-style:dotted}
ul{list-style:none;padding:0;margin:0}
li{padding:.45rem 0 .45rem 1.7rem;text-indent:-1.7rem;border-top:1px solid var(--line);overflow-wrap:anywhere}
li:first-child{border-top:0}
li>b:first-child{display:inline-block;width:1.7rem;text-indent:0}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.35rem 1.5rem;margin:.5rem 0}
dd{margin:0;overflow-wrap:anywhere}
details{margin:.6rem 0}summary{cursor:pointer}
@media(max-width:540px){main{padding:1rem .6rem 3rem}h1{font-size:1.3rem}.verdict{padding:.7rem .9rem}
dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.6rem}
.cards{grid-template-columns:1fr 1fr;gap:.5rem}.card{padding:.6rem .7rem}.card b{font-size:1.15rem}
.card span{font-size:.78rem}.box{padding:.3rem .6rem}.plot{padding:.3rem}
table{font-size:.86rem}th,td{padding:.3rem .45rem}thead th{min-width:4.8rem}
tbody th{white-space:normal;min-width:5rem;overflow-wrap:break-word}}
@media print{@page{margin:12mm}body{background:#fff;font-size:12px}main{max-width:none;padding:0}
h2{margin-top:1.4rem}h2,h3,h4,summary{break-after:avoid}
.verdict,.card,.plot,figure,tr,li,.box:has(dl){break-inside:avoid}.card b{font-size:1.1rem}
.cards{grid-template-columns:repeat(4,1fr)}.card{padding:.4rem .6rem}
.scroll{overflow:visible;background:none}.plot svg{min-width:0}
table{font-size:10px}th,td{padding:.2rem .3rem;white-space:normal}thead th{font-size:1em}
.scroll th:first-child{position:static}tbody th{overflow-wrap:anywhere;min-width:7em}
nav{display:none!important}
details::details-content{content-visibility:visible;display:block;height:auto}}
"""
)

PRINTING = """
addEventListener('beforeprint', () => document.querySelectorAll('details:not([open])').forEach(each => {
  each.open = true; each.dataset.folded = ''; }));
addEventListener('afterprint', () => document.querySelectorAll('details[data-folded]').forEach(each => {
  each.open = false; delete each.dataset.folded; }));
"""
"""JavaScript that opens all folded parts for printing."""
