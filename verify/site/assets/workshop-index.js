// The first page of the workshop: what can be mended, and the draft.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const at = (id) => document.getElementById(id), works = [new Work("edition"), new Work("new")];
  const say = (text) => { at("said").textContent = text; };

  // row is a changed file of the list.
  function row(work, path, stale) {
    const { text, was } = work.draft.get(path);
    const what = text === null ? "taken away" : was === null ? "new" : "changed";
    const li = element("li", {}, text === null ? element("span", {}, path) : element("a", { href: work.page(path) }, path), ` (${what}) `);
    if (text !== null) li.append(button("Download", () => download(path.split("/").pop(), text), { ariaLabel: "Download " + path }), " ");
    li.append(button("Take back", () => { work.draft.back(path); say("Taken back: " + path + "."); show(); }, { ariaLabel: "Take back what was changed of " + path }));
    if (stale.includes(path)) li.append(element("p", { className: "small" }, "The edition says something else in this file than when you changed it: your text would replace both."));
    return li;
  }

  // patched makes the patch of a draft, and hands it on.
  async function patched(work, done) {
    try {
      const patch = await work.patch((text) => say(text + " …"));
      if (patch === "") return say("Nothing differs from the corpus.");
      await done(patch);
    } catch (error) {
      say("The patch could not be made: " + error.message + ".");
    }
  }

  // write has the patch written to the corpus from which the pages are being shown.
  async function write(patch) {
    const { written, errors } = await lectioEdit.write(patch);
    if (errors) return say("Nothing was written: " + errors.map((e) => [e.file, e.line, e.message].filter((x) => x).join(":") + (e.expected ? " (expected: " + e.expected + ")" : "")).join("; "));
    for (const p of works[0].draft.paths()) works[0].draft.back(p);
    say("Written: " + written.join(", ") + ". The draft is empty; lectio evidence undo takes it back.");
    show();
  }

  // acts are the buttons for all that is changed of a corpus.
  function acts(work) {
    const name = work.of === "new" ? "corpus.patch" : "draft.patch";
    const p = element("p", { className: "acts" }, button("Download the patch", () => patched(work, (patch) => { download(name, patch); say(`The patch is downloaded as ${name}. How to send it is said below.`); })));
    if (work.of === "edition" && globalThis.lectioEdit) p.append(button("Write to the corpus", () => patched(work, write)));
    return p;
  }

  async function show() {
    at("how").textContent = works[0].draft.how();
    at("drafts").replaceChildren();
    for (const work of works) {
      const paths = work.draft.paths();
      if (paths.length === 0) continue;
      const stale = await work.stale();
      at("drafts").append(element("h3", {}, work.title()), element("ul", { className: "changed-files" }, ...paths.map((p) => row(work, p, stale))), acts(work));
    }
    if (at("drafts").childElementCount === 0) at("drafts").append(element("p", {}, "Nothing is changed yet."));
  }

  at("begin").addEventListener("submit", (event) => {
    event.preventDefault();
    const title = at("called").value.trim(), id = idOf(title), work = works[1];
    if (id === "") return say("A name needs letters or digits.");
    const path = `rulesets/definitions/${id}.yaml`;
    if (work.draft.get(path) === undefined && workshop.starter[path] === undefined) {
      work.draft.set(path, `# yaml-language-server: $schema=../../evidence/schema/ruleset.json\nruleset: ${id}\ntitle: ${JSON.stringify(title)}\nfamily: \nevidence: {t: EXAMPLE.1}\n\nstatements:\n`, null);
    }
    location.href = work.page(path);
    show();
  });

  const records = [...at("record-list").children];
  function seek() {
    const words = at("find").value.toLowerCase().split(/\s+/).filter((x) => x !== "");
    let shown = 0;
    records.forEach((li) => {
      li.hidden = shown >= 8 || !words.every((w) => li.textContent.toLowerCase().includes(w));
      if (!li.hidden) shown++;
    });
    at("how-many").textContent = `${shown} of ${records.length} are shown.`;
  }
  at("find").addEventListener("input", seek);
  seek();
  for (const work of works) work.draft.watch(show);
  document.addEventListener("lectio-edit", show);
  show().then(() => { document.body.dataset.ready = "yes"; }, (error) => { at("trouble").textContent = error.message; at("trouble").hidden = false; });
});
