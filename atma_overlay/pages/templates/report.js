"use strict";
(() => {
  const list = document.querySelector("[data-list]");
  const bar = list && list.querySelector(".filters");
  if (!bar) return;
  const items = [...list.querySelectorAll("[data-item]")];
  const filters = [...bar.querySelectorAll("[data-filter]")];
  const show = () => {
    const wanted = Object.fromEntries(filters.map((f) => [f.dataset.filter, f.value]));
    const words = wanted.text.trim().toLowerCase();
    let shown = 0;
    for (const item of items) {
      const lost = [...item.querySelectorAll("[data-loss]")].some((loss) => {
        const [stage, ...systems] = loss.dataset.loss.split(" ");
        return (!wanted.system || systems.includes(wanted.system)) && (!wanted.stage || stage === wanted.stage);
      });
      const fits = lost && (!wanted.task || item.dataset.task === wanted.task)
        && (!words || item.textContent.toLowerCase().includes(words));
      item.hidden = !fits;
      shown += fits;
    }
    bar.querySelector("[data-count]").textContent = `${shown} of ${items.length} shown`;
  };
  for (const filter of filters) filter.addEventListener("input", show);
  bar.hidden = false;
  show();
})();
