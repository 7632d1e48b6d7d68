// How many: one slider a row, with the number at the end of the name's line and the characteristics beside the slider.

// A page may load this file once for each widget: counting from 1 would give two sliders the same id, and labels the wrong slider.
const fresh = () => `tk-count-${Math.random().toString(36).slice(2, 12)}`;

function render({ model, el }) {
  el.classList.add("tk-counts");
  let rows = [];

  const label = (row, value) => {
    row.box.classList.toggle("none", value === 0);
    row.output.textContent = value;
    row.slider.style.setProperty("--fill", `${(100 * (value - row.slider.min)) / Math.max(1, row.slider.max - row.slider.min)}%`);
    row.slider.setAttribute("aria-valuetext", `${value} of ${row.slider.max}`);
  };
  const build = () => {
    el.textContent = "";
    rows = model.get("rows").map((given) => {
      const id = fresh();
      const box = document.createElement("div");
      box.className = "tk-count";
      box.innerHTML = `<div class="name"><label for="${id}"></label><output for="${id}"></output></div><input type="range" id="${id}" step="1"><small></small>`;
      const slider = box.querySelector("input");
      slider.min = given.min;
      slider.max = given.max;
      box.querySelector("label").textContent = given.name;
      box.querySelector("small").textContent = given.detail;
      box.querySelector(".name").title = given.help;
      el.append(box);
      return { box, slider, output: box.querySelector("output") };
    });
    rows.forEach((row, i) => row.slider.addEventListener("input", () => {
      const values = [...model.get("values")];
      values[i] = Number(row.slider.value);
      label(row, values[i]);
      model.set("values", values);
      model.save_changes();
    }));
    if (!rows.length) {
      const none = document.createElement("div");
      none.className = "empty";
      none.textContent = model.get("empty");
      el.append(none);
    }
    fill();
  };
  const fill = () => rows.forEach((row, i) => {
    const value = model.get("values")[i] ?? 0;
    if (Number(row.slider.value) !== value) row.slider.value = value;
    label(row, value);
  });

  model.on("change:rows", build);
  model.on("change:values", fill);
  build();
}

export default { render };
