// A record as a form. The program in the worker knows the fields, reads and changes the text of the file, and says what is
// wrong and where: here is only what shows it.
"use strict";

// el makes an element with attributes and children. By its key, or else its id, it is found again when the form is drawn anew.
function el(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key === "on") for (const [event, act] of Object.entries(value)) on(e, event, act);
    else if (key === "key") e.key = value;
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== "") e.setAttribute(key, value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined && c !== ""));
  return e;
}

// on has an event do something, in place of what it did before.
function on(e, event, act) {
  e.acts ??= {};
  if (!(event in e.acts)) e.addEventListener(event, (x) => e.acts[event]?.(x));
  e.acts[event] = act;
}

// renew makes what stands there as what is new, in place: whoever points at an element, or is in it, keeps it. What somebody is
// typing stays, and so does what the form does not show but is told by the page (what shows names the property that it shows).
function renew(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const event of Object.keys({ ...old.acts, ...fresh.acts })) on(old, event, fresh.acts?.[event]);
  renewWithin(old, [...fresh.childNodes]);
  const shown = fresh.shows;
  if (shown && !old.typing && old[shown] !== fresh[shown]) old[shown] = fresh[shown];
}

// renewWithin does so with what is within an element. What has neither key nor id is known by its number among its like.
function renewWithin(place, fresh) {
  const keyed = (nodes) => {
    const count = {};
    return new Map([...nodes].map((n) => [n.key || n.id || n.nodeName + (count[n.nodeName] = (count[n.nodeName] ?? 0) + 1), n]));
  };
  const there = keyed(place.childNodes), come = keyed(fresh);
  for (const [key, n] of there) {
    if (come.get(key)?.nodeName === n.nodeName) continue;
    n.remove();
    there.delete(key);
  }
  let next = place.firstChild;
  for (const [key, n] of come) {
    const same = there.get(key);
    if (same !== undefined && same === next) next = next.nextSibling;
    else place.insertBefore(same ?? n, next);
    if (same === undefined) continue;
    if (n.nodeType === Node.ELEMENT_NODE) renew(same, n);
    else if (same.data !== n.data) same.data = n.data;
  }
}

// shows says which property of an element is what the record has.
function shows(property, e) {
  e.shows = property;
  return e;
}

// since is where a path leads after an item of a list was taken away or moved; null where it was taken away itself.
function since(path, { remove, move, index }) {
  const at = remove ?? move, k = at.length - 1;
  if (path.length <= k || typeof at[k] !== "number" || at.slice(0, k).join(".") !== path.slice(0, k).join(".")) return path;
  let i = path[k];
  if (i === at[k]) {
    if (remove) return null;
    i = index;
  } else {
    if (i > at[k]) i--;
    if (move && i >= index) i++;
  }
  return [...path.slice(0, k), i, ...path.slice(k + 1)];
}

class RecordForm {
  // keep is called with the path and the text of a file that is changed by form.
  constructor(place, desk, known, keep) {
    this.place = place;
    this.desk = desk;
    this.keep = keep;
    this.groups = known.form;
    this.known = known; // sources, records, source_types
    this.file = "";
    this.now = null; // the last answer about the file
    this.refused = new Map(); // why an edit was not made, and what was typed, by the name of the field
    this.added = new Set(); // parts that were added and have nothing in them yet
    this.opened = new Set();
    this.asked = Promise.resolve();
    this.shifts = []; // edits by which items changed their places, and that are not drawn yet
    this.pasted = {}; // texts that the corpus does not reproduce
    this.chosen = {}; // words that are selected of a text, by its id
    this.pressed = Promise.resolve(); // until what is pressed was let go
    addEventListener("pointerdown", () => {
      this.pressed = new Promise((free) => {
        for (const event of ["pointerup", "pointercancel"]) addEventListener(event, () => setTimeout(free, 50), { capture: true, once: true });
        setTimeout(free, 1000); // a list that was opened may not tell
      });
    }, true);
  }

  async record(request) {
    const { record, errors } = await this.desk.ask({ record: request });
    if (errors?.length) throw new Error(errors[0].message);
    return record;
  }

