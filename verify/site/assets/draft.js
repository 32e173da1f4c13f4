// The draft: what somebody has changed of the files of the corpus, kept in the browser until it is sent or dropped.
"use strict";

class Draft {
  static name = "lectio-draft:" + new URL(document.body.dataset.root, location.href).pathname; // one for each edition

  // files are the texts of the changed files, by their paths.
  static files() {
    try {
      return JSON.parse(localStorage.getItem(Draft.name)) ?? {};
    } catch {
      return Draft.held;
    }
  }

  static held = {}; // where the browser keeps nothing, as long as the page is open

  // keep notes the text of a file, or that it is as it was, for null. It reports whether the browser keeps it.
  static keep(path, text) {
    const files = Draft.files();
    if (text === null) delete files[path];
    else files[path] = text;
    Draft.held = files;
    try {
      localStorage.setItem(Draft.name, JSON.stringify(files));
      return true;
    } catch {
      return false;
    }
  }
}
