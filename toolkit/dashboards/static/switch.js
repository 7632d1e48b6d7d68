// A yes or no with a sentence of help: the checkbox of ipywidgets shows its label again as its tooltip.

function render({ model, el }) {
  el.classList.add("tk-switch");
  const label = document.createElement("label");
  const input = document.createElement("input");
  const words = document.createElement("span");
  input.type = "checkbox";
  label.append(input, words);
  el.append(label);
  const show = () => {
    input.checked = model.get("value");
    words.textContent = model.get("label");
    label.title = model.get("help");
    input.setAttribute("aria-description", model.get("help"));
  };
  show();
  input.addEventListener("change", () => { model.set("value", input.checked); model.save_changes(); });
  const traits = "change:value change:label change:help";
  model.on(traits, show);
  return () => model.off(traits, show);
}

export default { render };
