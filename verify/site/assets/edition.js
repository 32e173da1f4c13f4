// The choice of readings on the page of a game: sentences that change are marked. What each
// reading changes was written by the program that made the edition (readings.js), and what
// two change together that neither does alone (together.js, loaded when two are chosen). Of
// what three change together it says which sentences that are.
"use strict";

let told = { texts: [], alone: {} };
function lectioReadings(data) { told = data; }

let pairs = null; // what two readings change together, once it is asked for
function lectioTogether(data) {
  told.texts.push(...data.texts);
  pairs = data.pairs;
}

// loadPairs loads it with a script element: browsers refuse to fetch files from a disk.
const loadPairs = (then, missing) => {
  const s = document.createElement("script");
  s.src = "together.js";
  s.addEventListener("load", then);
  s.addEventListener("error", missing);
  document.head.append(s);
};

document.addEventListener("DOMContentLoaded", () => {
  const picked = new Map(); // question → reading, of those that are no defaults
  const note = document.getElementById("chosen");
  const selects = new Map();
  const called = new Map(); // question=reading → what readers call it

  for (const box of document.querySelectorAll(".question[data-question]")) {
    const id = box.dataset.question;
    const list = box.querySelector(".readings");
    if (list === null) continue;
    const select = document.createElement("select");
    select.setAttribute("aria-label", "Reading of " + box.querySelector(".name").textContent);
    for (const item of list.children) {
      const o = document.createElement("option");
      o.value = item.dataset.reading;
      o.textContent = item.textContent.trim();
      o.selected = item.classList.contains("default");
      o.disabled = "unplayable" in item.dataset || (!o.selected && told.alone[id + "=" + o.value] === undefined);
      select.append(o);
      called.set(id + "=" + o.value, item.firstChild.textContent.trim());
    }
    select.dataset.byDefault = select.value;
    list.before(select);
    list.classList.add("choosing"); // it is printed, with the reading chosen marked
    selects.set(id, select);
    select.addEventListener("change", () => {
      picked.delete(id);
      if (select.value !== select.dataset.byDefault) picked.set(id, select.value);
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

  // add puts a sentence that only readings bring beside its first clause, with a tag.
  function add(change, tag) {
    const box = element("div", "rule added", "");
    box.append(element("p", "says new", textOf(change)), element("span", "tag", tag));
    const homes = (change.clauses || []).map((c) => document.getElementById(c)).filter((x) => x !== null);
    const home = homes.length > 0 ? homes[0].querySelector(".rules") : document.querySelector(".assumed");
    if (home !== null) home.append(box);
    return box;
  }

  const textOf = (change) => (change.text > 0 ? told.texts[change.text - 1] : "");
  const nameOf = (key) => "“" + called.get(key) + "”";
  const numbers = new Map(Object.keys(told.alone).map((key, i) => [key, i]));
  const together = (a, b) => pairs[numbers.get(a) + " " + numbers.get(b)] || pairs[numbers.get(b) + " " + numbers.get(a)];

  // outcome is what becomes of each sentence that readings change: by its anchor, the change
  // and the readings behind it; and the anchors of those that three change together, and of
  // readings that cannot be held together which and why.
  function outcome(keys) {
    const out = new Map(), unclear = new Map(), never = [];
    for (const key of keys) {
      for (const [id, change] of Object.entries(told.alone[key].changes)) {
        const one = out.get(id) || { change, by: [] };
        one.by.push(key);
        out.set(id, one);
      }
    }
    const byPair = new Map();
    keys.forEach((a, i) => keys.slice(i + 1).forEach((b) => {
      const pair = together(a, b);
      if (pair === undefined) return;
      if (pair.never) never.push(`${nameOf(a)} and ${nameOf(b)} cannot be held together: ${pair.never}.`);
      for (const [id, change] of Object.entries(pair.changes || {})) {
        const others = (out.get(id) || { by: [] }).by.filter((k) => k !== a && k !== b);
        if (byPair.has(id) || others.length > 0) unclear.set(id, change);
        byPair.set(id, { change, by: [a, b] });
      }
    }));
    for (const [id, x] of byPair) out.set(id, x);
    for (const id of unclear.keys()) out.delete(id);
    return { out, unclear, never };
  }

  function mark(id, change, by) {
    const rule = document.getElementById(id);
    if (rule === null || change.how === "new") return add(change, "only under " + by);
    const says = rule.querySelector(".says");
    if (change.how === "gone") {
      rule.classList.add("gone");
      rule.append(element("span", "tag", "not under " + by));
      return;
    }
    rule.classList.add("changed");
    says.dataset.was = says.textContent;
    says.textContent = textOf(change);
    rule.append(element("span", "was", "By default: " + says.dataset.was), element("span", "tag", "under " + by));
  }

  // doubt marks a sentence that three of the readings chosen touch.
  function doubt(id, change) {
    const rule = document.getElementById(id), tag = "under fewer of the readings chosen: what it says under all of them is not in this edition";
    if (rule === null) return add(change, tag);
    rule.classList.add("changed");
    rule.querySelector(".says").dataset.was = rule.querySelector(".says").textContent;
    rule.append(element("span", "tag", tag));
  }

  // repeat has what is said again say what its sentence says by now.
  function repeat() {
    for (const e of document.querySelectorAll(".again[data-rule]")) {
      const rule = document.getElementById(e.dataset.rule);
      e.querySelector(".same").textContent = rule.querySelector(".says").textContent;
      for (const how of ["changed", "gone"]) e.classList.toggle(how, rule.classList.contains(how));
    }
  }

  function show() {
    undo();
    choose();
    repeat();
  }

  function choose() {
    for (const select of selects.values()) {
      for (const item of select.nextElementSibling.children) item.classList.toggle("taken", item.dataset.reading === select.value && select.value !== select.dataset.byDefault);
    }
    note.replaceChildren();
    note.hidden = picked.size === 0;
    if (picked.size === 0) return;
    if (picked.size > 1 && pairs === null) {
      note.append("What these readings change together is being loaded. ");
      loadPairs(show, () => note.append("The file together.js is missing beside this page. "));
      return;
    }
    const keys = [...picked].map(([q, r]) => q + "=" + r), { out, unclear, never } = outcome(keys);
    note.append([...picked].map(([q, r]) => selects.get(q).closest(".question").querySelector(".name").textContent + ": " + nameOf(q + "=" + r)).join("; ") + ". ");
    const also = new Set(keys.flatMap((k) => told.alone[k].also || []).filter((x) => !keys.some((k) => x.endsWith(": " + called.get(k)))));
    if (also.size > 0) note.append("And so with " + [...also].join(", ") + ". ");
    if (never.length > 0) note.append(never.join(" ") + " Nothing is marked. ");
    else {
      let marked = 0;
      for (const [id, { change, by }] of out) {
        if (change.how === "same") continue;
        mark(id, change, by.map(nameOf).join(" and "));
        marked++;
      }
      for (const [id, change] of unclear) doubt(id, change);
      note.append(marked === 0 ? "No sentence changes. " : marked === 1 ? "One sentence changes. " : marked + " sentences change. ");
      if (unclear.size > 0) note.append(unclear.size === 1 ? "Of one more it is not known here what it says under all of them. " : `Of ${unclear.size} more it is not known here what they say under all of them. `);
    }
    if (keys.length > 2) note.append("This is what each two of these readings change together; three can change more, which is not known here. ");
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
    if (r === undefined || select === undefined || r === select.dataset.byDefault || told.alone[pick] === undefined) continue;
    select.value = r;
    picked.set(q, r);
  }
  if (picked.size > 0) show();
});
