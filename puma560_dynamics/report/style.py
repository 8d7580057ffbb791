"""How the report looks: light and dark, wide and narrow, on paper."""

CSS = """
:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#1c2430;--soft:#5c6675;--line:#dfe3e8;
--good:#00734f;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--page:#14181f;--card:#1d232c;--ink:#e6eaf0;--soft:#9aa5b4;--line:#343c48;
--good:#4fd1a1;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,"Segoe UI","DejaVu Sans",sans-serif}
main{max-width:1080px;margin:0 auto;padding:2rem 1.25rem 4rem}
h1{font-size:1.75rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1.2rem;margin:2.5rem 0 .75rem}
p{margin:.5rem 0;max-width:75ch;overflow-wrap:anywhere}
.soft,figcaption,dt{color:var(--soft)}
.good{color:var(--good)}.bad{color:var(--bad)}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(11.5rem,1fr));gap:.8rem;margin:1.5rem 0}
.card,.box{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:.9rem 1.1rem}
.card b{display:block;font-size:1.65rem;line-height:1.3;white-space:nowrap}
.card span{color:var(--soft);font-size:.88rem;display:block;line-height:1.4}
.box{overflow-x:auto;padding:.4rem 1.1rem}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.4rem .7rem;text-align:right;white-space:nowrap;border-top:1px solid var(--line)}
thead th{border-top:0;vertical-align:bottom;font-size:.9rem}
th:first-child,td:first-child{text-align:left;padding-left:0}
tbody th{font-weight:500}
.box th:first-child{position:sticky;left:0;background:var(--card)}
tbody tr.all *{font-weight:700;border-top-width:2px}
td small{color:var(--soft);font-weight:400}
i{display:inline-block;width:.7em;height:.7em;border-radius:2px;margin-right:.4em}
figure{margin:0}
figcaption{margin:.6rem 0 0;max-width:80ch}
.plot{background:#fff;border:1px solid var(--line);border-radius:10px;padding:.6rem;overflow-x:auto}
.plot svg{display:block;width:100%;min-width:600px;height:auto}
.plot svg text{font-family:system-ui,"Segoe UI","DejaVu Sans",sans-serif!important}
ul{list-style:none;padding:0;margin:0}
li{padding:.45rem 0 .45rem 1.7rem;text-indent:-1.7rem;border-top:1px solid var(--line);overflow-wrap:anywhere}
li:first-child{border-top:0}
li>b:first-child{display:inline-block;width:1.7rem;text-indent:0}
dl{display:grid;grid-template-columns:minmax(7rem,max-content) 1fr;gap:.35rem 1.5rem;margin:.5rem 0}
dd{margin:0;overflow-wrap:anywhere}
@media(max-width:540px){main{padding:1.25rem .75rem 3rem}h1{font-size:1.4rem}dl{grid-template-columns:1fr;gap:0}
dd{margin-bottom:.6rem}}
@media print{body{background:#fff}section{break-inside:avoid}}
"""
