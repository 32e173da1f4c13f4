// What the pages of the workshop share: which corpus is worked on and which file of it, its texts, and what is changed
// of them.
"use strict";

let workshop = null;
function lectioWorkshop(data) { workshop = data; }

// Works are the corpora that can be worked on: that of the edition, and one that is begun here. A file of the second is
// addressed as new/PATH.
class Work {
  constructor(of) {
    this.of = of;
    this.draft = new Draft(of);
  }

  // at is what an address leads to: the corpus, a file of it, and what stands behind a colon.
  static at(hash) {
    const said = decodeURIComponent(hash.replace(/^#/, "")), own = said.startsWith("new/");
    const [, file, place] = (own ? said.slice(4) : said).match(/^([^:]*):?(.*)$/);
    return { work: new Work(own ? "new" : "edition"), file, place };
  }

  // address is how pages of the workshop name a file.
  address(file) { return "#" + (this.of === "new" ? "new/" : "") + file; }

  // page is where a file is worked on.
  page(file) { return Desk.root + "workshop/" + (file.startsWith("evidence/records/") ? "record/index.html" : "rules.html") + this.address(file); }

  // ruleset is what the workshop knows of a ruleset of the edition, undefined of another.
  ruleset(file) { return this.of === "edition" ? workshop.rulesets.find((r) => r.file === file) : undefined; }

  // home is the way to the pages of a ruleset, null where it has none.
  home(file) {
    const own = this.ruleset(file);
    return own === undefined ? null : Desk.root + own.home.replace(/index\.html$/, "");
  }

  // play is where a ruleset is played: on its own page, or on that of the workshop; what is played stands behind it.
  play(file, pairs) {
    const own = this.ruleset(file);
    return own !== undefined ? this.home(file) + "play/index.html#" + addressOf(pairs) : "play.html#" + addressOf([["of", this.address(file).slice(1)], ...pairs]);
  }

  title() { return this.of === "new" ? "Your own corpus" : "Changes to the corpus of this edition"; }

  // known are the paths of the corpus without the draft.
  known() { return this.of === "new" ? Object.keys(workshop.starter).sort() : workshop.files; }

  // files are the paths of the corpus as it is now. The example game of a corpus that begins here makes room for one that is begun.
  files() {
    const changed = this.draft.paths(), room = this.of === "new" && changed.some(isGame);
    return [...new Set([...this.known().filter((p) => !(room && isGame(p))), ...changed])].filter((p) => this.draft.get(p)?.text !== null).sort();
  }

  // listed are the paths that are told of where something is changed, and more that the patch has: all of a corpus that begins here is new.
  listed() {
    const changed = this.draft.paths();
    if (this.of !== "new" || changed.length === 0) return { paths: changed, more: [] };
    const all = [...new Set([...this.files(), ...changed])].sort(), describes = (p) => p.endsWith(".md");
    return { paths: all.filter((p) => !describes(p)), more: all.filter(describes) };
  }

  // brought are files as they are without the draft.
  async brought(paths) {
    return this.of === "new" ? Object.fromEntries(paths.map((p) => [p, workshop.starter[p]])) : Desk.brought(paths);
  }

  // before is what a file says without the draft, null where it is not there.
  async before(path) {
    return this.known().includes(path) ? (await this.brought([path]))[path] : null;
  }

  // text is what a file says now, null where it is not there.
  async text(path) {
    const changed = this.draft.get(path);
    return changed === undefined ? this.before(path) : changed.text;
  }

  // texts are the files that a ruleset is read from, as they are now: those of the ruleset, or all but other rulesets.
  async texts(file, paths = this.ruleset(file)?.files) {
    const shared = (p) => /^(evidence\/(records|sources)|rulesets\/parts)\//.test(p) || p === file;
    return this.draft.around(file, await this.brought(paths || this.known().filter(shared)));
  }

  // all are all files as they are now. Descriptions of the folders name its game.
  async all() {
    const texts = this.draft.over(await this.brought(this.known())), files = this.files(), game = files.find(isGame);
    return Object.fromEntries(files.map((p) => [p, game && p.endsWith(".md") ? texts[p].replaceAll(idIn(exampleGame()), idIn(game)) : texts[p]]));
  }

  // patch is what changes, as one text, from the corpus as it is to the draft; of a corpus that begins here all of it is new.
  async patch(progress) {
    const own = this.of === "new", known = this.known(), changed = this.draft.paths();
    const before = own ? {} : await this.brought(changed.filter((p) => known.includes(p)));
    const desk = await Desk.open(progress);
    try {
      await desk.ask({ files: before });
      await desk.ask({ files: own ? await this.all() : this.draft.over(before) });
      return (await desk.ask({ patch: true })).patch || "";
    } finally {
      desk.close();
    }
  }

  // stale are the changed files that say something else in the edition than when they were changed. What it says by now as the draft does
  // is changed no more.
  async stale() {
    const out = [];
    for (const p of this.draft.paths()) {
      const { text, was } = this.draft.get(p), before = await this.before(p);
      if (text === before) this.draft.back(p);
      else if (was !== undefined && Draft.sum(before) !== was) out.push(p);
    }
    return out;
  }
}

// idOf is a name as an id.
function idOf(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}

const isGame = (path) => path.startsWith("rulesets/definitions/");
const idIn = (path) => path.replace(/^.*\/|\.[^.]*$/g, "");
const exampleGame = () => Object.keys(workshop.starter).find(isGame);

// gameBegun is the text of a game that is begun: the example under an id and a title.
function gameBegun(id, title) {
  const path = exampleGame();
  return workshop.starter[path].replaceAll(idIn(path), id).replace(/^title: .*$/m, () => "title: " + JSON.stringify(title));
}
