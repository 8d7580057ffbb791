"""JavaScript that draws the figures of the pages, with a copy of the figures for each joint."""

SCRIPT = """
(async () => {
async function inflate(data) {
  const bytes = Uint8Array.from(atob(data), each => each.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
}
// Columns of 16-bit codes, as made by `packed` in figures.py.
async function unpack({names, low, step, count, data}) {
  const flat = new Uint8Array(await (await inflate(data)).arrayBuffer()), half = flat.length / 2, found = {};
  names.forEach((name, row) => {
    const values = found[name] = new Float64Array(count);
    for (let i = 0, at = row * count, code = 0; i < count; i++, at++) {
      code = (code + flat[at] + 256 * flat[half + at]) & 65535;
      values[i] = code === 65535 ? NaN : low[row] + step[row] * code;
    }
  });
  return found;
}
async function columns(joint) {
  const found = Object.entries(JSON.parse(document.getElementById('joint' + joint).textContent));
  return Promise.all(found.map(async ([name, data]) => [name, await unpack(data)]));
}
// Put one joint's columns into its figures.
function fill(drawn, joint) {
  for (const [name, columns] of joint) {
    const source = drawn.get_model_by_name(name);
    if (!source) continue;
    const first = Object.values(columns)[0].length, none = new Float64Array(first).fill(NaN);
    source.data = Object.fromEntries(Object.keys(source.data).map(key => [key, columns[key] ?? none]));
    const figures = name.split('-')[0];
    for (const index of [0, 1, 2]) drawn.get_model_by_name(`${figures}-range${index}`)?.reset();
    const time = name === 'worst-signals' ? drawn.get_model_by_name('worst-time') : null;
    if (time) {
      const [start, end] = [columns.time[0], columns.time[columns.time.length - 1]];
      time.setv({start, end, reset_start: start, reset_end: end});
    }
  }
}
// A range of time that is selected at one joint is applied to all joints after 100 ms without a change.
const times = {'over-time': [], 'before-time': [], 'after-time': []};
let waiting;
function link(drawn) {
  for (const [name, all] of Object.entries(times)) {
    const time = drawn.get_model_by_name(name);
    if (!time) continue;
    all.push(time);
    time.change.connect(() => {
      clearTimeout(waiting);
      waiting = setTimeout(() => {
        const {start, end} = time;
        for (const other of all) if (other.start !== start || other.end !== end) other.setv({start, end});
      }, 100);
    });
  }
}
// The legend of a narrow figure has half as many columns; its texts, which would overlap, are hidden.
const legends = new Map(), texts = new Map();
const widths = new ResizeObserver(seen => {
  for (const {target} of seen) {
    const narrow = target.offsetWidth < 440;
    for (const [legend, columns] of legends.get(target)) {
      const ncols = narrow ? Math.ceil(columns / 2) : columns;
      if (legend.ncols !== ncols) legend.setv({ncols, items: [...legend.items]});  // new items force a new layout
    }
    for (const text of texts.get(target)) text.visible = !narrow;
  }
});
// Bokeh is only read when the first figure is drawn.
let library;
async function load() {
  const script = document.createElement('script');
  script.textContent = await (await inflate(document.getElementById('library').textContent)).text();
  document.head.append(script);
}
const joints = new Map();
async function draw(place) {
  await (library ??= load());
  const data = document.getElementById(place.dataset.figure + '-data');
  let item = data.type === 'text/plain' ? await (await inflate(data.textContent)).text() : data.textContent;
  if ('slides' in place.dataset) item = item.replaceAll('N\\u00b7m', 'N').replaceAll(' rad', ' m');
  await Bokeh.embed.embed_item(JSON.parse(item), place.id);
  if (place.matches('.over')) place.parentElement.classList.add('live');
  const drawn = Bokeh.documents.at(-1);
  const found = [...drawn.all_models].filter(each => each.type === 'Legend');
  legends.set(place, found.map(legend => [legend, legend.ncols]));
  texts.set(place, [...drawn.all_models].filter(each => each.type === 'Label'));
  widths.observe(place);
  const {joint} = place.dataset;
  if (joint === undefined) return;
  if (!joints.has(joint)) joints.set(joint, await columns(joint));
  fill(drawn, joints.get(joint));
  link(drawn);
}
// Figures are drawn one after another, so that the page stays responsive between them.
let last = Promise.resolve();
function next(place) {
  last = last.then(() => new Promise(ready => setTimeout(ready))).then(() => draw(place));
}
// A figure with a still drawing is drawn when it comes near the window. The others are drawn at once, so that prints
// and captures of the page show them all.
const near = new IntersectionObserver(seen => {
  for (const {target, isIntersecting} of seen) if (isIntersecting) {
    near.unobserve(target);
    next(target.querySelector('.figure'));
  }
}, {rootMargin: '400px 0px'});
const places = [...document.querySelectorAll('.figure')];
for (const place of places) if (place.matches('.over')) near.observe(place.parentElement); else next(place);
// Mark the link of the visible joint.
const sight = new IntersectionObserver(seen => {
  for (const {target, isIntersecting} of seen)
    document.querySelector(`.joints a[href="#${target.id}"]`)?.toggleAttribute('aria-current', isIntersecting);
}, {rootMargin: '-45% 0px -55% 0px'});
for (const panel of document.querySelectorAll('.panel')) sight.observe(panel);
// A canvas is not resized for print, so it is scaled.
addEventListener('beforeprint', () => { for (const place of places) {
  place.style.width = place.offsetWidth + 'px';
  place.style.zoom = Math.min(1, (place.closest('.pair, .block + .block') ? 330 : 690) / place.offsetWidth);
} });
addEventListener('afterprint', () => { for (const place of places) place.style.width = place.style.zoom = ''; });
})();
"""
