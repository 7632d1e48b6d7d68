// A table of fields, one unit a row; what is typed is sent when the field is left or Enter is pressed.

function field(column, label) {
  if (column.kind === "choice") {
    const select = document.createElement("select");
    for (const [value, name] of column.options) select.add(new Option(name, value));
    select.setAttribute("aria-label", label);
    return select;
  }
  const input = document.createElement("input");
  input.type = column.kind === "check" ? "checkbox" : column.kind === "number" ? "number" : "text";
  if (column.kind === "number") input.step = column.step ?? "any";
  input.setAttribute("aria-label", label);
  input.spellcheck = false;
  return input;
}

function render({ model, el }) {
  el.classList.add("tk-sheet", "tk-scroll");
  let fields = [];
  let shape = "";
  let typing = null;

  const fill = () => {
    const rows = model.get("rows");
    el.querySelectorAll("button.tk-x").forEach((button, i) => name(button, rows[i]));
    rows.forEach((row, i) => row.forEach((value, j) => {
      const one = fields[i][j];
      if (one.type === "checkbox") one.checked = Boolean(value);
      else if (one.value !== String(value) && one !== typing) one.value = value; // news must not undo what is being typed
      const why = model.get("locked")[`${i},${j}`];
      one.title = why ?? (one.type === "text" ? String(value) : one.selectedOptions?.[0]?.textContent ?? "");
      one.classList.toggle("locked", why !== undefined);
      if (one.tagName === "SELECT" || one.type === "checkbox") one.disabled = why !== undefined;
      else one.readOnly = why !== undefined;
      one.setAttribute("aria-label", `${model.get("columns")[j].label} of ${rows[i][0]}`);
    }));
  };
  const name = (button, row) => {
    button.title = `Take ${row[0]} out`;
    button.setAttribute("aria-label", button.title);
  };
  const mark = () => el.querySelectorAll("tbody tr").forEach((row, i) => row.classList.toggle("sel", i === model.get("selected")));
  const send = (rows) => { model.set("rows", rows); model.save_changes(); };
  const select = (i) => {
    if (model.get("selected") === i) return;
    model.set("selected", i);
    model.save_changes();
  };
  const build = () => {
    const columns = model.get("columns");
    const rows = model.get("rows");
    const now = JSON.stringify([columns, rows.length]);
    if (now === shape) { fill(); mark(); return; }
    shape = now;
    el.textContent = "";
    const table = document.createElement("table");
    table.className = "tk-t";
    table.setAttribute("aria-label", model.get("label"));
    // Columns without a width share what is left, and need some.
    const least = columns.reduce((sum, column) => sum + (parseInt(column.width, 10) || 150), model.get("removable") ? 36 : 0);
    table.style.minWidth = `${least}px`;
    const head = table.createTHead().insertRow();
    for (const column of [...columns, ...(model.get("removable") ? [{ label: "", width: "30px" }] : [])]) {
      const cell = document.createElement("th");
      cell.textContent = column.label;
      if (column.width) cell.style.width = column.width;
      head.append(cell);
    }
    const body = table.createTBody();
    fields = rows.map((row, i) => {
      const line = body.insertRow();
      line.addEventListener("focusin", () => select(i));
      const made = columns.map((column, j) => {
        const one = field(column, column.label);
        one.addEventListener("input", () => { typing = one.type === "checkbox" || one.tagName === "SELECT" ? null : one; });
        one.addEventListener("blur", () => { if (typing === one) { typing = null; fill(); } });
        one.addEventListener("change", () => {
          typing = null;
          const next = model.get("rows").map((each) => [...each]);
          next[i][j] = one.type === "checkbox" ? one.checked : one.value;
          send(next);
        });
        line.insertCell().append(one);
        return one;
      });
      if (model.get("removable")) {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "tk-x";
        button.textContent = "×";
        name(button, row);
        button.addEventListener("click", () => send(model.get("rows").filter((_, k) => k !== i)));
        line.insertCell().append(button);
      }
      return made;
    });
    if (!rows.length) {
      const cell = body.insertRow().insertCell();
      cell.colSpan = columns.length + 1;
      cell.textContent = model.get("empty");
      cell.className = "empty";
    }
    el.append(table);
    fill();
    mark();
  };
  build();
  model.on("change:rows change:columns change:locked", build);
  model.on("change:selected", mark);
  return () => { model.off("change:rows change:columns change:locked", build); model.off("change:selected", mark); };
}

export default { render };
