// The choice of readings on the page of a game: the sentences that change are marked, as the program itself says them under
// all readings that are chosen.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const note = document.getElementById("chosen");
  const selects = [...document.querySelectorAll(".question[data-question] .readings")].map((list) => {
    const box = list.closest(".question"), select = element("select", { ariaLabel: "Reading of " + box.querySelector(".name").textContent });
    select.dataset.question = box.dataset.question;
    for (const item of list.children) {
      const o = element("option", { value: item.dataset.reading, textContent: item.textContent.trim(), selected: item.classList.contains("default"), disabled: "unplayable" in item.dataset });
      o.dataset.called = item.firstChild.textContent.trim();
      if (o.selected) o.dataset.default = "";
      select.append(o);
    }
    list.before(select);
    list.classList.add("choosing"); // it is printed, with the reading chosen marked
    return select;
  });
  const readings = new Readings(selects);
  const name = (pick) => "“" + readings.called(...pick.split("=")) + "”";

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

  const tag = (rule, text) => rule.append(element("span", { className: "tag", textContent: text }));

  // mark shows a change: was is the statement that changes, now what stands in its place.
  function mark({ was, now, reading }) {
    const rule = was ? document.getElementById("rule-" + slug(was)) : null, picked = Object.entries(readings.chosen()).map((pick) => pick.join("="));
    const by = picked.length === 1 ? name(picked[0]) : picked.includes(reading) ? name(reading) : "these readings";
    if (rule === null) return add(now, "only under " + by);
    if (!now) {
      rule.classList.add("gone");
      return tag(rule, "not under " + by);
    }
    const says = rule.querySelector(".says");
    rule.classList.add("changed");
    says.dataset.was = says.textContent;
    says.textContent = now.sentence;
    rule.append(element("span", { className: "was", textContent: "By default: " + says.dataset.was }));
    tag(rule, "under " + by);
  }

  // add puts a sentence that only readings bring beside its first clause that is there.
  function add(now, text) {
    const box = element("div", { className: "rule added" }, element("p", { className: "says new", textContent: now.sentence }));
    tag(box, text);
    const homes = now.clauses.map(({ record, n }) => document.getElementById(record ? `clause-${slug(record)}-${n}` : `clause-${n}`));
    const home = homes.find((x) => x !== null)?.querySelector(".rules") ?? document.querySelector(".assumed");
    if (home !== null) home.append(box);
  }

  // repeat has what is said again say what its sentence says by now.
  function repeat() {
    for (const e of document.querySelectorAll(".again[data-rule]")) {
      const rule = document.getElementById(e.dataset.rule);
      e.querySelector(".same").textContent = rule.querySelector(".says").textContent;
      for (const how of ["changed", "gone"]) e.classList.toggle(how, rule.classList.contains(how));
    }
  }

  // tell says in the note what is chosen and what comes of it.
  function tell(text, ...more) {
    const list = readings.picked().map((s) => s.closest(".question").querySelector(".name").textContent + ": " + name(s.dataset.question + "=" + s.value));
    note.replaceChildren(list.join("; ") + ". ", text + " ", ...more, button("Back to the defaults", () => { readings.reset(); show(); }));
  }

  async function show() {
    readings.remember();
    for (const s of selects) {
      for (const item of s.nextElementSibling.children) item.classList.toggle("taken", item.dataset.reading === s.value && s.value !== Readings.byDefault(s));
    }
    note.hidden = readings.picked().length === 0;
    undo();
    repeat();
    if (note.hidden) {
      readings.asks++; // what was asked is wanted no more
      delete note.dataset.busy;
      return;
    }
    note.dataset.busy = "";
    try {
      const answer = await readings.said({ changes: true }, (text) => tell(capital(text) + " …"));
      if (answer === null) return;
      if (answer.errors) tell("These readings cannot be taken together: " + answer.errors.map(inWords).join(" ") + " Nothing is marked.");
      else marked(answer.said);
    } catch (error) {
      tell(`What they change cannot be told: ${error.message}.`);
    }
    delete note.dataset.busy;
  }

  function marked({ also, changes = [] }) {
    for (const c of changes) mark(c);
    repeat();
    const many = changes.length === 0 ? "No sentence changes." : changes.length === 1 ? "One sentence changes." : changes.length + " sentences change.";
    const first = document.querySelector(".rule.changed, .rule.gone, .rule.added");
    tell((also ? "And so with " + also.join(", ") + ". " : "") + many, ...(first === null ? [] : [button("Show the first", () => first.scrollIntoView({ block: "center" })), " "]));
  }

  for (const s of selects) s.addEventListener("change", show);
  for (const pick of addressed(location.hash)) readings.take(...pick);
  if (readings.picked().length > 0) show();
});
