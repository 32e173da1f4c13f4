// What is changed of corpora, as a list on the pages of the workshop: each file can be downloaded or taken back, and all of a corpus made
// one patch, which is downloaded or, where pages may write, written to the corpus.
"use strict";

class Changes {
  // place is where the list stands, and back is called with a work and a path when something was taken back.
  constructor(place, works, back = () => {}) {
    this.works = works;
    this.back = back;
    this.lists = element("div");
    this.state = element("p", { role: "status", ariaLive: "polite" }); // says what came of a row that is gone
    place.append(this.lists, this.state);
    for (const work of works) work.draft.watch(() => this.show());
    document.addEventListener("lectio-edit", () => this.show());
  }

  async show() {
    const parts = [];
    for (const work of this.works) {
      const stale = await work.stale(), { paths, more } = work.listed();
      if (paths.length === 0) continue;
      parts.push(element("h3", {}, work.title()), element("ul", { className: "changed-files" }, ...paths.map((p) => this.row(work, p, stale))));
      if (more.length > 0) parts.push(element("p", { className: "small" }, `The patch also has descriptions of the folders: ${more.join(", ")}.`));
      parts.push(this.acts(work));
    }
    if (parts.length === 0) parts.push(element("p", {}, "Nothing is changed yet."));
    this.lists.replaceChildren(element("p", { className: "small" }, this.works[0].draft.how()), ...parts);
  }

  // row is a changed file.
  row(work, path, stale) {
    const changed = work.draft.get(path), gone = changed?.text === null, said = outcome();
    const li = element("li", {}, gone ? path : element("a", { href: work.page(path) }, path), ` (${gone ? "taken away" : work.of === "new" || changed.was === null ? "new" : "changed"}) `);
    const save = async () => { said.textContent = download(path.split("/").pop(), await work.text(path)); };
    if (!gone) li.append(button("Download", save, { ariaLabel: "Download " + path }), " ");
    const back = async () => {
      work.draft.back(path);
      this.state.textContent = "Taken back: " + path + ".";
      await this.back(work, path);
      await this.show();
    };
    if (changed !== undefined) li.append(button("Take back", back, { ariaLabel: "Take back what was changed of " + path }), " ");
    li.append(said);
    if (stale.includes(path)) li.append(element("p", { className: "small" }, "The edition says something else in this file than when you changed it: your text would replace both."));
    return li;
  }

  // acts are the buttons for all that is changed of a corpus.
  acts(work) {
    const own = work.of === "new", said = outcome(), say = (text) => { said.textContent = text; };
    const save = (patch) => say(download(own ? "corpus.patch" : "draft.patch", patch) + " The first page of the workshop says how to send it.");
    const p = element("p", { className: "acts" }, button(own ? "Download the patch of your own corpus" : "Download the patch to this edition", () => this.patched(work, save, say), { className: "button" }));
    if (!own && globalThis.lectioEdit) p.append(" ", button("Write to the corpus", () => this.patched(work, (patch) => this.write(patch, say), say), { className: "button" }));
    p.append(" ", said);
    return p;
  }

  // patched makes the patch of a draft, and hands it on.
  async patched(work, done, say) {
    try {
      const patch = await work.patch((text) => say(capital(text) + " …"));
      if (patch === "") return say("Nothing differs from the corpus.");
      await done(patch);
    } catch (error) {
      say("The patch could not be made: " + error.message + ".");
    }
  }

  // write has the patch written to the corpus from which the pages are being shown. The draft stays until they are made anew of it.
  async write(patch, say) {
    const { written, errors } = await lectioEdit.write(patch);
    if (errors) return say("Nothing was written. " + errors.map((e) => [e.file, e.line].filter((x) => x).join(":") + (e.file ? ": " : "") + inWords(e)).join(" "));
    say("Written: " + written.join(", ") + ". The pages are being made anew; lectio evidence undo takes it back.");
  }
}
