// A line of play, which stands on the page as a list of boards, shown one board at a time:
// buttons and arrow keys step along it. Where there is a page to play on, it goes on from there.
"use strict";

const board = document.querySelector('.along a[href$="play/index.html"]');
for (const code of board === null ? [] : document.querySelectorAll("code.played")) {
  const readings = code.dataset.as === undefined ? "" : code.dataset.as + "&";
  const a = document.createElement("a");
  a.className = "button small";
  a.href = board.getAttribute("href") + "#" + readings + "line=" + encodeURIComponent(code.textContent);
  a.textContent = "Play it on from there";
  code.closest("p").before(a);
}

for (const line of document.querySelectorAll(".line")) {
  const list = line.querySelector(".steps");
  const steps = [...list.children];
  if (steps.length < 2) continue;
  let at = steps.length - 1;

  const bar = document.createElement("div");
  bar.className = "stepper";
  const button = (text, label, by) => {
    const b = document.createElement("button");
    b.type = "button";
    b.textContent = text;
    b.setAttribute("aria-label", label);
    b.addEventListener("click", () => go(at + by));
    return b;
  };
  const back = button("←", "Back", -1), on = button("→", "On", 1);
  const where = document.createElement("span");
  where.setAttribute("aria-live", "polite");
  const all = document.createElement("button");
  all.type = "button";
  all.textContent = "All boards";
  all.addEventListener("click", () => {
    const stepped = list.classList.toggle("stepped");
    all.textContent = stepped ? "All boards" : "One board at a time";
    go(at);
  });
  bar.append(back, on, where, all);
  list.before(bar);
  list.classList.add("stepped");

  function go(to) {
    at = Math.max(0, Math.min(steps.length - 1, to));
    const stepped = list.classList.contains("stepped");
    steps.forEach((s, i) => { s.hidden = stepped && i !== at; });
    back.disabled = at === 0;
    on.disabled = at === steps.length - 1;
    where.textContent = `${at + 1} of ${steps.length}`;
  }
  line.tabIndex = 0;
  line.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -steps.length, End: steps.length }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    go(at + by);
  });
  go(0);
}
