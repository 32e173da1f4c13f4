// The page of the workshop on which a record is mended or made by form.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const at = (id) => document.getElementById(id), place = at("record-form"), state = at("state"), { work } = Work.at(location.hash);
  const ofEvidence = (path) => /^evidence\/(records|sources)\//.test(path);
  const changes = new Changes(at("drafts"), [work], async (_, path) => {
    if (ofEvidence(path)) await form.desk.ask({ change: { [path]: evidence[path] ?? null } });
    await show();
  });
  let evidence = {}, form = null; // records and sources without the draft
  begin().catch((e) => { state.textContent = "The form cannot be shown: " + e.message; });

  async function begin() {
    const desk = await Desk.open((text) => { state.textContent = text + " …"; });
    state.textContent = "reading the records …";
    evidence = await work.brought(work.known().filter(ofEvidence));
    await desk.ask({ files: evidence });
    await desk.ask({ change: Object.fromEntries(Object.entries(work.draft.changes()).filter(([path]) => ofEvidence(path))) });
    const { record: known } = await desk.ask({ record: { form: true, sources: true } });
    form = new RecordForm(place, desk, known, keep);
    addEventListener("hashchange", () => (Work.at(location.hash).work.of === work.of ? show() : location.reload()));
    await show();
    await changes.show();
    document.body.dataset.ready = "yes";
  }

  function keep(path, text) {
    work.draft.set(path, text, evidence[path] ?? null);
    changes.show();
  }

  // show shows the record that the address names, or asks how a new one is to begin: of what stands there in place of a path it has its id.
  async function show() {
    const { file } = Work.at(location.hash), [, id] = file.match(/^(?:evidence\/records\/)?(.*?)(?:\.(?:yaml|yml|json))?$/), changed = work.draft.get(file);
    const there = file !== id && (changed === undefined ? file in evidence : changed.text !== null);
    at("record-name").textContent = there ? "Record " + id : "A new record";
    at("file").hidden = at("another").hidden = !there;
    at("another").href = work.address("");
    if (there) await form.open(file);
    else begins(id);
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
      keep(answer.file, answer.text);
      Object.assign(form.known, await form.record({ sources: true }));
      location.hash = work.address(answer.file);
    };
    place.replaceChildren(el("div", { class: "beginning" }, said,
      el("div", { class: "field" }, el("label", { for: "new-game" }, "Game"), game, el("p", { class: "help", id: "new-game-help" }, "the game, as the evidence names it; “unidentified” where nobody knows")),
      el("div", { class: "field" }, el("label", { for: "new-source-key" }, "Source"), el("div", { class: "choose" }, choice, el("button", { type: "button", id: "new-source-add", on: { click: () => addSource(form, list) } }, "Add a source")), el("p", { class: "help" }, "the book, article or object that the record rests on")),
      el("div", { class: "field" }, el("label", { for: "new-id" }, "Id of the record"), name, el("p", { class: "help", id: "new-id-help" }, "letters, digits and . _ -; it never changes once others cite it. Left out, one is made of the game.")),
      el("p", { class: "acts" }, el("button", { type: "button", id: "new-make", class: "button", on: { click: () => make().catch((e) => { state.textContent = e.message; }) } }, "Begin the record"))));
    state.textContent = "Three things first; everything else comes after.";
  }
});
