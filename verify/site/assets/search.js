// The search over clauses, rules, questions and records. Accents and capitals do not matter:
// what is looked for and what is looked at are folded alike.
"use strict";

let index = "";
function lectioIndex(text) { index = text; }

document.addEventListener("DOMContentLoaded", async () => {
  const form = document.getElementById("search"), input = document.getElementById("q");
  const hits = document.getElementById("hits"), found = document.getElementById("found");
  const root = document.body.dataset.root.replace(/index\.html$/, "");
  const most = 60; // so many are shown at a time
  const more = document.getElementById("more");
  let all = [], words = [];
  if (!unpacks) {
    found.textContent = "This browser is too old to search here: it needs DecompressionStream.";
    return;
  }
  index = JSON.parse(new TextDecoder().decode(await unpacked(index)));

  function fold(text) {
    let out = "";
    for (const c of text.toLowerCase().normalize("NFKD")) out += index.letters[c] || c;
    return out.replace(/\p{M}/gu, "").replace(/['’‘ʼʻʿʾʹʺ`´]/g, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  }

  for (const row of index.rows) row.push(" " + fold(row[2] + " " + row[3]));
  const kinds = [...new Set(index.rows.map((r) => r[0]))];
  const boxes = kinds.map((kind) => {
    const label = document.createElement("label"), box = document.createElement("input");
    box.type = "checkbox";
    box.checked = true;
    box.value = kind;
    box.addEventListener("change", look);
    label.append(box, " " + { Game: "games", Record: "records", Clause: "clauses", Rule: "rules", Question: "questions" }[kind]);
    document.getElementById("kinds").append(label, " ");
    return box;
  });

  // around is the text about the first word that was found.
  function around(text, words) {
    const at = words.map((w) => fold(text).indexOf(w)).filter((i) => i >= 0);
    const from = Math.max(0, (at.length > 0 ? Math.min(...at) : 0) - 60);
    const cut = text.slice(from, from + 260);
    return (from > 0 ? "… " : "") + cut + (from + 260 < text.length ? " …" : "");
  }

  // marked puts marks around words that begin as one that is looked for.
  function marked(text, words) {
    const p = document.createElement("p");
    for (const part of text.split(/([\p{L}\p{N}\p{M}'’]+)/u)) {
      const f = fold(part);
      if (f !== "" && words.some((w) => f.startsWith(w))) {
        const m = document.createElement("mark");
        m.textContent = part;
        p.append(m);
      } else p.append(part);
    }
    return p;
  }

  function look() {
    words = fold(input.value).split(" ").filter((w) => w !== "");
    const within = new Set(boxes.filter((b) => b.checked).map((b) => b.value));
    all = words.length === 0 ? [] : index.rows.filter((r) => within.has(r[0]) && words.every((w) => r[4].includes(" " + w)));
    hits.replaceChildren();
    show();
  }

  // show adds the next hits to those that are shown, and says how many there are.
  function show() {
    for (const [kind, to, title, text] of all.slice(hits.children.length, hits.children.length + most)) {
      const li = document.createElement("li"), a = document.createElement("a");
      a.href = root + to;
      a.textContent = title;
      const sub = document.createElement("span");
      sub.className = "small";
      sub.textContent = " " + kind.toLowerCase();
      li.append(a, sub, marked(around(text, words), words));
      hits.append(li);
    }
    const shown = hits.children.length, left = all.length - shown;
    const count = all.length === 0 ? "Nothing is found." : all.length === 1 ? "One place is found." : `${all.length} places are found${left > 0 ? `, of which the first ${shown} are shown` : shown > most ? ", and all are shown" : ""}.`;
    found.textContent = words.length === 0 ? "" : count;
    more.hidden = left === 0;
    more.textContent = left > most ? `Show the next ${most}` : left === 1 ? "Show the last one" : `Show the last ${left}`;
  }

  // Who asks for more goes on reading with the first of them.
  more.addEventListener("click", () => {
    const first = hits.children.length;
    show();
    hits.children[first].querySelector("a").focus();
  });

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  input.addEventListener("input", look);
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) input.value = asked;
  input.focus();
  look();
});
