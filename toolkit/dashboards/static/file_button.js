// A button for what only the browser can do: read a file of the reader's machine, save one there, copy to the clipboard.

const LARGEST = 2_000_000;

// The frame of the dashboard (shell.js) holds the one way to the clipboard.
function copied(el, text) {
  return new Promise((done) => el.dispatchEvent(new CustomEvent("tk-copy", { bubbles: true, detail: { text, done } })));
}

function saved(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  link.download = name;
  link.style.display = "none";
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function render({ model, el }) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tk-button";
  button.textContent = model.get("label");
  button.title = model.get("help");
  el.append(button);
  let timer = null;
  const say = (text) => {
    button.textContent = text;
    clearTimeout(timer);
    timer = setTimeout(() => { button.textContent = model.get("label"); }, 1600);
  };

  if (model.get("kind") === "open") {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = model.get("accept");
    input.hidden = true;
    input.setAttribute("aria-label", model.get("help"));
    el.append(input);
    const read = async (file) => {
      if (!file) return;
      if (file.size > LARGEST) model.send({ kind: "opened", name: file.name, text: null });
      else model.send({ kind: "opened", name: file.name, text: await file.text() });
      input.value = ""; // so that the same file can be opened again after it was changed
    };
    button.addEventListener("click", () => input.click());
    input.addEventListener("change", () => read(input.files[0]));
    button.addEventListener("dragover", (event) => event.preventDefault());
    button.addEventListener("drop", (event) => { event.preventDefault(); read(event.dataTransfer.files[0]); });
  } else {
    // The text is made when it is wanted, not on every move of a slider.
    button.addEventListener("click", () => model.send({ kind: "wanted" }));
    model.on("msg:custom", async (message) => {
      if (message.kind !== "content") return;
      if (model.get("kind") === "save") { saved(message.name, message.text); say("Saved ✓"); }
      else say((await copied(el, message.text)) ? "Copied ✓" : "Copying refused");
    });
  }
}

export default { render };