  // open shows the record of a file.
  async open(file) {
    const now = await this.record({ file, check: true });
    if (file !== this.file) {
      for (const kept of [this.refused, this.added, this.opened]) kept.clear();
      [this.file, this.shifts, this.pasted, this.chosen] = [file, [], {}, {}];
      this.place.replaceChildren();
    }
    this.now = now;
    this.draw();
  }

  // edit changes fields, one change after the other. An edit means what the form shows while it is made; one that is a function is
  // made when it is its turn. The form is drawn again when all are made that were asked for.
  edit(...edits) {
    this.place.setAttribute("aria-busy", "true");
    const file = this.file, mine = this.asked.then(async () => {
      const list = edits.map((e) => (typeof e === "function" ? e() : e)).filter((e) => e);
      for (const e of list) this.refused.delete(where(e).join("."));
      const answer = list.length ? await this.record({ file, edits: list, check: true }) : this.now;
      for (const m of answer.refused ?? []) this.refused.set(m.path.join("."), { text: m.text, typed: list.find((e) => e.set?.join(".") === m.path.join("."))?.to });
      if (!answer.refused && list.length) this.keep(file, answer.text);
      if (file === this.file && !answer.refused) this.now = answer;
      if (answer.refused) unmade();
      for (const s of shifts) s.made = true;
      return true;
    }).catch((e) => { unmade(); this.say(e.message); });
    const where = (e) => e.set ?? e.remove ?? e.move ?? ["clauses"], shifts = [];
    const unmade = () => { this.shifts = this.shifts.filter((s) => !shifts.includes(s)); };
    edits = edits.map((e) => {
      if (typeof e === "function" || e.clause) return e;
      const path = this.shifts.reduce((p, s) => p && since(p, s), where(e));
      if (path === null) { // it is said, and what was typed stays to be seen
        if (e.to) this.refused.set(where(e).join("."), { text: "what stood here had just been taken away", typed: e.to });
        return null;
      }
      const moved = e.set ? { ...e, set: path } : e.remove ? { ...e, remove: path } : { ...e, move: path };
      if (!e.set || e.to.trim() === "") shifts.push(e.move ? moved : { remove: this.taken(path) });
      return moved;
    });
    this.shifts.push(...shifts);
    this.asked = mine;
    return mine.then(async (made) => {
      await this.pressed;
      const { activeElement: active } = document;
      if (active?.typing && this.shifts.some((s) => s.made)) await new Promise((left) => active.addEventListener("blur", left, { once: true }));
      if (this.asked !== mine) return;
      if (made) this.draw();
      this.place.removeAttribute("aria-busy");
    });
  }

  // value is what the record has at a path, and taken what goes when that is taken away: a part that has nothing else goes with it.
  value(path) { return path.reduce((v, step) => (typeof step === "number" ? v?.items?.[step] : v?.fields?.find((f) => f.key === step)), this.now.values); }
  taken(path) {
    while (path.length > 1 && (({ items, fields }) => (items ?? fields ?? []).length === 1)(this.value(path.slice(0, -1)) ?? {})) path = path.slice(0, -1);
    return path;
  }

  say(text) { document.getElementById("state").textContent = text; }

  // draw shows all again, in the elements that are there, and leaves whoever types or looks where he is.
  draw() {
    const active = document.activeElement, around = []; // the first of these that stays keeps its place on the screen
    for (let e = this.place.contains(active) ? active : null; e !== null && e !== this.place; e = e.parentElement) around.push([e, e.getBoundingClientRect().top]);
    for (const e of this.place.querySelectorAll("details")) this.left(e); // a browser may not have told yet what was opened
    this.shifts = this.shifts.filter((s) => !s.made);
    const whole = this.at([]);
    renewWithin(this.place, [el("div", { class: "of-record", key: "of-record" }, whole.length ? this.messages(whole, "of-record") : null), ...this.groups.map((g) => this.group(g))]);
    this.sum();
    document.getElementById("yaml").textContent = this.now.text;
    if (active?.typing) active.dispatchEvent(new Event("input")); // what is understood of it is said again
    const [anchor, top] = around.find(([e]) => e.isConnected && e.getClientRects().length > 0) ?? [];
    if (anchor) scrollBy({ top: anchor.getBoundingClientRect().top - top, behavior: "instant" });
  }

