// The frame of a dashboard: keys stay inside, old numbers are dimmed while new ones are on their way, a lost kernel is announced.

const DIM_AFTER = 150;

function whenInside(el, signal, found) {
  const app = el.closest(".tk-app");
  if (app) found(app);
  else if (!signal?.aborted) requestAnimationFrame(() => whenInside(el, signal, found));
}

// JupyterLab's one-letter commands and arrow keys would act on the notebook; Ctrl+S and the like are still the notebook's.
function keepKeys(event) {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) event.stopPropagation();
}

async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard outside secure pages (a phone on the local network): the old way.
    const area = document.createElement("textarea");
    area.value = text;
    area.style.cssText = "position:fixed;top:0;opacity:0";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

async function copyOnClick(event) {
  const button = event.target.closest("button[data-copy]");
  if (!button) return;
  const label = button.textContent;
  button.textContent = (await copyText(button.dataset.copy)) ? "copied ✓" : "the browser refuses to copy";
  setTimeout(() => { button.textContent = label; }, 1500);
}

async function copyForOthers(event) {
  event.detail.done(await copyText(event.detail.text));
}

function press(element) {
  for (const type of ["mousedown", "mouseup", "click"]) element?.dispatchEvent(new MouseEvent(type, { bubbles: true, button: 0 }));
}

// JupyterLab gives widgets no way to run a cell: select it and press the button of its toolbar.
function runAgain(app) {
  const cell = app.closest(".jp-CodeCell");
  const run = app.closest(".jp-NotebookPanel")?.querySelector('[data-command="notebook:run-cell-and-select-next"]');
  if (!cell || !run) { location.reload(); return; }
  press(cell.querySelector(".jp-InputPrompt"));
  setTimeout(() => press(run), 50);
}

function kernelBar(app) {
  const bar = document.createElement("div");
  bar.className = "tk-bar tk-kernel-gone";
  bar.setAttribute("role", "alert");
  const inNotebook = app.closest(".jp-NotebookPanel");
  bar.innerHTML = "<span><b>✗ The kernel has stopped.</b> The numbers no longer follow the controls.</span>";
  const button = document.createElement("button");
  button.type = "button";
  button.className = "tk-button";
  button.textContent = inNotebook ? "Run the cell again" : "Reload the page";
  button.addEventListener("click", () => runAgain(app));
  bar.append(button);
  return bar;
}

// A restarted kernel has forgotten this dashboard for good; a lost connection may come back.
function watchKernel(model, announce) {
  const kernel = model.widget_manager?.kernel;
  if (!kernel?.statusChanged) return () => {};
  let lost = kernel.isDisposed;
  const judge = () => {
    lost ||= kernel.isDisposed || ["restarting", "autorestarting", "terminating", "dead"].includes(kernel.status);
    announce(lost || kernel.connectionStatus === "disconnected");
  };
  const signals = [kernel.statusChanged, kernel.connectionStatusChanged, kernel.disposed];
  for (const signal of signals) signal?.connect(judge);
  return () => { for (const signal of signals) signal?.disconnect(judge); };
}

function render({ model, el, signal }) {
  el.style.display = "none";
  let app = null;
  let timer = null;
  let bar = null;

  const follow = () => {
    const waiting = model.get("asked") > model.get("answered");
    if (!waiting) {
      clearTimeout(timer);
      timer = null;
      app?.classList.remove("tk-stale");
    } else {
      timer ??= setTimeout(() => app?.classList.add("tk-stale"), DIM_AFTER);
    }
  };
  const announce = (gone) => {
    if (gone && app && !bar) app.prepend(bar = kernelBar(app));
    else if (!gone) { bar?.remove(); bar = null; }
  };
  const stopWatching = watchKernel(model, announce);

  whenInside(el, signal, (found) => {
    app = found;
    app.addEventListener("keydown", keepKeys);
    app.addEventListener("click", copyOnClick);
    app.addEventListener("tk-copy", copyForOthers);
    follow();
  });
  model.on("change:asked", follow);
  model.on("change:answered", follow);
  return () => {
    clearTimeout(timer);
    stopWatching();
    app?.removeEventListener("keydown", keepKeys);
    app?.removeEventListener("click", copyOnClick);
    app?.removeEventListener("tk-copy", copyForOthers);
  };
}

export default { render };
