// The rules as running text under the readings that somebody chooses, as the program itself tells them; the paragraphs that
// are not so by default are marked.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const readings = new Readings([...document.querySelectorAll("select[data-question]")]);
  const booklet = document.getElementById("booklet"), how = document.getElementById("how");
  const byDefault = [...booklet.querySelectorAll(".chapter")], words = how.textContent;
  const lay = (list) => {
    for (const c of booklet.querySelectorAll(".chapter")) c.remove();
    booklet.append(...list);
  };

  async function show() {
    readings.remember();
    if (readings.picked().length === 0) {
      readings.asks++; // what was asked is wanted no more
      how.textContent = words;
      return lay(byDefault);
    }
    try {
      const answer = await readings.said({ text: true }, (text) => { how.textContent = capital(text) + " …"; });
      if (answer === null) return;
      if (answer.errors) {
        how.textContent = "These readings cannot be taken together. " + answer.errors.map(inWords).join(" ") + " The rules below are those of the default readings.";
        return lay(byDefault);
      }
      const own = readings.picked().map((s) => `“${readings.called(s.dataset.question, s.value)}”`).join(", "), { also, text } = answer.said;
      how.textContent = `These rules take ${own}${also ? ` (and so ${also.join(", ")})` : ""}, and the default reading of every other question. What is not so by default is marked. What silence settles is told of the defaults only.`;
      lay(chapters(text));
    } catch (error) {
      how.textContent = `The rules under these readings cannot be told: ${error.message}. Those below are the default ones.`;
      lay(byDefault);
    }
  }

  for (const s of readings.selects) s.addEventListener("change", show);
  readings.addressed();
  readings.seekable();
  if (readings.picked().length > 0) show();
});
