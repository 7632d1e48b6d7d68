(function (name, spec) {
  const waiting = (globalThis.__toolkitVega ??= {});
  waiting.promise ??= new Promise((resolve) => { waiting.resolve = resolve; });
  waiting.promise.then(({ vegaEmbed }) => {
    const box = document.getElementById(name);
    if (!box) return;
    return vegaEmbed(box, spec, { renderer: "svg", actions: false });
  }).catch((error) => console.error("chart", name, error));
});
