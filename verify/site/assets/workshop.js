// The pages of the workshop: a record to be mended or made, and what was changed.
"use strict";
(() => {
  const place = document.getElementById("record-form"), state = document.getElementById("state");
  const files = JSON.parse(place.dataset.files);
  let evidence = {}, form = null;
  begin().catch((e) => { state.textContent = "The form cannot be shown: " + e.message; });

  async function begin() {
    const desk = await Desk.open((text) => { state.textContent = text + " …"; });
    state.textContent = "reading the records …";
    evidence = await Desk.files(files);
    const { record: known } = await desk.ask({ record: { evidence, changed: changedRecords(), form: true, sources: true } });
    form = new RecordForm(place, desk, known);
    place.addEventListener("drawn", () => {
      if (form.pasting) { // the text is not kept, and the page remembers it
        const texts = form.now.values?.fields?.find((v) => v.key === "texts")?.items ?? [];
        const added = texts.map((t) => t.fields?.find((f) => f.key === "id")?.text).find((id) => !form.pasting.before.includes(id));
        if (added) form.pasted[added] = form.pasting.words;
        form.pasting = null;
      }
      document.getElementById("group-text")?.querySelector("summary").after(clauseMaker(form));
      changes();
    });
    addEventListener("hashchange", show);
    await show();
  }

  async function show() {
    const id = decodeURIComponent(location.hash.slice(1)), all = { ...evidence, ...changedRecords() };
    const file = ["yaml", "yml", "json"].map((end) => `evidence/records/${id}.${end}`).find((f) => f in all);
    document.getElementById("record-name").textContent = file ? "Record " + id : "A new record";
    document.getElementById("file").hidden = !file;
    if (file) await form.open(file);
    else begins(id);
    changes();
  }

  // begins asks for what no record can be without.
  function begins(id) {
    const game = el("input", { type: "text", id: "new-game", "aria-describedby": "new-game-help" }), name = el("input", { type: "text", id: "new-id", "aria-describedby": "new-id-help" });
    name.value = id;
    const choice = el("select", { id: "new-source-key" }), said = el("ul", { class: "messages", role: "alert" });
    const list = (key) => choice.replaceChildren(el("option", { value: "" }, "–"), ...form.known.sources.map((s) => el("option", { value: s.key, selected: s.key === key }, s.key + ": " + s.cite)));
    list("");
    const make = async () => {
      const answer = await form.record({ new: { id: name.value.trim(), game: game.value.trim(), source: choice.value } });
      if (answer.refused) {
        said.replaceChildren(...answer.refused.map((m) => el("li", { class: "error" }, m.text)));
        ({ game, id: name, source: choice })[answer.refused[0].path[0]]?.focus();
        return;
      }
      Draft.keep(answer.file, answer.text);
      Object.assign(form.known, await form.record({ sources: true }));
      location.hash = answer.file.replace(/^evidence\/records\/|\.yaml$/g, "");
    };
    place.replaceChildren(el("div", { class: "beginning" }, said,
      el("div", { class: "field" }, el("label", { for: "new-game" }, "Game"), game, el("p", { class: "help", id: "new-game-help" }, "the game, as the evidence names it; “unidentified” where nobody knows")),
      el("div", { class: "field" }, el("label", { for: "new-source-key" }, "Source"), el("div", { class: "choose" }, choice, el("button", { type: "button", id: "new-source-add", on: { click: () => addSource(form, list) } }, "Add a source")), el("p", { class: "help" }, "the book, article or object that the record rests on")),
      el("div", { class: "field" }, el("label", { for: "new-id" }, "Id of the record"), name, el("p", { class: "help", id: "new-id-help" }, "letters, digits and . _ -; it never changes once others cite it. Left out, one is made of the game.")),
      el("p", { class: "acts" }, el("button", { type: "button", id: "new-make", class: "button", on: { click: () => make().catch((e) => { state.textContent = e.message; }) } }, "Begin the record"))));
    state.textContent = "Three things first; everything else comes after.";
  }

  // changes lists what was changed, to be taken along or dropped.
  function changes() {
    const draft = changedRecords(), list = document.getElementById("changed");
    document.getElementById("changes").hidden = Object.keys(draft).length === 0;
    const save = (name, text) => {
      const a = el("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
      a.click();
      URL.revokeObjectURL(a.href);
    };
    list.replaceChildren(...Object.entries(draft).map(([path, text]) => el("li", {}, el("code", {}, path), path in evidence ? "" : " (new) ", " ",
      el("button", { type: "button", on: { click: () => save(path.split("/").pop(), text) } }, "Download"), " ",
      el("button", { type: "button", class: "remove", "aria-label": "Drop the changes of " + path, on: { click: () => { if (confirm("Drop what was changed in " + path + "?")) { Draft.keep(path, null); show(); } } } }, "Drop"))));
    document.getElementById("patch").onclick = async () => {
      await form.desk.ask({ files: evidence });
      const { patch } = await form.desk.ask({ files: { ...evidence, ...draft }, patch: true });
      save("changes.patch", patch ?? "");
    };
  }
})();