  // sum says how much is wrong, and leads to the first of what is worst.
  sum() {
    const all = [...[...this.refused].map(([name, { text }]) => ({ path: name.split("."), severity: "error", text })), ...this.now.messages ?? []];
    const of = (severity) => all.filter((m) => m.severity === severity), count = (list, one, many) => (list.length ? [`${list.length} ${list.length === 1 ? one : many}`] : []);
    const mistakes = of("error"), odd = of("warning"), notes = of("note"), first = mistakes[0] ?? odd[0] ?? notes[0];
    const more = [...count(odd, "thing looks wrong", "things look wrong"), ...count(notes, "remark", "remarks")].join(", ");
    const state = mistakes.length ? count(mistakes, "mistake is", "mistakes are")[0] + " to be mended before the record can be used" : odd.length ? "No mistake; " + more : more ? "Nothing is wrong; " + more : "Nothing is wrong with the record";
    const lead = first ? el("button", { type: "button", id: "state-first", on: { click: () => this.lead(first.path) } }, first.text.length > 90 ? first.text.slice(0, 90) + "…" : first.text) : null;
    document.getElementById("state").replaceChildren(state + (lead ? ": " : ". "), ...lead ? [lead, " "] : [], "What is kept is a draft in this browser.");
  }

  // lead opens what a path is in, and goes to its field.
  lead(path) {
    const names = path.map((_, i) => path.slice(0, i + 1).join("."));
    for (const id of ["group-" + this.groups.find((g) => g.fields.some((f) => f.key === path[0]))?.id, ...names.map((n) => "part-" + n)]) {
      this.opened.delete("-" + id);
      this.opened.add(id);
      const e = document.getElementById(id);
      if (e) e.open = true;
    }
    this.draw();
    const ids = names.reverse().flatMap((n) => ["f-" + n, "f-" + n + "-set", "part-" + n]), e = document.getElementById(ids.find((id) => document.getElementById(id)) ?? "of-record-said");
    (e?.matches("input, select, textarea") ? e : e?.querySelector("input, select, textarea, summary, button"))?.focus({ preventScroll: true });
    e?.scrollIntoView({ block: e.offsetHeight < innerHeight ? "center" : "start" });
  }

  group(g) {
    const values = this.now.values?.fields ?? [];
    const some = g.fields.some((f) => values.some((v) => v.key === f.key) || this.said([f.key]) || this.added.has(f.key));
    const body = g.fields.map((f) => this.field(f, [f.key], values.find((v) => v.key === f.key)));
    if (g.id === "text") body.unshift(clauseMaker(this));
    return this.fold("group-" + g.id, some || g.id === "what", el("h2", {}, g.title), body, "group");
  }

  // fold is a part that can be closed; it stays as it was left.
  fold(id, open, heading, body, kind) {
    const was = this.opened.has(id) ? true : this.opened.has("-" + id) ? false : open;
    const e = el("details", { id, class: kind, open: was }, el("summary", {}, heading), ...body);
    e.dataset.drawn = open ? "open" : "";
    on(e, "toggle", (event) => this.left(event.currentTarget));
    return e;
  }

  // left remembers whether somebody has opened or closed a part.
  left(e) {
    if (e.open === (e.dataset.drawn === "open") && !this.opened.has(e.id) && !this.opened.has("-" + e.id)) return;
    this.opened.delete(e.open ? "-" + e.id : e.id);
    this.opened.add(e.open ? e.id : "-" + e.id);
  }

  // at are the messages at a path itself; said reports whether there are any at it or below.
  at(path) {
    const name = path.join("."), own = (this.now.messages ?? []).filter((m) => m.path.join(".") === name);
    if (this.refused.has(name)) own.unshift({ severity: "error", text: this.refused.get(name).text + ". It was not entered." });
    return own;
  }
  said(path) {
    const name = path.join("."), within = (p) => p === name || p.startsWith(name + ".");
    return [...this.refused.keys()].some(within) || (this.now.messages ?? []).some((m) => within(m.path.join(".")));
  }

