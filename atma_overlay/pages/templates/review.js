"use strict";
(() => {
  const list = document.querySelector("[data-list]");
  const bar = list && list.querySelector(".filters");
  if (!bar) return;
  const items = [...list.querySelectorAll("[data-item]")];
  const filters = [...bar.querySelectorAll("[data-filter]")];
  const count = bar.querySelector("[data-count]");
  const store = list.dataset.store;
  let marks = {};
  try { marks = JSON.parse(localStorage.getItem(store)) || {}; } catch { marks = {}; }

  const show = () => {
    const wanted = Object.fromEntries(filters.map((f) => [f.dataset.filter, f.value.trim().toLowerCase()]));
    let shown = 0;
    for (const item of items) {
      const mark = marks[item.dataset.key] || "none";
      const fits = (!wanted.state || item.dataset.state === wanted.state)
        && (!wanted.kind || item.dataset.kind === wanted.kind)
        && (!wanted.mark || mark === wanted.mark)
        && (!wanted.text || item.textContent.toLowerCase().includes(wanted.text));
      item.hidden = !fits;
      shown += fits;
    }
    const keys = new Set(items.map((item) => item.dataset.key));
    const done = Object.keys(marks).filter((key) => keys.has(key)).length;
    count.textContent = `${shown} of ${items.length} shown; ${done} marked`;
  };

  for (const item of items) {
    for (const input of item.querySelectorAll("input[type=radio]")) {
      input.checked = marks[item.dataset.key] === input.value;
      input.addEventListener("change", () => {
        marks[item.dataset.key] = input.value;
        try { localStorage.setItem(store, JSON.stringify(marks)); } catch { /* kept in the page only */ }
        const kept = filters.find((f) => f.dataset.filter === "mark");
        if (!kept.value) show(); else count.textContent = `marked ${input.value}`;
      });
    }
  }
  for (const filter of filters) filter.addEventListener("input", show);
  bar.querySelector("[data-export]").addEventListener("click", () => {
    const about = JSON.parse(list.dataset.about);
    const marked = items.filter((item) => marks[item.dataset.key]).map((item) => ({
      key: item.dataset.key,
      mark: marks[item.dataset.key],
      state: item.dataset.state,
      kind: item.dataset.kind,
      slot: item.querySelector("h3").textContent,
      old: item.querySelector(".old .value").textContent,
      new: item.querySelector(".new .value").textContent,
    }));
    const text = JSON.stringify({ ...about, findings: items.length, marks: marked }, null, 2);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "audit-marks.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  bar.hidden = false;
  show();
})();
