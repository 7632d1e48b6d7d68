// A chart that keeps its Vega view alive: the spec comes once, afterwards only columns of data and values of parameters.

const NARROWEST = 220;
const PATIENCE = 20000;

function vegaOfThePage() {
  const waiting = (globalThis.__toolkitVega ??= {});
  waiting.promise ??= new Promise((resolve) => { waiting.resolve = resolve; });
  return waiting.promise;
}

function rowsOf(columns) {
  const names = Object.keys(columns);
  const count = names.length ? columns[names[0]].length : 0;
  return Array.from({ length: count }, (_, i) => Object.fromEntries(names.map((name) => [name, columns[name][i]])));
}

function hideTooltips() {
  for (const tip of document.querySelectorAll(".vg-tooltip.visible")) tip.classList.remove("visible");
}

function message(height, text) {
  const box = document.createElement("div");
  box.className = "tk-drawing";
  box.style.height = `${height}px`;
  box.textContent = text;
  return box;
}

async function render({ model, el, signal }) {
  let height = model.get("height");
  const padding = model.get("spec").padding ?? { left: 4, right: 4, top: 4, bottom: 4 };
  const box = document.createElement("div");
  box.style.minHeight = `${height}px`;
  box.append(message(height, "Drawing…"));
  el.classList.add("tk-chart");
  el.setAttribute("role", "img");
  const innerHeight = () => height - padding.top - padding.bottom;
  const describe = () => el.setAttribute("aria-label", model.get("description"));
  describe();
  el.append(box);

  const late = setTimeout(() => {
    box.querySelector(".tk-drawing")?.replaceWith(message(height, "The chart could not be drawn. Run the cell again."));
  }, PATIENCE);
  const { vegaEmbed } = await vegaOfThePage();
  clearTimeout(late);
  if (signal?.aborted) return;

  const outerWidth = () => Math.max(NARROWEST, Math.floor(el.clientWidth || 400));
  const innerWidth = (outer) => outer - padding.left - padding.right;
  let width = outerWidth();

  const spec = structuredClone(model.get("spec"));
  spec.width = innerWidth(width);
  spec.height = innerHeight();
  spec.datasets = Object.fromEntries(Object.entries(model.get("data")).map(([name, columns]) => [name, rowsOf(columns)]));
  const drawn = document.createElement("div");
  const result = await vegaEmbed(drawn, spec, { renderer: "svg", actions: false, tooltip: { theme: "tk", offsetX: 14, offsetY: -90 } });
  if (signal?.aborted) { result.finalize(); return; }
  box.replaceChildren(drawn);
  const view = result.view;

  // Setting what has not changed would make Vega rebuild axes and marks that depend on it.
  const held = new Map();
  const isNew = (kind, name, value) => {
    const text = JSON.stringify(value);
    if (held.get(`${kind} ${name}`) === text) return false;
    held.set(`${kind} ${name}`, text);
    return true;
  };
  // As many rows as before are changed where they are, so that Vega changes marks instead of throwing them away.
  const rows = new Map();
  const load = (name, columns) => {
    const old = rows.get(name);
    const fresh = rowsOf(columns);
    if (old?.length === fresh.length) {
      const place = new Map(old.map((row, i) => [row, i]));
      const changes = view.changeset();
      for (const field of Object.keys(columns)) {
        if (old.some((row, i) => row[field] !== fresh[i][field])) changes.modify(() => true, field, (row) => fresh[place.get(row)][field]);
      }
      view.change(name, changes);
    } else {
      view.change(name, view.changeset().remove(() => true).insert(fresh));
      rows.set(name, fresh);
    }
  };
  const push = async () => {
    const tick = model.get("tick");
    if (height !== model.get("height")) {
      height = model.get("height");
      box.style.minHeight = `${height}px`;
      view.height(innerHeight());
    }
    hideTooltips(); // a tooltip would outlive the mark it belongs to
    for (const [name, value] of Object.entries(model.get("signals"))) {
      if (isNew("signal", name, value)) view.signal(name, value);
    }
    for (const [name, columns] of Object.entries(model.get("data"))) {
      if (isNew("data", name, columns)) load(name, columns);
    }
    await view.runAsync();
    el.dataset.painted = tick;
  };
  // A box without width is hidden (another tab, a closed output): drawing into it would lose the layout.
  const observer = new ResizeObserver(() => {
    if (!el.clientWidth) return;
    const now = outerWidth();
    if (Math.abs(now - width) < 2) return;
    width = now;
    view.width(innerWidth(now)).runAsync();
  });
  observer.observe(el);
  el.addEventListener("pointerleave", hideTooltips);
  // All charts that hear of new numbers before the next frame are painted in it together.
  let frame = 0;
  const pushSoon = () => { frame ||= requestAnimationFrame(() => { frame = 0; push(); }); };
  model.on("change:tick", pushSoon);
  model.on("change:description", describe);
  await push();

  if (model.get("clickable")) {
    box.classList.add("tk-clickable");
    view.addEventListener("click", (event) => {
      const frame = box.querySelector("svg").getBoundingClientRect();
      const [left, top] = [0, 1].map((i) => view.origin()[i] + [view.padding().left, view.padding().top][i]);
      const at = [view.scale("x").invert(event.clientX - frame.left - left), view.scale("y").invert(event.clientY - frame.top - top)];
      model.set("clicked", [...at, Date.now()]); // the time makes a second click on the same spot a change
      model.save_changes();
    });
  }
  return () => {
    observer.disconnect();
    hideTooltips();
    cancelAnimationFrame(frame);
    model.off("change:tick", pushSoon);
    model.off("change:description", describe);
    result.finalize();
  };
}

export default { render };
