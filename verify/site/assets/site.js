// What all pages share: the map and the timeline of the first page filter its list.
// Everything can be read without scripts; they only add.
"use strict";

(function () {
  for (const e of document.querySelectorAll(".scripted")) e.hidden = false;

  // A citation is copied with a button; where the browser forbids that, it is selected.
  for (const text of document.querySelectorAll("#cite, .copy q, details pre")) {
    const b = document.createElement("button");
    b.type = "button";
    b.className = "copier";
    b.textContent = text.localName === "pre" ? "Copy the " + text.closest("details").querySelector("summary").textContent : "Copy the citation";
    b.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text.textContent);
        b.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(text);
        b.textContent = "Selected";
      }
    });
    text.after(b);
  }

  const cards = [...document.querySelectorAll(".card[data-game]")];
  if (cards.length === 0) return;
  const note = document.getElementById("filtered");
  const links = [...document.querySelectorAll(".map a[data-games], .timeline a[data-games]")];
  let chosen = null;

  function show(games) {
    for (const card of cards) card.hidden = games !== null && !games.includes(card.dataset.game);
    for (const a of links) {
      const on = games !== null && a.dataset.games.split(" ").some((g) => games.includes(g));
      a.setAttribute("aria-pressed", String(on));
    }
    note.replaceChildren();
    note.hidden = games === null;
    if (games === null) return;
    note.append(`Shown: ${games.length} of ${cards.length} games. `);
    const all = document.createElement("button");
    all.textContent = "Show all games";
    all.addEventListener("click", () => { chosen = null; show(null); });
    note.append(all);
  }

  for (const a of links) {
    a.setAttribute("role", "button");
    a.setAttribute("aria-pressed", "false");
    const pick = (event) => {
      event.preventDefault();
      chosen = chosen === a ? null : a;
      show(chosen === null ? null : a.dataset.games.split(" "));
      if (chosen !== null) note.scrollIntoView({ block: "center" });
    };
    a.addEventListener("click", pick);
    a.addEventListener("keydown", (event) => { if (event.key === " ") pick(event); });
  }
})();
