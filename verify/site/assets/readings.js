// The readings of a game that somebody chooses on a page, and what the program itself says of it under them. It is loaded
// once that is asked: nothing that is only read needs it.
"use strict";

let game = null; // {id, files, weights}
function lectioGame(data) { game = data; }

class Readings {
  // selects are one for each question, with its id and the default marked.
  constructor(selects) {
    this.selects = selects;
    this.wanted = {}; // what is chosen before the questions are known
    this.desk = null;
    this.asks = 0; // counts what is asked, so that old answers are dropped
  }

  static byDefault(select) { return select.querySelector("[data-default]").value; }

  of(question) { return this.selects.find((s) => s.dataset.question === question); }

  // picked are the selects that do not stand at the default.
  picked() { return this.selects.filter((s) => s.value !== Readings.byDefault(s)); }

  // chosen are their readings by the ids of the questions.
  chosen() { return { ...this.wanted, ...Object.fromEntries(this.picked().map((s) => [s.dataset.question, s.value])) }; }

  // list makes the choices of what the program tells of a ruleset, as it was chosen before. ranked are the ids of the questions that were
  // weighed, the weightiest first, home is the way to the page of the game, which has pages of these; changed is called with a select.
  list(questions, ranked, home, changed) {
    const at = (id) => document.getElementById(id), chosen = this.chosen(), rank = (q) => (ranked.includes(q.id) ? ranked.indexOf(q.id) : ranked.length);
    const sorted = [...questions].sort((a, b) => rank(a) - rank(b));
    this.wanted = {};
    this.selects = sorted.map((q) => {
      const select = element("select", {}, ...q.readings.map((r, i) => {
        const o = element("option", { value: r.id, disabled: !r.playable }, r.called + (i === 0 ? " (default)" : "") + (r.playable ? "" : " (cannot be played yet)"));
        o.dataset.called = r.called;
        o.toggleAttribute("data-default", i === 0);
        return o;
      }));
      select.dataset.question = q.id;
      select.addEventListener("change", () => changed(select));
      return select;
    });
    for (const [question, reading] of Object.entries(chosen)) this.take(question, reading);
    document.querySelector(".pick").replaceChildren(...sorted.map((q, i) => {
      const name = ranked.includes(q.id) ? element("a", { href: `${home}questions/${slug(q.name)}/index.html` }, q.called) : element("strong", {}, q.called);
      return element("li", {}, element("label", {}, name, " ", element("span", {}, q.asks), " ", this.selects[i]));
    }));
    at("choosing").hidden = questions.length === 0;
    at("ranked").hidden = ranked.length === 0;
    this.seekable(at("changed"));
  }

  // called is what readers call a reading.
  called(question, reading) {
    return [...this.of(question).options].find((o) => o.value === reading).dataset.called;
  }

  reset() {
    this.wanted = {};
    for (const s of this.selects) s.value = Readings.byDefault(s);
  }

  // take chooses a reading that an address names, if it is there to be chosen.
  take(question, reading) {
    const s = this.of(question);
    if (s !== undefined && [...s.options].some((o) => o.value === reading && !o.disabled)) s.value = reading;
  }

  // remember writes the choice into the address, so that it can be sent to somebody.
  remember() {
    const text = addressOf(Object.entries(this.chosen()));
    history.replaceState(null, "", text === "" ? location.pathname : "#" + text);
  }

  // ask asks the program about the game of the edition, under the readings chosen. progress is told what is being done, in words.
  async ask(request, progress) {
    try {
      this.desk ??= this.open(progress);
      return await (await this.desk).ask({ ruleset: game.id, readings: this.chosen(), ...request });
    } catch (error) {
      this.desk = null; // the next choice begins anew
      throw error;
    }
  }

  // said asks what it says: the answer, or null where by then something else is asked.
  async said(say, progress) {
    const asks = ++this.asks, answer = await this.ask({ say }, progress);
    return asks === this.asks ? answer : null;
  }

  async open(progress) {
    const desk = await Desk.open(progress);
    progress("reading the rules of the game");
    desk.ask({ files: await Desk.brought(game.files) }); // they were read for the page: of records that are not brought nothing depends here
    return desk;
  }

  // seekable lets a reader look for a question of a list by its words. Those that weigh most are shown, and those answered
  // otherwise than by default; kept is an element whose question stays where it is.
  seekable(kept = null) {
    const at = (id) => document.getElementById(id), weighty = 5, items = [...document.querySelectorAll(".pick li")];
    at("sought").hidden = items.length <= weighty;
    if (at("sought").hidden) return;
    const seek = () => {
      const words = at("find").value.toLowerCase().split(/\s+/).filter((x) => x !== "");
      let shown = 0;
      items.forEach((li, i) => {
        const select = li.querySelector("select"), text = li.textContent.toLowerCase();
        li.hidden = words.length > 0 ? !words.every((w) => text.includes(w)) : i >= weighty && select.value === Readings.byDefault(select) && !li.contains(kept);
        if (!li.hidden) shown++;
      });
      at("how-many").textContent = `${shown} of ${items.length} are shown.`;
    };
    at("find").oninput = seek;
    for (const s of this.selects) s.addEventListener("change", seek);
    seek();
  }
}
