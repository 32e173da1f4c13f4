// The first page of the workshop: what can be mended, and the draft.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const at = (id) => document.getElementById(id), works = [new Work("edition"), new Work("new")];
  const changes = new Changes(at("drafts"), works);

  at("begin").addEventListener("submit", (event) => {
    event.preventDefault();
    const title = at("called").value.trim(), id = idOf(title), work = works[1];
    at("begin-said").textContent = id === "" ? "A file is named after your game: its name needs a letter from a to z, or a digit." : "";
    if (id === "") return;
    const path = `rulesets/definitions/${id}.yaml`;
    if (work.draft.get(path) === undefined && workshop.starter[path] === undefined) {
      work.draft.set(path, gameBegun(id, title), null);
    }
    location.href = work.page(path);
    changes.show();
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
  changes.show().then(() => { document.body.dataset.ready = "yes"; }, (error) => { at("trouble").textContent = error.message; at("trouble").hidden = false; });
});
