// The rules of a game as one list: sent once, then only which are on and what became of them.

// A page may load this file once for each widget: counting from 1 would let two lists share their names.
const fresh = () => `tk-rule-${Math.random().toString(36).slice(2, 12)}`;

const STATES = { on: "✓ in force", no: "– not in force", nc: "! not calculated", off: "off" };
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f'’‘`]/g, "").replace(/[-–—]/g, " ");

function render({ model, el }) {
  el.classList.add("tk-rules");
  el.innerHTML = `<div class="bar"><input type="search" placeholder="Find a rule" aria-label="Find a rule" spellcheck="false">
    <div class="seg" role="group" aria-label="Show"><button type="button" data-show="all" aria-pressed="true">All</button><button
    type="button" data-show="on" aria-pressed="false">On</button></div></div><div class="list" role="group" aria-label="Rules" tabindex="-1"></div>`;
  const find = el.querySelector("input");
  const list = el.querySelector(".list");
  const empty = document.createElement("div");
  empty.className = "empty";
  const rows = new Map();
  let show = "all";

  const toggle = (id, on) => {
    const now = new Set(model.get("on"));
    if (on) now.add(id);
    else now.delete(id);
    model.set("on", [...now]);
    model.save_changes();
    paint();
  };
  const build = () => {
    list.textContent = "";
    rows.clear();
    let group = null;
    for (const rule of model.get("rules")) {
      if (rule.group !== group) {
        group = rule.group;
        const head = document.createElement("h4");
        head.append(group, document.createElement("span"));
        head.dataset.group = group;
        list.append(head);
      }
      const row = document.createElement("label");
      row.className = "rule";
      row.innerHTML = '<input type="checkbox"><span class="nm"></span><span class="st"></span><span class="sm"></span>';
      const [box, name, state, text] = row.children;
      name.textContent = rule.name;
      box.setAttribute("aria-label", rule.name);
      state.id = fresh();
      text.id = `${state.id}-why`;
      box.setAttribute("aria-describedby", `${state.id} ${text.id}`);
      box.disabled = Boolean(rule.locked);
      row.classList.toggle("locked", box.disabled);
      box.addEventListener("change", () => toggle(rule.id, box.checked));
      rows.set(rule.id, { row, box, state, text, rule, key: plain(`${rule.name} ${rule.summary} ${rule.group}`) });
      list.append(row);
    }
    list.append(empty);
  };
  const paint = () => {
    const on = new Set(model.get("on"));
    const status = model.get("status");
    for (const [id, { box, state, text, rule }] of rows) {
      const [code, reason] = on.has(id) ? status[id] ?? ["", ""] : ["off", ""];
      const said = (code === "no" || code === "nc") && reason ? reason : rule.summary;
      if (box.checked !== on.has(id)) box.checked = on.has(id);
      if (state.textContent !== (STATES[code] ?? "")) state.textContent = STATES[code] ?? "";
      if (text.textContent !== said) text.textContent = said;
      state.className = `st ${code}`;
      text.className = `sm ${code}`;
    }
    filter();
  };
  const filter = () => {
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    const on = new Set(model.get("on"));
    const groups = {};
    let shown = 0;
    for (const [id, { row, rule, key }] of rows) {
      const visible = words.every((word) => key.includes(word)) && (show === "all" || on.has(id));
      if (row.hidden === visible) row.hidden = !visible;
      if (!visible) continue;
      shown += 1;
      groups[rule.group] = (groups[rule.group] ?? 0) + (on.has(id) ? 1 : 0);
    }
    for (const head of list.querySelectorAll("h4")) {
      const count = groups[head.dataset.group];
      head.style.display = count === undefined ? "none" : "";
      head.lastChild.textContent = count ? `${count} on` : "";
    }
    empty.hidden = shown > 0;
    empty.textContent = find.value ? `No rule matches “${find.value}”.` : "No rule is switched on.";
  };

  find.addEventListener("input", filter);
  find.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && find.value) {
      event.preventDefault();
      event.stopPropagation();
      find.value = "";
      filter();
    } else if (event.key === "ArrowDown") {
      event.preventDefault();
      list.querySelector(".rule:not([hidden]) input:enabled")?.focus();
    }
  });
  el.querySelector(".seg").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    show = button.dataset.show;
    for (const other of el.querySelectorAll(".seg button")) other.setAttribute("aria-pressed", other === button);
    filter();
  });
  list.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    const boxes = [...list.querySelectorAll(".rule:not([hidden]) input:enabled")];
    const i = boxes.indexOf(document.activeElement);
    if (i < 0) return;
    event.preventDefault();
    const next = boxes[i + (event.key === "ArrowDown" ? 1 : -1)];
    if (next) next.focus();
    else if (event.key === "ArrowUp") find.focus();
  });
  model.on("change:rules", () => { build(); paint(); });
  model.on("change:on change:status", paint);
  build();
  paint();
}

export default { render };
