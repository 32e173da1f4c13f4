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

  // On paper an address that is not written out is lost: the pages of the edition to which the text leads are listed behind
  // it, each once; a link to a place of the page itself, or a picture whose link stands again in words, needs none.
  const top = new URL(document.body.dataset.root, location.href).pathname.replace(/index\.html$/, ""), leads = new Map();
  for (const a of document.querySelectorAll("main a[href]:not([aria-hidden])")) {
    const to = a.getAttribute("href"), { pathname, hash } = new URL(to, location.href);
    if (a.namespaceURI !== document.documentElement.namespaceURI || a.closest("nav, .mend") !== null || to.startsWith("#") || to.includes("://")) continue;
    const text = [a.textContent, ...[...a.querySelectorAll("img")].map((i) => i.alt)].join(" ").trim().replace(/\s+/g, " ");
    const at = decodeURIComponent(pathname.slice(top.length)).replace(/index\.html$/, "") + hash;
    if (!leads.has(at)) leads.set(at, text.length > 60 ? text.slice(0, 60).replace(/\s\S*$/, " …") : text);
  }
  if (leads.size > 0) {
    const list = document.createElement("section"), home = document.querySelector("link[rel=canonical]");
    list.className = "leads";
    list.innerHTML = "<h2>Where the links lead</h2><p></p><ul></ul>";
    list.querySelector("p").textContent = home === null ? "In the folder of this edition:" : new URL(document.body.dataset.root, home.href).href.replace(/index\.html$/, "") + " and then:";
    for (const [at, text] of leads) {
      const li = document.createElement("li"), code = document.createElement("code");
      code.textContent = at;
      li.append(text + ": ", code);
      list.querySelector("ul").append(li);
    }
    (document.querySelector("main > .turn") ?? document.querySelector("main").lastElementChild).after(list);
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