  messages(list, id) {
    const words = { error: "Mistake", warning: "Looks wrong", note: "Remark" };
    return el("ul", { class: "messages", id: id + "-said" }, ...list.map((m) => el("li", { class: m.severity }, el("strong", {}, words[m.severity] + ": "), m.text, m.check ? el("span", { class: "check" }, " " + m.check) : null)));
  }

  field(f, path, value) {
    if (f.kind === "other") return this.other(f, value);
    if (value?.other) return this.other(f, value);
    if (f.kind === "part") return f.many ? this.parts(f, path, value) : this.part(f, path, value);
    if (f.kind === "named") return this.named(f, path, value);
    if (f.many) return f.kind === "choice" ? this.choices(f, path, value) : this.lines(f, path, value);
    return this.labelled(f, path, (id, described) => this.input(f, path, value, id, described), value);
  }

  // labelled puts a title, help and messages around what makes the input.
  labelled(f, path, make, value) {
    const id = "f-" + path.join("."), own = this.at(path), described = [];
    if (f.help) described.push(id + "-help");
    if (f.kind === "date" || f.kind === "coordinates" || value?.said) described.push(id + "-means");
    if (own.length) described.push(id + "-said");
    return el("div", { class: "field " + f.kind, key: id + "-field" },
      el("label", { for: id }, f.title, f.needed && !value ? el("span", { class: "needed" }, " needed") : null),
      make(id, described.join(" ")),
      described.includes(id + "-means") ? el("p", { class: "means", id: id + "-means", "aria-live": "polite" }, value?.said ? (f.kind === "date" ? "understood as: " : "") + value.said : "") : null,
      f.help ? el("p", { class: "help", id: id + "-help" }, f.help) : null,
      own.length ? this.messages(own, id) : null);
  }

  input(f, path, value, id, described) {
    const stands = value?.text ?? "", text = this.refused.get(path.join("."))?.typed ?? stands, wrong = this.at(path).some((m) => m.severity === "error");
    const set = ({ target: e }) => { e.typing = false; if (e.value !== text) this.edit({ set: path, to: e.value }); };
    const understood = f.kind === "date" || f.kind === "coordinates";
    const typed = ({ target: e }) => { e.typing = true; if (understood) this.understand(f.kind, e); };
    const more = { id, "aria-describedby": described, "aria-invalid": wrong ? "true" : "", on: { change: set, input: typed, blur: ({ target: e }) => { e.typing = false; } } };
    if (f.of === "source") return this.source(f, path, text, more);
    if (f.kind === "choice") {
      const words = f.words.some((w) => w.word === text) || text === "" ? f.words : [...f.words, { word: text }];
      return shows("value", el("select", more, el("option", { value: "" }, "–"), ...words.map((w) => el("option", { value: w.word, selected: w.word === text }, w.word))));
    }
    if (f.kind === "long") {
      const e = el("textarea", { ...more, rows: Math.min(12, Math.max(2, Math.ceil(text.length / 70) + text.split("\n").length - 1)) });
      e.value = text;
      return shows("value", e);
    }
    const name = path.map((s) => (typeof s === "number" ? "*" : s)).join("."), fixed = name === "id" || /^(clauses|observations)\.\*\.n$/.test(name); // others name it
    const e = el("input", { ...more, readonly: fixed, type: "text", inputmode: f.kind === "number" ? "numeric" : "", list: this.list(f), autocomplete: "off" });
    e.value = text;
    return shows("value", e);
  }

  // understand says while somebody types what is understood of it.
  async understand(kind, e) {
    const means = document.getElementById(e.id + "-means"), text = e.value;
    if (text.trim() === "") { means.textContent = ""; return; }
    const { understood: u } = await this.record({ [kind]: text });
    if (e.value !== text || !means.isConnected) return;
    means.textContent = u.wrong ? u.wrong : "understood as: " + u.words + (u.words === u.to ? "" : " (" + u.to + ")") + (u.doubt ? "; " + u.doubt : "");
    means.classList.toggle("wrong", Boolean(u.wrong));
  }

