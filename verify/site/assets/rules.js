// The rules as running text under the readings that somebody chooses, as the program itself tells them; the paragraphs that
// are not so by default are marked.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const readings = new Readings([]);
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

  // list puts up what there is to choose from, once somebody wants to choose.
  let listed = null;
  function list() {
    const loading = document.getElementById("loading"), say = (text) => { loading.textContent = text; };
    listed ??= readings.ask({ readings: {}, play: { about: true, board: "none" } }, (text) => say(capital(text) + " …")).then(({ play }) => {
      say("");
      readings.list(play.about.questions, game.ranked, "../", show);
    }, (error) => {
      say("The readings cannot be told: " + error.message + ".");
      listed = null;
    });
    return listed;
  }

  const choosing = document.querySelector(".choose-rules");
  choosing.addEventListener("toggle", () => { if (choosing.open) list(); });
  readings.wanted = Object.fromEntries(addressed(location.hash));
  if (Object.keys(readings.wanted).length > 0) list().then(show);
});
