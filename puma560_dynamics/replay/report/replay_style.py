"""What the replay's pages add to the style of all."""

CSS = """
main{max-width:1180px}
.line{display:flex;justify-content:space-between;gap:1rem;align-items:baseline}
ol.causes{list-style:none;margin:0;padding:0}
.causes li{padding:.8rem 0;text-indent:0}
.causes p{margin:.35rem 0}
.causes .line strong::first-letter{text-transform:uppercase}
.causes .line span{color:var(--soft);font-variant-numeric:tabular-nums}
.bar{background:var(--line);border-radius:4px;height:.6rem;margin-top:.3rem}
.bar span{display:block;height:100%;border-radius:4px;background:var(--bar);min-width:2px}
.first .bar span{background:var(--hot)}.first .line strong{font-size:1.1rem}
.cells{display:flex;gap:.25rem;flex-wrap:wrap}
.cell{font-size:.75rem;line-height:1.3rem;min-width:1.6rem;padding:0 .35rem;text-align:center;border-radius:4px;
border:1px solid var(--line);background:color-mix(in srgb,var(--bar) calc(var(--share)*65%),transparent)}
.first .cell{background:color-mix(in srgb,var(--hot) calc(var(--share)*65%),transparent)}
nav.joints{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.5rem;position:sticky;top:0;
z-index:9;background:var(--page);padding:.5rem 0;margin:0}
.joints a{color:inherit;text-decoration:none;background:var(--card);border:1px solid var(--line);
border-bottom-width:3px;border-radius:8px;padding:.45rem .6rem;min-width:0}
.joints a:hover{border-color:var(--soft)}
.joints a[aria-current]{border-color:var(--mark);box-shadow:0 0 0 1px var(--mark)}
.joints .line{gap:.3rem}.joints .line span{font-size:.85rem;white-space:nowrap}
.joints .off .line span{color:var(--hot);font-weight:700}
.joints small{color:var(--soft);font-size:.74rem;display:block;line-height:1.3}
.joints svg{display:block;width:100%;height:46px}
.joints svg path{fill:var(--bar)}.joints svg path.band{fill:var(--mark);fill-opacity:.25}
.joints .off svg path:last-child{fill:var(--hot)}
.joints svg line{stroke:var(--line)}
.panel{scroll-margin-top:9rem;display:grid;grid-template-columns:1fr 1fr;gap:0 1rem}
.panel>*{min-width:0;grid-column:1/-1}
.panel h3{font-size:1.15rem;margin:2rem 0 0;border-top:1px solid var(--line);padding-top:.8rem}
h4{font-size:.95rem;font-weight:600;margin:.8rem 0 .4rem}
.panel .block+.block{grid-column:auto}
.plot{padding:.5rem .5rem .2rem;overflow:hidden;background:var(--card)}
.figure{min-height:240px;color:#222}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:1rem;margin-top:1rem}.pair>*{min-width:0}
.empty{color:var(--soft);padding:1rem 0}
nav{font-size:.88rem;margin:.7rem 0 0;display:flex;flex-wrap:wrap;gap:.2rem 1rem}nav a{color:var(--soft)}
@media(max-width:900px){nav.joints{position:static}.panel{scroll-margin-top:0}.panel .block+.block{grid-column:1/-1}
.pair{grid-template-columns:1fr}}
@media(max-width:540px){nav.joints{grid-template-columns:1fr 1fr}}
@media print{.pair{grid-template-columns:1fr 1fr}.panel .block+.block{grid-column:auto}.figure{min-height:0}}
"""
