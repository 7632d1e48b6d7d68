// A combobox over a thousand names: every word must match somewhere, case, accents and quotes do not matter.

const SHOWN = 40;

// A page may load this file once for each widget: counting from 1 would give two fields the same list, and labels the wrong one.
const fresh = () => `tk-pick-${Math.random().toString(36).slice(2, 12)}`;

const plain = (text) => text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f'’‘`]/g, "").replace(/[-–—]/g, " ");
const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

function marked(name, words) {
  // Bold what was typed, where the name holds it letter for letter.
  const at = words.map((word) => [name.toLowerCase().indexOf(word), word.length]).filter(([i]) => i >= 0).sort((a, b) => a[0] - b[0]);
  let html = "";
  let from = 0;
  for (const [i, length] of at) {
    if (i < from) continue;
    html += `${escaped(name.slice(from, i))}<mark>${escaped(name.slice(i, i + length))}</mark>`;
    from = i + length;
  }
  return html + escaped(name.slice(from));
}

function render({ model, el }) {
  const id = fresh();
  el.classList.add("tk-pick");
  el.innerHTML = `<input type="search" role="combobox" aria-autocomplete="list" aria-expanded="false" aria-controls="${id}"
    aria-describedby="${id}-meta" autocomplete="off" spellcheck="false"><ul id="${id}" role="listbox" hidden></ul><div class="meta" id="${id}-meta"></div>`;
  const input = el.querySelector("input");
  const list = el.querySelector("ul");
  const meta = el.querySelector(".meta");
  let keys = [];
  let hits = [];
  let at = 0;

  const index = () => { keys = model.get("options").map(([, name, detail]) => plain(`${name} ${detail}`)); };
  const show = () => {
    input.setAttribute("aria-label", model.get("label"));
    list.setAttribute("aria-label", model.get("label"));
    input.placeholder = model.get("placeholder");
    input.value = model.get("text");
    meta.textContent = model.get("note");
    meta.title = model.get("help");
  };
  const close = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const search = (typed) => {
    const words = plain(typed).split(/\s+/).filter(Boolean);
    const options = model.get("options");
    const found = options.filter((_, i) => words.every((word) => keys[i].includes(word)));
    if (words.length) {
      // Names that begin with what was typed come first; the rest keeps its order.
      const first = (option) => (plain(option[1]).startsWith(words[0]) ? 0 : 1);
      found.sort((a, b) => first(a) - first(b));
    }
    hits = found.slice(0, SHOWN);
    at = Math.max(0, words.length ? 0 : hits.findIndex(([key]) => key === model.get("value")));
    let html = hits.map(([, name, detail], i) =>
      `<li role="option" id="${id}-${i}" data-i="${i}"><span>${marked(name, words)}</span><small>${escaped(detail)}</small></li>`).join("");
    if (found.length > SHOWN) html += `<li class="more">${found.length - SHOWN} more – keep typing</li>`;
    if (!found.length) html += `<li class="more">Nothing is called “${escaped(typed.trim())}”. Try fewer letters.</li>`;
    list.innerHTML = html;
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    light();
  };
  const light = () => {
    for (const item of list.querySelectorAll("[data-i]")) item.setAttribute("aria-selected", Number(item.dataset.i) === at);
    const item = list.querySelector('[aria-selected="true"]');
    if (!item) { input.removeAttribute("aria-activedescendant"); return; }
    input.setAttribute("aria-activedescendant", item.id);
    if (item.offsetTop < list.scrollTop) list.scrollTop = item.offsetTop - 4;
    else if (item.offsetTop + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = item.offsetTop + item.offsetHeight - list.clientHeight + 4;
  };
  const choose = (i) => {
    const hit = hits[i];
    if (!hit) return;
    close();
    input.value = hit[1];
    if (hit[0] === model.get("value")) { show(); return; }
    model.set("value", hit[0]);
    model.save_changes();
  };

  input.addEventListener("focus", () => input.select());
  input.addEventListener("click", () => { if (list.hidden) search(""); });
  input.addEventListener("input", () => search(input.value));
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) search("");
      else if (hits.length) { at = (at + (event.key === "ArrowDown" ? 1 : -1) + hits.length) % hits.length; light(); }
    } else if (event.key === "Enter" && !list.hidden) {
      event.preventDefault();
      choose(at);
    } else if (event.key === "Escape" && (!list.hidden || input.value !== model.get("text"))) {
      event.preventDefault();
      event.stopPropagation();
      show();
      close();
    } else if (event.key === "Tab") close();
  });
  input.addEventListener("blur", () => setTimeout(() => { show(); close(); }, 120));
  list.addEventListener("mousedown", (event) => {
    event.preventDefault(); // the field keeps the focus
    const item = event.target.closest("[data-i]");
    if (item) choose(Number(item.dataset.i));
  });
  model.on("change:options", index);
  model.on("change:text change:note change:label", () => { if (document.activeElement !== input || list.hidden) show(); });
  index();
  show();
}

export default { render };
