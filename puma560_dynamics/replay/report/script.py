"""What makes the replay's page alive: the chosen joint's columns are put into the figures."""

SCRIPT = """
(async () => {
async function inflate(data) {
  const bytes = Uint8Array.from(atob(data), each => each.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
}
const tabs = [...document.querySelectorAll('[role=tab]')];
const unpacked = new Map();
let chosen = Math.max(0, tabs.findIndex(tab => tab.getAttribute('aria-selected') === 'true'));
const find = name => {
  const models = (window.Bokeh?.documents ?? []).map(each => each.get_model_by_name(name));
  return models.find(each => each != null);
};

// Columns of 16 bits, as packing.py makes them.
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
function joint(index) {
  if (!unpacked.has(index)) unpacked.set(index, (async () => {
    const place = document.getElementById('joint' + index), sources = place ? JSON.parse(place.textContent) : {};
    const entries = Object.entries(sources).map(async ([name, data]) => [name, await unpack(data)]);
    return Object.fromEntries(await Promise.all(entries));
  })());
  return unpacked.get(index);
}
// The chosen joint's columns into the figures that are drawn.
async function fill() {
  const index = chosen, sources = await joint(index);
  if (index !== chosen) return;
  for (const place of document.querySelectorAll('.chosen'))
    place.textContent = tabs[index].querySelector('b').textContent + ': ';
  for (const block of document.querySelectorAll('.block')) block.hidden = !(block.dataset.source in sources);
  for (const [name, columns] of Object.entries(sources)) {
    const source = find(name);
    if (!source || source.shown === index) continue;
    source.shown = index;
    const first = Object.values(columns)[0].length, none = new Float64Array(first).fill(NaN);
    source.data = Object.fromEntries(Object.keys(source.data).map(key => [key, columns[key] ?? none]));
    const figures = name.split('-')[0];
    for (const index of [0, 1, 2]) find(`${figures}-range${index}`)?.reset();
    const time = name === 'worst-signals' ? find('worst-time') : null;
    if (time) {
      const [start, end] = [columns.time[0], columns.time[columns.time.length - 1]];
      time.setv({start, end, reset_start: start, reset_end: end});
    }
  }
}
// On a narrow page a legend has half as many columns.
function figure(place) {
  return JSON.parse(document.getElementById(place.id + '-data').textContent, (key, value) =>
    key === 'ncols' && place.offsetWidth < 600 ? Math.ceil(value / 2) : value);
}
function show(index) {
  chosen = index;
  tabs.forEach((tab, at) => {
    tab.setAttribute('aria-selected', String(at === index));
    tab.tabIndex = at === index ? 0 : -1;
    const panel = document.getElementById('panel' + at);
    if (panel) panel.hidden = at !== index;
  });
  fill();
}
tabs.forEach((tab, index) => {
  tab.addEventListener('click', () => show(index));
  tab.addEventListener('keydown', event => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step) return;
    const next = (index + step + tabs.length) % tabs.length;
    show(next);
    tabs[next].focus();
  });
});
const library = document.createElement('script');
library.textContent = await (await inflate(document.getElementById('library').textContent)).text();
document.head.append(library);
// All at once and not when they come into sight: a capture of the whole page, or paper, shows every one.
const places = [...document.querySelectorAll('.figure')];
for (const place of places) await Bokeh.embed.embed_item(figure(place), place.id);
// A canvas keeps its size on paper.
addEventListener('beforeprint', () => { for (const place of places) {
  place.style.width = place.offsetWidth + 'px';
  place.style.zoom = Math.min(1, (place.parentElement.parentElement.closest('.pair') ? 330 : 690) / place.offsetWidth);
} });
addEventListener('afterprint', () => { for (const place of places) place.style.width = place.style.zoom = ''; });
if (tabs.length) await fill();
})();
"""
