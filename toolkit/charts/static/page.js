// Added to the Vega bundle for pages of charts: hand Vega to the charts that wait for it, and to those still to come.
const waiting = (globalThis.__toolkitVega ??= {});
waiting.promise ??= new Promise((resolve) => { waiting.resolve = resolve; });
waiting.resolve({ vegaEmbed });
