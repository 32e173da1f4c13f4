// A record as a form. The program in the worker knows the fields, reads and changes the text of the file, and says what is
// wrong and where: here is only what shows it.
"use strict";

// el makes an element with attributes and children.
function el(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (key === "on") for (const [event, act] of Object.entries(value)) e.addEventListener(event, act);
    else if (value === true) e.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== "") e.setAttribute(key, value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
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
    this.pasted = {}; // texts that the corpus does not reproduce
  }

  async record(request) {
    const { record, errors } = await this.desk.ask({ record: request });
    if (errors?.length) throw new Error(errors[0].message);
    return record;
  }

  // open shows the record of a file.
  async open(file) {
    this.file = file;
    this.now = await this.record({ file, check: true });
    this.draw();
  }

  // edit changes fields, one change after the other.
  edit(...edits) {
    this.place.setAttribute("aria-busy", "true");
    const mine = this.asked = this.asked.then(async () => {
      const answer = await this.record({ file: this.file, edits, check: true });
      for (const e of edits) this.refused.delete((e.set ?? e.remove ?? e.move ?? ["clauses"]).join("."));
      for (const m of answer.refused ?? []) this.refused.set(m.path.join("."), { text: m.text, typed: edits.find((e) => e.set?.join(".") === m.path.join("."))?.to });
      if (!answer.refused) {
        this.keep(this.file, answer.text);
        this.now = answer;
      }
      this.draw();
    }).catch((e) => this.say(e.message)).then(() => { if (this.asked === mine) this.place.removeAttribute("aria-busy"); });
    return mine;
  }

  say(text) { document.getElementById("state").textContent = text; }

  // draw shows all again, and leaves whoever types where he is.
  draw() {
    const active = document.activeElement, at = active?.id && this.place.contains(active) ? { id: active.id, value: active.value, from: active.selectionStart, to: active.selectionEnd } : null;
    for (const e of this.place.querySelectorAll("details")) this.left(e); // a browser may not have told yet what was opened
    this.place.replaceChildren(...this.groups.map((g) => this.group(g)));
    const whole = this.at([]);
    const worst = this.refused.size + (this.now.messages ?? []).filter((m) => m.severity === "error").length;
    this.place.prepend(el("div", { class: "of-record" }, whole.length ? this.messages(whole, "of-record") : null));
    this.say(worst ? `${worst} ${worst === 1 ? "mistake is" : "mistakes are"} to be mended before the record can be used.` : "Nothing is wrong with the record. What is kept is a draft in this browser.");
    document.getElementById("yaml").textContent = this.now.text;
    const again = at && document.getElementById(at.id);
    if (again) {
      again.focus({ preventScroll: true });
      if ("value" in again && again.value !== at.value && again.type !== "checkbox" && again.tagName !== "SELECT" && active.dataset.typing) again.value = at.value;
      if (at.from !== null && again.setSelectionRange && again.type !== "checkbox") try { again.setSelectionRange(at.from, at.to); } catch { /* a field without a cursor */ }
    }
    this.place.dispatchEvent(new Event("drawn"));
  }

  group(g) {
    const values = this.now.values?.fields ?? [];
    const some = g.fields.some((f) => values.some((v) => v.key === f.key) || this.said([f.key]) || this.added.has(f.key));
    const body = g.fields.map((f) => this.field(f, [f.key], values.find((v) => v.key === f.key)));
    return this.fold("group-" + g.id, some || g.id === "what", el("h2", {}, g.title), body, "group");
  }

  // fold is a part that can be closed; it stays as it was left.
  fold(id, open, heading, body, kind) {
    const was = this.opened.has(id) ? true : this.opened.has("-" + id) ? false : open;
    const e = el("details", { id, class: kind, open: was }, el("summary", {}, heading), ...body);
    e.dataset.drawn = open ? "open" : "";
    e.addEventListener("toggle", () => this.left(e));
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
    return el("div", { class: "field " + f.kind },
      el("label", { for: id }, f.title, f.needed ? el("span", { class: "needed" }, " needed") : null),
      make(id, described.join(" ")),
      described.includes(id + "-means") ? el("p", { class: "means", id: id + "-means", "aria-live": "polite" }, value?.said ? (f.kind === "date" ? "understood as: " : "") + value.said : "") : null,
      f.help ? el("p", { class: "help", id: id + "-help" }, f.help) : null,
      own.length ? this.messages(own, id) : null);
  }

  input(f, path, value, id, described) {
    const stands = value?.text ?? "", text = this.refused.get(path.join("."))?.typed ?? stands, wrong = this.at(path).some((m) => m.severity === "error");
    const set = (e) => { delete e.target.dataset.typing; if (e.target.value !== text) this.edit({ set: path, to: e.target.value }); };
    const more = { id, "aria-describedby": described, "aria-invalid": wrong ? "true" : "", on: { change: set, input: (e) => { e.target.dataset.typing = "yes"; } } };
    if (f.of === "source") return this.source(f, path, text, more);
    if (f.kind === "choice") {
      const words = f.words.some((w) => w.word === text) || text === "" ? f.words : [...f.words, { word: text }];
      return el("select", more, el("option", { value: "" }, "–"), ...words.map((w) => el("option", { value: w.word, selected: w.word === text }, w.word)));
    }
    if (f.kind === "long") {
      const e = el("textarea", { ...more, rows: Math.min(12, Math.max(2, Math.ceil(text.length / 70) + text.split("\n").length - 1)) });
      e.value = text;
      return e;
    }
    const name = path.map((s) => (typeof s === "number" ? "*" : s)).join("."), fixed = name === "id" || /^(clauses|observations)\.\*\.n$/.test(name); // others name it
    const e = el("input", { ...more, readonly: fixed, type: "text", inputmode: f.kind === "number" ? "numeric" : "", list: this.list(f), autocomplete: "off" });
    e.value = text;
    if (f.kind === "date" || f.kind === "coordinates") e.addEventListener("input", () => this.understand(f.kind, e));
    return e;
  }

  // understand says while somebody types what is understood of it.
  async understand(kind, e) {
    const means = document.getElementById(e.id + "-means"), text = e.value;
    if (text.trim() === "") { means.textContent = ""; return; }
    const { understood: u } = await this.record({ [kind]: text });
    if (e.value !== text) return;
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
    document.getElementById(id)?.remove();
    document.getElementById("names").append(el("datalist", { id }, ...all.map((n) => el("option", { value: n }))));
    return id;
  }

  source(f, path, text, more) {
    const known = this.known.sources.some((s) => s.key === text) || text === "" ? this.known.sources : [...this.known.sources, { key: text, cite: "nowhere described" }];
    const choice = el("select", { ...more, on: { change: (e) => this.edit({ set: path, to: e.target.value }) } }, el("option", { value: "" }, "–"),
      ...known.map((s) => el("option", { value: s.key, selected: s.key === text }, s.key + ": " + s.cite)));
    return el("div", { class: "choose" }, choice, el("button", { type: "button", id: more.id + "-add", on: { click: () => addSource(this, (key) => this.edit({ set: path, to: key })) } }, "Add a source"));
  }

  lines(f, path, value) {
    const items = [...value?.items ?? []], single = { ...f, many: false, help: "" };
    const rows = [...items, undefined].map((item, i) => {
      const at = [...path, i], id = "f-" + at.join("."), own = this.at(at);
      const name = f.title + (i < items.length ? `, ${i + 1}` : ", another");
      const input = this.input(single, at, item, id, [f.help ? "f-" + path.join(".") + "-help" : "", own.length ? id + "-said" : ""].join(" ").trim());
      (input.matches(".choose") ? input.firstChild : input).setAttribute("aria-label", name);
      return el("li", {}, el("div", { class: "row" }, input, item ? this.remove(at, name) : null), item?.said ? el("p", { class: "means" }, item.said) : null, own.length ? this.messages(own, id) : null);
    });
    return this.set(f, path, [el("ul", { class: "lines" }, ...rows)]);
  }

  choices(f, path, value) {
    const chosen = (value?.items ?? []).map((i) => i.text);
    const box = (w) => {
      const i = chosen.indexOf(w.word), id = "f-" + path.join(".") + "-" + w.word.replaceAll(" ", "-");
      const act = () => this.edit(i < 0 ? { set: [...path, chosen.length], to: w.word } : { remove: [...path, i] });
      return el("label", { class: "word", title: w.means ?? "" }, el("input", { type: "checkbox", id, checked: i >= 0, on: { change: act } }), " " + w.word);
    };
    const odd = (value?.items ?? []).flatMap((_, i) => this.at([...path, i]));
    return this.set(f, path, [el("div", { class: "words" }, ...f.words.map(box)), odd.length ? this.messages(odd, "f-" + path.join(".") + "-items") : null]);
  }

  // set is a field that consists of several inputs.
  set(f, path, body) {
    const id = "f-" + path.join("."), own = this.at(path);
    return el("fieldset", { class: "field", id: id + "-set", "aria-describedby": f.help ? id + "-help" : "" }, el("legend", {}, f.title, f.needed ? el("span", { class: "needed" }, " needed") : null),
      f.help ? el("p", { class: "help", id: id + "-help" }, f.help) : null, own.length ? this.messages(own, id) : null, ...body);
  }

  part(f, path, value) {
    const name = path.join(".");
    if (!value && !f.needed && !this.added.has(name) && !this.said(path)) {
      const add = () => { this.added.add(name); this.draw(); document.querySelector(`[id="f-${name}-set"] :is(input, select, textarea)`)?.focus(); };
      return el("div", { class: "field absent" }, el("button", { type: "button", id: "add-" + name, on: { click: add } }, "Add: " + f.title.toLowerCase()), f.help ? el("span", { class: "help" }, " " + f.help) : null);
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
    const move = (by, what) => el("button", { type: "button", "aria-label": `${what}: ${f.title} ${i + 1}`, on: { click: () => this.edit({ move: path, index: i + by }) } }, what);
    const own = this.at(path), wrong = this.said(path);
    const heading = el("span", { class: wrong ? "to-mend" : "" }, shown.length > 110 ? shown.slice(0, 110) + "…" : shown || "New: nothing is entered yet", wrong ? el("span", { class: "needed" }, " look here") : null);
    // What is closed has no inputs: a record may have hundreds.
    const e = this.fold("part-" + name, !item, heading, [], "item");
    const fill = () => {
      if (!e.open || e.dataset.filled) return;
      e.dataset.filled = "yes";
      e.append(own.length ? this.messages(own, "f-" + name) : "", el("div", { class: "inner" }, ...f.fields.map((x) => this.field(x, [...path, x.key], item?.fields?.find((v) => v.key === x.key)))),
        item ? el("p", { class: "acts" }, this.remove(path, f.title + " " + (i + 1)), !numbered && i > 0 ? move(-1, "Up") : null, !numbered && i + 1 < count ? move(1, "Down") : null) : "");
    };
    e.addEventListener("toggle", fill);
    fill();
    return e;
  }

  named(f, path, value) {
    const rows = (value?.fields ?? []).map((v) => this.labelled({ ...f, kind: "line", title: v.key, help: "" }, [...path, v.key], (id, described) => this.input({ kind: "line" }, [...path, v.key], v, id, described), v));
    const key = el("input", { type: "text", id: "extra-key", "aria-label": "The name of a further field" }), text = el("input", { type: "text", id: "extra-text", "aria-label": "What it says" });
    const add = () => { if (key.value.trim() && text.value.trim()) this.edit({ set: [...path, key.value.trim()], to: text.value }); };
    return this.set(f, path, [...rows, el("div", { class: "row" }, key, text, el("button", { type: "button", on: { click: add } }, "Add"))]);
  }

  other(f, value) {
    if (!value) return "";
    return el("div", { class: "field" }, el("p", { class: "label" }, f.title), el("code", {}, value.other ?? value.text), el("p", { class: "help" }, "No form shows this; it stays as it is."));
  }

  remove(path, name) {
    return el("button", { type: "button", class: "remove", "aria-label": "Take away: " + name, on: { click: () => { this.added.delete(path.join(".")); this.edit({ remove: path }); } } }, "Take away");
  }
}

