// What is changed of corpora, as a list on the pages of the workshop: each file can be downloaded or taken back, and all of a corpus made
// one patch, which is downloaded or, where pages may write, written to the corpus.
"use strict";

class Changes {
  // place is where the list stands, and back is called with a work and a path when something was taken back.
  constructor(place, works, back = () => {}) {
    this.works = works;
    this.back = back;
    this.lists = element("div");
    this.state = element("p", { role: "status", ariaLive: "polite" });
    place.append(this.lists, this.state);
    for (const work of works) work.draft.watch(() => this.show());
    document.addEventListener("lectio-edit", () => this.show());
  }

  say(text) { this.state.textContent = text; }

  async show() {
    const parts = [];
    for (const work of this.works) {
      const stale = await work.stale(), paths = work.draft.paths();
      if (paths.length > 0) parts.push(element("h3", {}, work.title()), element("ul", { className: "changed-files" }, ...paths.map((p) => this.row(work, p, stale))), this.acts(work));
    }
    if (parts.length === 0) parts.push(element("p", {}, "Nothing is changed yet."));
    this.lists.replaceChildren(element("p", { className: "small" }, this.works[0].draft.how()), ...parts);
  }

  // row is a changed file.
  row(work, path, stale) {
    const { text, was } = work.draft.get(path), what = text === null ? "taken away" : was === null ? "new" : "changed";
    const li = element("li", {}, text === null ? element("span", {}, path) : element("a", { href: work.page(path) }, path), ` (${what}) `);
    if (text !== null) li.append(button("Download", () => download(path.split("/").pop(), text), { ariaLabel: "Download " + path }), " ");
    const back = async () => {
      work.draft.back(path);
      this.say("Taken back: " + path + ".");
      await this.back(work, path);
      await this.show();
    };
    li.append(button("Take back", back, { ariaLabel: "Take back what was changed of " + path }));
    if (stale.includes(path)) li.append(element("p", { className: "small" }, "The edition says something else in this file than when you changed it: your text would replace both."));
    return li;
  }

  // acts are the buttons for all that is changed of a corpus.
  acts(work) {
    const name = work.of === "new" ? "corpus.patch" : "draft.patch";
    const save = (patch) => { download(name, patch); this.say(`The patch is downloaded as ${name}. The first page of the workshop says how to send it.`); };
    const p = element("p", { className: "acts" }, button("Download the patch", () => this.patched(work, save), { className: "button" }));
    if (work.of === "edition" && globalThis.lectioEdit) p.append(" ", button("Write to the corpus", () => this.patched(work, (patch) => this.write(patch)), { className: "button" }));
    return p;
  }

  // patched makes the patch of a draft, and hands it on.
  async patched(work, done) {
    try {
      const patch = await work.patch((text) => this.say(capital(text) + " …"));
      if (patch === "") return this.say("Nothing differs from the corpus.");
      await done(patch);
    } catch (error) {
      this.say("The patch could not be made: " + error.message + ".");
    }
  }

  // write has the patch written to the corpus from which the pages are being shown. The draft stays until they are made anew of it.
  async write(patch) {
    const { written, errors } = await lectioEdit.write(patch);
    if (errors) return this.say("Nothing was written. " + errors.map((e) => [e.file, e.line].filter((x) => x).join(":") + (e.file ? ": " : "") + inWords(e)).join(" "));
    this.say("Written: " + written.join(", ") + ". The pages are being made anew; lectio evidence undo takes it back.");
  }
}
