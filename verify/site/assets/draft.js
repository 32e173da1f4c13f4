// A draft: what somebody has changed of the files of a corpus. The browser keeps it, so that all pages of the edition have
// it, until it is taken back; where the browser keeps nothing, the page does as long as it is open. Nothing is sent anywhere.
"use strict";

class Draft {
  static here = {};

  // of says which corpus is changed: that of the edition, or "new", one that somebody begins in the page.
  constructor(of) {
    this.of = of;
    this.key = `lectio ${new URL(Desk.root, location.href).pathname} ${of} `;
    this.here = (Draft.here[of] ??= new Map()); // path → {text, was}, where the browser keeps nothing
    this.kept = true;
    try {
      const test = this.key + "?";
      localStorage.setItem(test, "");
      localStorage.removeItem(test);
    } catch {
      this.kept = false;
    }
  }

  // sum tells one text from another, null from every text.
  static sum(text) {
    if (text === null) return null;
    let h = 0x811c9dc5;
    for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
    return text.length + "-" + h;
  }

  // paths are the files that are changed, in order.
  paths() {
    if (!this.kept) return [...this.here.keys()].sort();
    const out = [];
    for (let i = 0; i < localStorage.length; i++) {
      const key = localStorage.key(i);
      if (key.startsWith(this.key)) out.push(key.slice(this.key.length));
    }
    return out.sort();
  }

  // get is what is changed of a file: {text, was}, of which text is null where the file is taken away, and was is the sum of
  // what it said before; undefined where nothing is changed.
  get(path) {
    if (!this.kept) return this.here.get(path);
    const said = localStorage.getItem(this.key + path);
    return said === null ? undefined : JSON.parse(said);
  }

  // set changes a file. before is what it says in the corpus, null where there it is not, and left out where nobody knows.
  set(path, text, before) {
    if (text === before) return this.back(path);
    const said = { text, was: before === undefined ? undefined : Draft.sum(before) };
    this.here.set(path, said);
    if (!this.kept) return;
    try {
      localStorage.setItem(this.key + path, JSON.stringify(said));
    } catch { // it is full: the page keeps all of it from now on
      for (const p of this.paths()) this.here.set(p, p === path ? said : this.get(p));
      this.kept = false;
    }
  }

  // back takes back what was changed of a file.
  back(path) {
    this.here.delete(path);
    if (this.kept) localStorage.removeItem(this.key + path);
  }

  // changes are the texts of the files that are changed, null for one that is taken away.
  changes() {
    return Object.fromEntries(this.paths().map((p) => [p, this.get(p).text]));
  }

  // over are files with what is changed of them, and with the files that are new.
  over(texts) {
    const out = { ...texts };
    for (const p of this.paths()) {
      const { text, was } = this.get(p);
      if (text === null) delete out[p];
      else if (p in texts || !was) out[p] = text;
    }
    return out;
  }

  // around are the files that a ruleset is read from, as over gives them, without rulesets that are new beside it.
  around(file, texts) {
    return Object.fromEntries(Object.entries(this.over(texts)).filter(([p]) => p === file || !p.startsWith("rulesets/definitions/")));
  }

  // watch calls back when another page changes the draft.
  watch(changed) {
    addEventListener("storage", (event) => { if (event.key === null || event.key.startsWith(this.key)) changed(); });
  }

  // how says where the draft is, and what that means.
  how() {
    if (!this.kept) return "This browser keeps nothing for these pages: the draft is lost when you leave the page. Download it before.";
    const kept = "The draft is kept in this browser, on this machine, until you take it back; it is sent nowhere.";
    return location.protocol === "file:" ? kept + " Some browsers keep it for each page of a folder apart: if another page does not show it, download it before you leave this one." : kept;
  }
}