  // list are the names that a text may refer to.
  list(f) {
    const names = { layer: ["texts", "id"], witness: ["witnesses", "siglum"], picture: ["images", "id"], by: ["persons", "id"] }[f.of];
    const of = (v, key) => v?.fields?.find((x) => x.key === key);
    const own = names ? (of(this.now.values, names[0])?.items ?? []).map((i) => of(i, names[1])?.text).filter(Boolean) : [];
    const all = f.of === "record" ? this.known.records : f.of === "by" ? [...own, ...this.known.sources.map((s) => s.key)] : own;
    if (!all.length) return "";
    const id = "names-" + f.of;
    const list = el("datalist", { id }, ...all.map((n) => el("option", { value: n }))), old = document.getElementById(id);
    if (old === null) document.getElementById("names").append(list);
    else renew(old, list);
    return id;
  }

  source(f, path, text, more) {
    const known = this.known.sources.some((s) => s.key === text) || text === "" ? this.known.sources : [...this.known.sources, { key: text, cite: "nowhere described" }];
    const choice = shows("value", el("select", more, el("option", { value: "" }, "–"), ...known.map((s) => el("option", { value: s.key, selected: s.key === text }, s.key + ": " + s.cite))));
    return el("div", { class: "choose" }, choice, el("button", { type: "button", id: more.id + "-add", on: { click: () => addSource(this, (key) => this.edit({ set: path, to: key })) } }, "Add a source"));
  }

  lines(f, path, value) {
    const items = [...value?.items ?? []], single = { ...f, many: false, help: "" };
    const rows = [...items, undefined].map((item, i) => {
      const at = [...path, i], id = "f-" + at.join("."), own = this.at(at);
      const name = f.title + (i < items.length ? `, ${i + 1}` : ", another");
      const input = this.input(single, at, item, id, [f.help ? "f-" + path.join(".") + "-help" : "", own.length ? id + "-said" : ""].join(" ").trim());
      (input.matches(".choose") ? input.firstChild : input).setAttribute("aria-label", name);
      return el("li", { key: id + "-item" }, el("div", { class: "row" }, input, item ? this.remove(at, name) : null), item?.said ? el("p", { class: "means" }, item.said) : null, own.length ? this.messages(own, id) : null);
    });
    return this.set(f, path, [el("ul", { class: "lines" }, ...rows)]);
  }

  choices(f, path, value) {
    const chosen = (value?.items ?? []).map((i) => i.text);
    const box = (w) => {
      const id = "f-" + path.join(".") + "-" + w.word.replaceAll(" ", "-");
      const act = ({ target: { checked } }) => this.edit(() => {
        const items = this.value(path)?.items ?? [], at = items.findIndex((x) => x.text === w.word);
        return checked === at >= 0 ? null : checked ? { set: [...path, items.length], to: w.word } : { remove: [...path, at] };
      });
      return el("label", { class: "word", title: w.means ?? "" }, shows("checked", el("input", { type: "checkbox", id, checked: chosen.includes(w.word), on: { change: act } })), " " + w.word);
    };
    const odd = (value?.items ?? []).flatMap((_, i) => this.at([...path, i]));
    return this.set(f, path, [el("div", { class: "words" }, ...f.words.map(box)), odd.length ? this.messages(odd, "f-" + path.join(".") + "-items") : null]);
  }

  // set is a field that consists of several inputs.
  set(f, path, body) {
    const id = "f-" + path.join("."), own = this.at(path);
    return el("fieldset", { class: "field", id: id + "-set", "aria-describedby": f.help ? id + "-help" : "" }, el("legend", {}, f.title, f.needed && !this.value(path) ? el("span", { class: "needed" }, " needed") : null),
      f.help ? el("p", { class: "help", id: id + "-help" }, f.help) : null, own.length ? this.messages(own, id) : null, ...body);
  }