// addSource asks for a source, and tells the key that it got.
function addSource(form, then) {
  const field = (key, title, help, kind) => ({ key, title, help, kind: kind ?? "line" });
  const fields = [field("title", "Title", "as on the title page"), field("authors", "Authors", "a line each: family name, given name; a body without a comma", "long"), field("editors", "Editors", "a line each", "long"),
    field("year", "Year", "1900, 1887/1892, about 1900"), field("container", "In", "the journal or book that it is part of"), field("publisher", "Publisher"), field("place", "Place of publication"),
    field("url", "Address", "https://…"), field("note", "Note", "anything else that a reader should know"), field("key", "Key", "a short name, by which records cite it; left out, one is made of name and year")];
  const type = el("select", { id: "source-type" }, ...form.known.source_types.map((t) => el("option", { selected: t === "book" }, t)));
  const inputs = Object.fromEntries(fields.map((f) => [f.key, el(f.kind === "long" ? "textarea" : "input", { id: "source-" + f.key, rows: f.kind === "long" ? 2 : undefined, "aria-describedby": "source-" + f.key + "-help" })]));
  const said = el("ul", { class: "messages", role: "alert" });
  const dialog = el("dialog", { class: "ask", "aria-labelledby": "new-source" }, el("h2", { id: "new-source" }, "A new source"), said,
    el("div", { class: "field" }, el("label", { for: "source-type" }, "Kind"), type),
    ...fields.map((f) => el("div", { class: "field" }, el("label", { for: "source-" + f.key }, f.title), inputs[f.key], el("p", { class: "help", id: "source-" + f.key + "-help" }, f.help ?? ""))));
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
