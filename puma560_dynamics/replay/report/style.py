"""What the replay's page adds to the reports' style."""

CSS = """
main{max-width:1180px}
h3{font-size:1rem;margin:1.25rem 0 .5rem}
:root{--warn:#8a5a00;--ink-bar:#5b6b80;--hot:#d55e00}
@media(prefers-color-scheme:dark){:root{--warn:#ffc266;--ink-bar:#9aa8bb;--hot:#ff8a4c}}
.warn,.warning{color:var(--warn)}
.verdict{background:var(--card);border:1px solid var(--line);border-left:8px solid var(--soft);border-radius:10px;
padding:1.1rem 1.4rem}
.verdict h1{margin:.1rem 0 .3rem}.verdict p{margin:.2rem 0}
.good-edge{border-left-color:var(--good)}.warning-edge{border-left-color:var(--warn)}
.bad-edge{border-left-color:var(--bad)}
.cards{grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));margin:1rem 0}
.line{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
ol.suspects{list-style:none;margin:0;padding:0}
.suspects li{padding:.8rem 0;text-indent:0}
.suspects p{margin:.35rem 0}
.suspects .line strong::first-letter{text-transform:uppercase}
.suspects .line span{color:var(--soft);font-variant-numeric:tabular-nums}
.bar{background:var(--line);border-radius:4px;height:.6rem;margin-top:.3rem}
.bar span{display:block;height:100%;border-radius:4px;background:var(--ink-bar);min-width:2px}
.first .bar span{background:var(--hot)}.first .line strong{font-size:1.1rem}
.cells{display:flex;gap:.25rem;flex-wrap:wrap}
.cell{font-size:.75rem;line-height:1.3rem;min-width:1.6rem;padding:0 .35rem;text-align:center;border-radius:4px;
border:1px solid var(--line);background:color-mix(in srgb,var(--ink-bar) calc(var(--share)*65%),transparent)}
.first .cell{background:color-mix(in srgb,var(--hot) calc(var(--share)*65%),transparent)}
.chooser{display:grid;grid-template-columns:repeat(6,1fr);gap:.5rem;position:sticky;top:0;z-index:9;
background:var(--page);padding:.5rem 0}
.chooser button{font:inherit;color:inherit;text-align:left;background:var(--card);border:1px solid var(--line);
border-bottom-width:3px;border-radius:8px;padding:.45rem .6rem;cursor:pointer;min-width:0}
.chooser button:hover{border-color:var(--soft)}
.chooser button[aria-selected=true]{border-color:#0072b2;box-shadow:0 0 0 1px #0072b2}
.chooser .line span{font-size:.85rem;white-space:nowrap}
.chooser .off .line span{color:var(--hot);font-weight:700}
.chooser small{color:var(--soft);font-size:.74rem;display:block;line-height:1.3}
.chooser svg{display:block;width:100%;height:46px}
.chooser svg path{fill:var(--ink-bar)}.chooser svg path.band{fill:#0072b2;fill-opacity:.25}
.chooser .off svg path:last-child{fill:var(--hot)}
.chooser svg line{stroke:var(--line)}
.panel[hidden],.block[hidden]{display:none}
.plot{padding:.5rem .5rem .2rem;overflow:hidden}
.figure{min-height:240px;color:#222}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin-top:1rem}.pair>*{min-width:0}
.caption{color:var(--soft);margin:.5rem 0 1.2rem;max-width:85ch}
details{margin:.6rem 0}summary{cursor:pointer;color:var(--soft)}
.empty{color:var(--soft);padding:1rem 0}
nav{font-size:.88rem;margin:.7rem 0 0;display:flex;flex-wrap:wrap;gap:.2rem 1rem}nav a{color:var(--soft)}
@media(max-width:900px){.chooser{grid-template-columns:repeat(3,1fr);position:static}.pair{grid-template-columns:1fr}}
@media(max-width:540px){.chooser{grid-template-columns:repeat(2,1fr)}.verdict{padding:.8rem 1rem}
.cards{grid-template-columns:1fr 1fr;gap:.5rem}.card{padding:.6rem .7rem}.card b{font-size:1.2rem}
.card span{font-size:.78rem}}
"""
