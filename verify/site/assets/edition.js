// The choice of readings on the page of a game: sentences that change are marked. What
// each reading changes was written by the program that made the edition (readings.js).
"use strict";

let changes = {};
function lectioReadings(data) { changes = data; }

document.addEventListener("DOMContentLoaded", () => {
  const picked = new Map(); // question → reading, of those that are no defaults
  const note = document.getElementById("chosen");
  const selects = new Map();

  for (const box of document.querySelectorAll(".question[data-question]")) {
    const id = box.dataset.question;
    const list = box.querySelector(".readings");
    if (!(id in changes) || list === null) continue;
    const select = document.createElement("select");
    select.setAttribute("aria-label", "Reading of " + box.querySelector(".name").textContent);
    for (const item of list.children) {
      const o = document.createElement("option");
      o.value = item.dataset.reading;
      o.textContent = item.textContent.trim();
      o.selected = item.classList.contains("default");
      o.disabled = "unplayable" in item.dataset;
      select.append(o);
    }
    select.dataset.byDefault = select.value;
    const only = document.createElement("li");
    only.append(select);
    list.replaceChildren(only);
    list.classList.add("choosing");
    selects.set(id, select);
    select.addEventListener("change", () => {
      if (select.value === select.dataset.byDefault) picked.delete(id);
      else picked.set(id, select.value);
      show();
      remember();
    });
  }

  // undo takes every mark off.
  function undo() {
    for (const e of document.querySelectorAll(".rule.changed, .rule.gone")) {
      e.classList.remove("changed", "gone");
      for (const x of e.querySelectorAll(".was, .tag")) x.remove();
      const says = e.querySelector(".says");
      if (says.dataset.was !== undefined) { says.textContent = says.dataset.was; delete says.dataset.was; }
    }
    for (const e of document.querySelectorAll(".rule.added")) e.remove();
  }

  function element(kind, name, text) {
    const e = document.createElement(kind);
    e.className = name;
    e.textContent = text;
    return e;
  }

  function add(change, by) {
    const box = element("div", "rule added", "");
    box.append(element("p", "says new", change.text), element("span", "tag", "only under " + by));
    const homes = (change.clauses || []).map((c) => document.getElementById(c)).filter((x) => x !== null);
    const home = homes.length > 0 ? homes[0].querySelector(".rules") : document.querySelector(".assumed");
    if (home !== null) home.append(box);
  }

  function show() {
    undo();
    let marked = 0;
    const twice = new Set();
    for (const [question, reading] of picked) {
      const by = "“" + reading.replace(/[-_]/g, " ") + "”";
      for (const change of changes[question][reading] || []) {
        marked++;
        const rule = change.of ? document.getElementById(change.of) : null;
        if (rule === null) { add(change, by); continue; }
        const says = rule.querySelector(".says");
        if (says.dataset.was !== undefined) twice.add(change.of);
        if (change.how === "gone") {
          rule.classList.add("gone");
          rule.append(element("span", "tag", "not under " + by));
        } else {
          rule.classList.add("changed");
          if (says.dataset.was === undefined) says.dataset.was = says.textContent;
          says.textContent = change.text;
          rule.append(element("span", "was", says.dataset.was), element("span", "tag", "under " + by));
        }
      }
    }
    note.replaceChildren();
    note.hidden = picked.size === 0;
    if (picked.size === 0) return;
    const names = [...picked].map(([q, r]) => selects.get(q).closest(".question").querySelector(".name").textContent + ": “" + r.replace(/[-_]/g, " ") + "”");
    note.append(names.join("; ") + ". " + (marked === 0 ? "No sentence changes." : marked === 1 ? "One sentence changes. " : marked + " sentences change. "));
    if (twice.size > 0) note.append("Where two readings change one sentence, the one chosen last is shown. ");
    const first = document.querySelector(".rule.changed, .rule.gone, .rule.added");
    if (first !== null) {
      const to = element("button", "", "Show the first");
      to.addEventListener("click", () => first.scrollIntoView({ block: "center" }));
      note.append(to, " ");
    }
    const all = element("button", "", "Back to the defaults");
    all.addEventListener("click", () => {
      picked.clear();
      for (const s of selects.values()) s.value = s.dataset.byDefault;
      show();
      remember();
    });
    note.append(all);
  }

  // The choice stands in the address, so that it can be sent to somebody.
  function remember() {
    const text = [...picked].map(([q, r]) => q + "=" + r).join("&");
    history.replaceState(null, "", text === "" ? location.pathname : "#" + text);
  }

  for (const pick of decodeURIComponent(location.hash.slice(1)).split("&")) {
    const [q, r] = pick.split("=");
    const select = selects.get(q);
    if (r === undefined || select === undefined || ![...select.options].some((o) => o.value === r)) continue;
    select.value = r;
    picked.set(q, r);
  }
  if (picked.size > 0) show();
});
