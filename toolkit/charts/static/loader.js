// Added to the Vega bundle and loaded once per kernel: hand Vega to the live charts of the page.
const waiting = (globalThis.__toolkitVega ??= {});
waiting.promise ??= new Promise((resolve) => { waiting.resolve = resolve; });

export default {
  initialize() { waiting.resolve({ vegaEmbed }); },
  render({ el }) { el.hidden = true; },
};
