// Clauses made from a text: it is pasted, some words of it are selected, with the mouse or with Shift and the arrows, and a clause is
// made of them. The clause quotes the words, so that its place in the text is known.
"use strict";

function clauseMaker(form) {
  const values = form.now.values?.fields ?? [], texts = values.find((v) => v.key === "texts")?.items ?? [];
  const of = (v, key) => v?.fields?.find((f) => f.key === key)?.text ?? "", at = (id) => document.getElementById(id);
  if (form.pasting) { // the text is not kept, and the page remembers it
    const added = texts.map((t) => of(t, "id")).find((id) => !form.pasting.before.includes(id));
    if (added) form.pasted[added] = form.pasting.words;
    form.pasting = null;
  }
  const place = el("section", { class: "maker", key: "maker", "aria-labelledby": "maker" }, el("h3", { id: "maker" }, "Clauses from a text"));
  const kept = texts.map((t, i) => ({ i, id: of(t, "id"), text: of(t, "text") || form.pasted[of(t, "id")], own: of(t, "text") !== "" })).filter((t) => t.id && t.text);
  place.append(paste(), ...kept.map((t) => maker(t)));
  return place;

  function paste() {
    const text = el("textarea", { id: "paste-text", rows: 4, "aria-describedby": "paste-help" }), language = el("input", { type: "text", id: "paste-language", size: 6 }), may = el("input", { type: "checkbox", id: "paste-may", checked: true });
    const keep = async () => {
      const i = texts.length, words = at("paste-text").value, language = at("paste-language").value, edits = [];
      if (words.trim() === "") return;
      if (at("paste-may").checked) edits.push({ set: ["texts", i, "text"], to: words });
      else edits.push({ set: ["texts", i, "rights"], to: "not reproduced" });
      if (language.trim()) edits.push({ set: ["texts", i, "language"], to: language });
      const before = texts.map((t) => of(t, "id"));
      form.pasting = !at("paste-may").checked && { before, words };
      at("paste-text").value = at("paste-language").value = "";
      await form.edit(...edits);
      const added = (form.value(["texts"])?.items ?? []).map((t) => of(t, "id")).find((id) => !before.includes(id));
      at("maker-" + added)?.focus({ preventScroll: true });
    };
    return form.fold("paste", kept.length === 0, el("span", {}, "Paste a text"), [
      el("div", { class: "field" }, el("label", { for: "paste-text" }, "The text, as it is printed"), text, el("p", { class: "help", id: "paste-help" }, "Paste or type what the source says, letters as printed.")),
      el("div", { class: "field" }, el("label", { for: "paste-language" }, "Its language"), language, el("p", { class: "help" }, "a short tag: en, de, fr, is, la")),
      el("div", { class: "field" }, el("label", { class: "word" }, may, " The corpus may reproduce this text"), el("p", { class: "help" }, "Otherwise only what you make of it is kept: clauses in your own words, and the words that you quote.")),
      el("button", { type: "button", id: "paste-keep", on: { click: keep } }, "Take this text"),
    ], "item");
  }

  function maker(t) {
    const id = "maker-" + t.id, says = el("input", { type: "text", id: id + "-says", "aria-describedby": id + "-chosen" }), quoted = el("input", { type: "checkbox", id: id + "-quoted", checked: t.own });
    const chosen = el("p", { class: "means", id: id + "-chosen", "aria-live": "polite" });
    // select asks what the selected words are, and tells what became of the last that were asked for.
    const select = async ({ currentTarget: { selectionStart: from, selectionEnd: to } }) => {
      const was = form.chosen[t.id];
      if (from === to || was?.of === t.text && from === was.from && to === was.to) return;
      const now = form.chosen[t.id] = { of: t.text, from, to };
      now.selected = (await form.record({ select: { text: t.text, from, to } })).selected;
      if (form.chosen[t.id] === now) tell(at(id + "-chosen"), at(id + "-make"));
    };
    const tell = (p, button) => {
      const { selected, of: text } = form.chosen[t.id] ?? {};
      button.disabled = !selected || text !== t.text;
      p.textContent = button.disabled ? "Nothing is selected yet." : "Selected: “" + selected.words + "”" + (selected.times > 1 ? ` These words stand in the text ${selected.times} times: select some more, so that the place is known.` : "");
    };
    const makes = async () => {
      const { from, to } = form.chosen[t.id], own = at(id + "-says");
      if (own.value.trim() === "") {
        at(id + "-chosen").textContent += " Say in your own words what they say.";
        return own.focus();
      }
      const words = own.value;
      delete form.chosen[t.id];
      await form.edit({ clause: { in: t.id, from, to, of: t.own ? "" : t.text, says: words, quoted: at(id + "-quoted").checked } });
      if (!form.refused.has("clauses") && own.value === words) own.value = "";
    };
    const make = el("button", { type: "button", id: id + "-make", on: { click: makes } }, "Make a clause of this");
    tell(chosen, make);
    // It takes no input; without the attribute readonly there is a cursor to select with.
    const text = shows("value", el("textarea", { id, "aria-readonly": "true", on: { beforeinput: (e) => e.preventDefault(), select, mouseup: select, keyup: select }, rows: Math.min(14, Math.ceil(t.text.length / 60) + t.text.split("\n").length) }));
    text.value = t.text;
    text.setSelectionRange(0, 0);
    return form.fold("texts-" + t.id, true, el("span", {}, "Select words of ", el("strong", {}, t.id)), [
      el("div", { class: "field" }, el("label", { for: id }, "Select some words, with the mouse or with Shift and the arrows"), text), chosen,
      el("div", { class: "field" }, el("label", { for: id + "-says" }, "What they say, in your own words"), says),
      el("label", { class: "word" }, quoted, " Quote the selected words in the clause, so that their place is known"),
      el("p", { class: "acts" }, make), marked(t)], "item");
  }

  // marked shows the text with the words that clauses quote.
  function marked(t) {
    const places = [...form.now.places?.[t.id] ?? []].sort((a, b) => a.from - b.from), out = [];
    let done = 0;
    for (const p of places) {
      if (p.from < done) continue;
      out.push(t.text.slice(done, p.from), el("mark", { title: "clause " + p.clause }, t.text.slice(p.from, p.to), el("sup", {}, String(p.clause))));
      done = p.to;
    }
    return places.length ? el("div", { class: "placed" }, el("p", { class: "label" }, "Where the clauses stand"), el("p", { class: "words-placed" }, ...out, t.text.slice(done))) : "";
  }
}
