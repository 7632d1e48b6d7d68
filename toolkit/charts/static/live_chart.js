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
  // What all charts of the dashboard show comes in one message; this one looks at its own part.
  const feed = await model.widget_manager.get_model(model.get("feed").slice("IPY_MODEL_".length));
  const shown = () => feed.get("now")[model.get("key")];
  if (signal?.aborted) return;
  const padding = model.get("spec").padding ?? { left: 4, right: 4, top: 4, bottom: 4 };
  const outerWidth = () => Math.max(NARROWEST, Math.floor(el.clientWidth || 400));
  const innerWidth = (outer) => outer - padding.left - padding.right;
  const wantedHeight = () => {
    const ratio = model.get("ratio");
    return ratio > 0 ? Math.round(innerWidth(outerWidth()) * ratio) + padding.top + padding.bottom : model.get("height");
  };
  let height = wantedHeight();
  const box = document.createElement("div");
  box.style.minHeight = `${height}px`;
  box.append(message(height, "Drawing…"));
  el.classList.add("tk-chart");
  el.setAttribute("role", "img");
  const innerHeight = () => height - padding.top - padding.bottom;
  const describe = () => el.setAttribute("aria-label", shown().description);
  describe();
  el.append(box);

  const late = setTimeout(() => {
    box.querySelector(".tk-drawing")?.replaceWith(message(height, "The chart could not be drawn. Run the cell again."));
  }, PATIENCE);
  const { vegaEmbed } = await vegaOfThePage();
  clearTimeout(late);
  if (signal?.aborted) return;

  let width = outerWidth();
  height = wantedHeight();

  const spec = structuredClone(model.get("spec"));
  spec.width = innerWidth(width);
  spec.height = innerHeight();
  spec.datasets = Object.fromEntries(Object.entries(shown().data).map(([name, columns]) => [name, rowsOf(columns)]));
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
  const resize = () => {
    if (height === wantedHeight()) return;
    height = wantedHeight();
    box.style.minHeight = `${height}px`;
    view.height(innerHeight());
  };
  let painted = -1;
  const push = async () => {
    const { tick, signals, data } = shown();
    painted = tick;
    const start = performance.now();
    resize();
    hideTooltips(); // a tooltip would outlive the mark it belongs to
    for (const [name, value] of Object.entries(signals)) {
      if (isNew("signal", name, value)) view.signal(name, value);
    }
    for (const [name, columns] of Object.entries(data)) {
      if (isNew("data", name, columns)) load(name, columns);
    }
    await view.runAsync();
    el.dataset.painted = tick;
    performance.measure("tk-drawn", { start }); // for the browser's own profiler
  };
  // A box without width is hidden (another tab, a closed output): drawing into it would lose the layout.
  const observer = new ResizeObserver(() => {
    if (!el.clientWidth) return;
    const now = outerWidth();
    if (Math.abs(now - width) < 2) return;
    width = now;
    resize();
    view.width(innerWidth(now)).runAsync();
  });
  observer.observe(el);
  el.addEventListener("pointerleave", hideTooltips);
  // All charts that hear of new numbers before the next frame are painted in it together.
  let frame = 0;
  const pushSoon = () => {
    if (shown().tick === painted) return; // the news is about another chart
    frame ||= requestAnimationFrame(() => { frame = 0; describe(); push(); });
  };
  feed.on("change:now", pushSoon);
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
    feed.off("change:now", pushSoon);
    result.finalize();
  };
}

export default { render };