  part(f, path, value) {
    const name = path.join(".");
    if (!value && !f.needed && !this.added.has(name) && !this.said(path)) {
      const add = () => { this.added.add(name); this.draw(); document.querySelector(`[id="f-${name}-set"] :is(input, select, textarea)`)?.focus(); };
      return el("div", { class: "field absent", key: "f-" + name + "-absent" }, el("button", { type: "button", id: "add-" + name, on: { click: add } }, "Add: " + f.title.toLowerCase()), f.help ? el("span", { class: "help" }, " " + f.help) : null);
    }
    const body = f.fields.map((x) => this.field(x, [...path, x.key], value?.fields?.find((v) => v.key === x.key)));
    return this.set(f, path, [el("div", { class: "inner" }, ...body), value && !f.needed ? this.remove(path, f.title) : null]);
  }

  parts(f, path, value) {
    const name = path.join("."), items = [...value?.items ?? []], pending = this.added.has(name + "." + items.length) && !items[items.length];
    if (pending) items.push(undefined);
    const list = items.map((item, i) => this.item(f, [...path, i], item, i, items.length - (pending ? 1 : 0)));
    const add = () => { const next = name + "." + (value?.items?.length ?? 0); this.added.add(next); this.opened.add("part-" + next); this.draw(); document.querySelector(`[id="part-${next}"] :is(input, select, textarea)`)?.focus(); };
    return this.set(f, path, [...list, pending ? null : el("button", { type: "button", id: "add-" + name, "aria-label": (items.length ? "Add another: " : "Add one: ") + f.title, on: { click: add } }, items.length ? "Add another" : "Add one")]);
  }

  item(f, path, item, i, count) {
    const name = path.join("."), shown = (item?.fields ?? []).filter((v) => v.text).slice(0, 3).map((v) => v.text).join(" · ");
    const numbered = ["clauses", "observations"].includes(path.join(".").replace(/\.\d+$/, ""));
    const move = (by, what) => el("button", { type: "button", key: what, "aria-label": `${what}: ${f.title} ${i + 1}`, on: { click: () => this.edit({ move: path, index: i + by }) } }, what);
    const own = this.at(path), wrong = this.said(path);
    const heading = el("span", { class: wrong ? "to-mend" : "" }, shown.length > 110 ? shown.slice(0, 110) + "…" : shown || "New: nothing is entered yet", wrong ? el("span", { class: "needed" }, " look here") : null);
    // What is closed has no inputs: a record may have hundreds.
    const e = this.fold("part-" + name, !item, heading, [], "item");
    const fill = (e) => {
      if (!e.open || e.dataset.filled) return;
      e.dataset.filled = "yes";
      e.append(...[own.length ? this.messages(own, "f-" + name) : null, el("div", { class: "inner" }, ...f.fields.map((x) => this.field(x, [...path, x.key], item?.fields?.find((v) => v.key === x.key)))),
        item ? el("p", { class: "acts" }, this.remove(path, f.title + " " + (i + 1)), !numbered && i > 0 ? move(-1, "Up") : null, !numbered && i + 1 < count ? move(1, "Down") : null) : null].filter((x) => x));
    };
    on(e, "toggle", ({ currentTarget: it }) => { this.left(it); fill(it); });
    fill(e);
    return e;
  }

  named(f, path, value) {
    const rows = (value?.fields ?? []).map((v) => this.labelled({ ...f, kind: "line", title: v.key, help: "" }, [...path, v.key], (id, described) => this.input({ kind: "line" }, [...path, v.key], v, id, described), v));
    const key = el("input", { type: "text", id: "extra-key", "aria-label": "The name of a further field" }), text = el("input", { type: "text", id: "extra-text", "aria-label": "What it says" });
    const add = () => {
      const [k, t] = ["extra-key", "extra-text"].map((id) => document.getElementById(id));
      if (!k.value.trim() || !t.value.trim()) return;
      this.edit({ set: [...path, k.value.trim()], to: t.value });
      k.value = t.value = "";
    };
    return this.set(f, path, [...rows, el("div", { class: "row" }, key, text, el("button", { type: "button", on: { click: add } }, "Add"))]);
  }

