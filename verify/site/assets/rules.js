// The rules as running text under another reading, with the paragraphs marked that are not
// so by default. All of them were written by the program that made the edition.
"use strict";

let told = null;
function lectioRules(data) { told = data; }

document.addEventListener("DOMContentLoaded", () => {
  const select = document.getElementById("reading"), booklet = document.getElementById("booklet"), how = document.getElementById("how");
  if (told === null) return;
  const byDefault = [...booklet.querySelectorAll(".chapter")], words = how.textContent;
  const usual = new Set([...booklet.querySelectorAll(".chapter p")].map((p) => p.textContent));

  function show() {
    for (const c of booklet.querySelectorAll(".chapter")) c.remove();
    if (select.value === "") {
      how.textContent = words;
      booklet.append(...byDefault);
      return;
    }
    const at = select.value.indexOf("="), question = select.value.slice(0, at), reading = select.value.slice(at + 1);
    const also = told.also[question][reading];
    how.textContent = `These rules take “${select.selectedOptions[0].textContent}”${also === "" ? "" : " (and so " + also + ")"}, and the default reading of every other question. What is not so by default is marked. What silence settles is told of the defaults only.`;
    for (const [title, ...paragraphs] of told.readings[question][reading]) {
      const section = document.createElement("section");
      section.className = "chapter";
      if (title !== "") {
        const h = document.createElement("h2");
        h.textContent = title;
        section.append(h);
      }
      for (const k of paragraphs) {
        const p = document.createElement("p"), [label, text] = told.paragraphs[k];
        if (label !== "") {
          const b = document.createElement("strong");
          b.textContent = label;
          p.append(b);
        }
        p.append(text);
        if (!usual.has(p.textContent)) p.className = "otherwise";
        section.append(p);
      }
      booklet.append(section);
    }
  }

  select.addEventListener("change", () => {
    history.replaceState(null, "", select.value === "" ? location.pathname : "#" + encodeURIComponent(select.value));
    show();
  });
  const asked = decodeURIComponent(location.hash.slice(1));
  if ([...select.options].some((o) => o.value === asked)) select.value = asked;
  show();
});