  other(f, value) {
    if (!value) return "";
    return el("div", { class: "field", key: "other-" + f.key }, el("p", { class: "label" }, f.title), el("code", {}, value.other ?? value.text), el("p", { class: "help" }, "No form shows this; it stays as it is."));
  }

  remove(path, name) {
    return el("button", { type: "button", class: "remove", key: "remove", "aria-label": "Take away: " + name, on: { click: () => { this.added.delete(path.join(".")); this.edit({ remove: path }); } } }, "Take away");
  }
}

// addSource asks for a source, and tells the key that it got.
function addSource(form, then) {
  const field = (key, title, help, kind) => ({ key, title, help, kind: kind ?? "line" });
  const fields = [field("title", "Title", "as on the title page"), field("authors", "Authors", "a line each: family name, given name; a body without a comma", "names"), field("editors", "Editors", "a line each, as authors", "names"),
    field("year", "Year", "1900, 1887/1892, about 1900"), field("container", "In", "the journal or book that it is part of"), field("publisher", "Publisher"), field("place", "Place of publication"),
    field("url", "Address", "https://…"), field("note", "Note", "anything else that a reader should know"), field("key", "Key", "a short name, by which records cite it; left out, one is made of name and year")];
  const type = el("select", { id: "source-type" }, ...form.known.source_types.map((t) => el("option", { selected: t === "book" }, t)));
  const inputs = Object.fromEntries(fields.map((f) => [f.key, el(f.kind === "names" ? "textarea" : "input", { id: "source-" + f.key, rows: f.kind === "names" ? 2 : undefined, "aria-describedby": `source-${f.key}-help source-${f.key}-means`, on: f.kind === "names" ? { input: () => understand(f.key) } : {} })]));
  const means = { authors: el("p", { class: "means", id: "source-authors-means", "aria-live": "polite" }), editors: el("p", { class: "means", id: "source-editors-means", "aria-live": "polite" }) };
  // understand says who is understood, and offers to write what looks like a person as one.
  const understand = async (key) => {
    const e = inputs[key], text = e.value, { understood: u } = await form.record({ names: text });
    if (e.value !== text) return;
    const write = () => { e.value = u.to; e.focus(); understand(key); };
    renewWithin(means[key], [el("span", {}, u?.words ? "understood as: " + u.words + (u.doubt ? "; " + u.doubt + " " : "") : ""), ...u?.doubt ? [el("button", { type: "button", id: `source-${key}-write`, on: { click: write } }, "Write it so")] : []]);
  };
  const said = el("ul", { class: "messages", role: "alert" });
  const dialog = el("dialog", { class: "ask", "aria-labelledby": "new-source" }, el("h2", { id: "new-source" }, "A new source"), said,
    el("div", { class: "field" }, el("label", { for: "source-type" }, "Kind"), type),
    ...fields.map((f) => el("div", { class: "field" }, el("label", { for: "source-" + f.key }, f.title), inputs[f.key], means[f.key], el("p", { class: "help", id: "source-" + f.key + "-help" }, f.help ?? ""))));
  const lines = (text) => text.split("\n").map((l) => l.trim()).filter(Boolean);
  const add = async () => {
    const source = { type: type.value, authors: lines(inputs.authors.value), editors: lines(inputs.editors.value) };
    for (const key of ["title", "year", "container", "publisher", "place", "url", "note", "key"]) source[key] = inputs[key].value.trim();
    const answer = await form.record({ source });
    if (answer.refused) {
      said.replaceChildren(...answer.refused.map((m) => el("li", { class: "error" }, m.text)));
      inputs[answer.refused[0].path[0]]?.focus();
      return;
    }
    form.keep(answer.file, answer.text);
    Object.assign(form.known, await form.record({ sources: true }));
    dialog.close();
    then(answer.key);
  };
  dialog.append(el("p", { class: "acts" }, el("button", { type: "button", id: "source-add", class: "button", on: { click: () => add().catch((e) => said.replaceChildren(el("li", { class: "error" }, e.message))) } }, "Add the source"),
    el("button", { type: "button", on: { click: () => dialog.close() } }, "Leave it")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
