// What the page on which a game is played shows of an answer of the program: men, stores, the turn, moves and refusals.
// Nothing here knows what a rule is: all that is shown was worked out by the program.
"use strict";

class Table {
  // does are the functions that are called when somebody clicks: cell(number), store(name), move(name), throw(name or ""),
  // why(a, b) for what cannot be done, again() when a man was picked up or laid back, and say(text).
  constructor(does) {
    this.at = (id) => document.getElementById(id);
    this.home = null; // the way from the page to the page of the game, null where it has none
    this.does = does;
    this.board = null;
    this.now = null;    // the answer that is shown
    this.picked = null; // where the man stands who is to be moved: c and a cell, or s and a store
    this.fresh = new Set(); // moves that a reading has brought
    this.worth = new Map(); // what a program makes of the moves, in words, by their names
  }

  // lay puts up the board of an answer, if it is another one.
  lay(board) {
    if (this.board !== null && (board.ground === undefined || this.board.of.key === board.key)) return;
    this.board = new Board(board, this.does.cell, (i) => this.named(i));
    this.at("board").replaceChildren(this.board.svg);
    const signs = board.signs || [];
    this.at("signs").hidden = signs.length === 0;
    this.at("signs").textContent = "On the board. " + capital(signs.join("; ")) + ".";
    this.at("playing").classList.toggle("broad", this.board.wide > 2.4 * this.board.high); // it takes the whole width
    this.at("playing").classList.toggle("upright", this.board.high > 2.4 * this.board.wide);
  }

  // named names a cell that is looked at, where the board has no room for names.
  named(i) {
    const p = this.at("place");
    p.hidden = this.board === null || this.board.named;
    p.textContent = i === null ? "A place pointed at is named here." : this.board.targets[i].getAttribute("aria-label");
  }

  // labels are the names of the cells, as somebody counts them; null for none.
  labels() {
    const numbers = this.at("numbers"), choice = numbers === null ? "turn" : numbers.value;
    if (choice === "none") return null;
    return this.board.of.called[choice === "turn" ? this.now.turn.player : Number(choice)];
  }

  nameOf(id) { return id.startsWith("c") ? (this.labels() || [])[Number(id.slice(1))] || this.board.data.names[Number(id.slice(1))] : id.slice(1); }

  // show draws everything anew. Where that takes away what has the focus, what stands in its
  // place gets it: who plays with the keyboard goes on from there.
  show(now, mine) {
    const within = ["throwing", "moves", "stores", "why"].find((id) => this.at(id).contains(document.activeElement));
    this.now = now;
    this.mine = mine && now.turn.awaits === "move";
    this.draw();
    if (within === undefined || document.activeElement !== document.body) return;
    const first = this.at("moves").querySelector("button:enabled"), cell = this.board.targets[this.board.at];
    const next = this.at("throw-now") || (within === "moves" ? first || cell : cell || first);
    if (next) next.focus({ preventScroll: true });
  }

  draw() {
    const { now, board } = this;
    this.hideWhy();
    this.lay(now.board);
    if (this.picked !== null && !now.legal.some((m) => m.from === this.picked)) this.picked = null;
    const labels = this.labels();
    this.board.label(labels);
    this.board.stand(now.cells, now.bar);
    const sources = new Set(now.legal.map((m) => m.from)), goals = new Set(now.legal.filter((m) => this.picked !== null && m.from === this.picked).map((m) => m.to));
    const direct = new Set(this.picked === null ? now.legal.filter((m) => (m.from || "").startsWith("s")).map((m) => m.to) : []);
    this.board.targets.forEach((t, i) => {
      const c = "c" + i, may = this.mine && this.picked === null && (sources.has(c) || direct.has(c)), goal = this.mine && goals.has(c);
      t.setAttribute("class", "target" + (c === this.picked ? " picked" : goal ? " goal" : may ? " may" : ""));
      const men = now.cells[i].map((x) => x.words).join(", ");
      t.setAttribute("aria-label", `${this.nameOf(c)}: ${men || "empty"}${goal ? "; he may go here" : may ? "; a move begins here" : ""}`);
    });
    const stop = this.board.targets.findIndex((t) => t.classList.contains("picked") || t.classList.contains("may"));
    const focused = this.board.svg.contains(document.activeElement);
    if (stop >= 0 && !focused) this.board.stop(stop);
    this.named(focused ? this.board.at : null);
    this.board.arrow(now.last ? [[...now.last, "last"]] : []);
    this.stores(sources, goals);
    this.at("words").replaceChildren(...now.words.map((text) => element("p", { textContent: text })));
    this.turn();
    this.moves();
  }

  // swatch is a man of a player, who is called by its colour or not.
  swatch(q) {
    const side = this.now.sides[q];
    return svg("svg", { viewBox: "-1.1 -1.1 2.2 2.2", class: "swatch", "aria-hidden": "true" }, this.board.man(0, 0, 1, side.colour, "", side.picture));
  }

  stores(sources, goals) {
    const { now } = this, box = this.at("stores");
    box.replaceChildren();
    now.sides.forEach((side, q) => {
      const p = element("span", {}, this.swatch(q), " " + capital(side.name) + (side.counts.length > 0 ? ": " + side.counts.join(", ") : "") + " ");
      for (const { name, count } of side.stores) {
        const id = "s" + name, his = q === now.turn.player, goal = this.mine && his && goals.has(id), may = this.mine && his && sources.has(id);
        if (count === 0 && !goal) continue;
        const b = button(`${name} ${count}`, () => this.chosen(id), { className: id === this.picked && his ? "picked" : goal ? "goal" : may ? "may" : "" });
        b.dataset.store = name;
        b.dataset.of = String(q);
        b.disabled = !this.mine || !his; // of a store from which no move begins one may ask why
        p.append(b, " ");
      }
      box.append(p);
    });
    if (now.common) box.append(element("span", { textContent: capital(now.common.join(", ")) }));
  }

  turn() {
    const t = this.now.turn, box = this.at("throwing");
    box.replaceChildren();
    this.at("turn").replaceChildren(...(t.awaits === "over" ? [] : [this.swatch(t.player), " "]), t.headline);
    if (t.awaits === "throw") {
      const pick = element("select", { id: "throw-pick", ariaLabel: "what is thrown" }, new Option("by chance", ""));
      for (const x of t.throws) pick.append(new Option(`${x.name} (${x.chance})`, x.name));
      box.append(button("Throw", () => this.does.throw(pick.value), { id: "throw-now" }), " ", pick);
    }
    if (t.thrown) {
      box.append("Thrown: ", ...t.thrown.map(thrown));
      if (t.left) box.append(` still to play: ${t.left.join(", ")}${t.inOrder ? ", in this order" : ""}`);
    }
  }

  moves() {
    const { now } = this, box = this.at("moves"), seen = new Set();
    box.replaceChildren();
    for (const m of now.legal) {
      if (this.picked !== null && m.from !== this.picked || seen.has(m.name)) continue;
      seen.add(m.name);
      const b = button(m.name, () => this.does.move(m.name), { title: m.words, disabled: !this.mine, className: this.fresh.has(m.name) ? "fresh" : "" });
      b.dataset.move = m.name;
      const worth = this.worth.get(m.name) || this.worth.get(m.name.replace(/:.*/, ""));
      if (worth !== undefined) b.append(" ", element("span", { className: "reckoned", textContent: worth }));
      box.append(b);
    }
    if (this.picked !== null) box.append(button("all moves", () => this.back()));
    if (now.legal.length === 0) box.textContent = now.turn.awaits === "throw" ? "Nothing before the throw." : "Nothing.";
  }

  // chosen is called when a place is: c and a cell, or s and a store.
  chosen(id) {
    if (!this.mine || document.body.dataset.busy) return;
    const { legal } = this.now, picked = this.picked;
    const ways = (list) => {
      const different = list.filter((m, n) => list.findIndex((x) => x.name === m.name) === n);
      if (different.length === 1) this.does.move(different[0].name);
      else this.offer(different);
    };
    if (picked !== null) {
      const there = legal.filter((m) => m.from === picked && m.to === id);
      if (there.length > 0) return ways(there);
      if (picked === id) return this.back();
      if (!legal.some((m) => m.from === id)) return this.does.why(picked, id);
      this.picked = id;
      return this.does.again();
    }
    const gone = legal.filter((m) => m.from === id && m.act === "remove");
    if (gone.length > 0) return ways(gone);
    const begun = legal.filter((m) => m.from === id);
    if (begun.length > 0) {
      this.picked = id;
      this.does.again();
      return this.does.say("He may go to " + [...new Set(begun.map((m) => this.nameOf(m.to)))].join(", ") + ".");
    }
    const entered = legal.filter((m) => (m.from || "").startsWith("s") && m.to === id);
    if (entered.length > 0) return ways(entered);
    this.does.why(id, null);
  }

  // back lays back the man who was picked up.
  back() {
    this.picked = null;
    this.does.again();
  }

  // offer asks which of several moves is meant.
  offer(list) {
    const box = this.at("why");
    box.hidden = false;
    box.replaceChildren("Which is meant? ");
    for (const m of list) {
      const b = button(`${m.name} (${m.part || m.act})`, () => this.does.move(m.name));
      b.dataset.move = m.name;
      box.append(b, " ");
    }
    box.querySelector("button").focus();
  }

  hideWhy() {
    this.at("why").hidden = true;
    this.at("why").replaceChildren();
  }

  // explain says why a man may not go, anywhere or to a place: what refuses it, with the clause. refused are the moves
  // that are; without a place all of them are told.
  explain(refused, a, b) {
    const box = this.at("why"), list = a === null ? refused : refused.filter((r) => (b === null ? r.from === a || r.to === a : r.from === a && r.to === b));
    box.replaceChildren();
    box.hidden = false;
    if (list.length === 0) {
      const own = a !== null && a.startsWith("c") && this.now.cells[Number(a.slice(1))].some((men) => men.player === this.now.turn.player);
      box.textContent = a === null ? "Nothing is refused that some rule would permit." :
        b !== null ? `No rule takes a man from ${this.nameOf(a)} to ${this.nameOf(b)} with what is left to play.` :
        own ? `No rule moves the man on ${this.nameOf(a)} with what is left to play.` : `No man of ${capital(this.now.sides[this.now.turn.player].name)} can be moved from ${this.nameOf(a)}.`;
      return;
    }
    const dl = element("dl"), seen = new Set();
    for (const r of list.slice(0, a === null ? 40 : 12)) {
      const whole = JSON.stringify([r.name, r.by]);
      if (seen.has(whole)) continue;
      seen.add(whole);
      dl.append(this.told(r), ...r.by.map((x) => this.reason(x)));
    }
    box.append(dl);
  }

  // told tells of a move that is refused.
  told(move) { return element("dt", {}, `${move.name.replace(/[*(].*/, "")} is refused`); }

  // reason is a sentence with its clauses.
  reason(x) {
    const link = (to, text) => (this.home === null ? text : element("a", { href: this.home + to }, text));
    const dd = element("dd", {}, x.sentence + " ");
    x.clauses.forEach(({ record, n }, i) => {
      const [anchor, name] = record ? [`clause-${slug(record)}-${n}`, `${record} ${n}`] : [`clause-${n}`, String(n)];
      dd.append(i > 0 ? ", " : "(", link("index.html#" + anchor, "clause " + name));
    });
    if (x.clauses.length > 0) dd.append(")");
    if (x.assumed) dd.append(` Assumed: ${x.assumed}`);
    if (x.by) dd.append(" By ", link(`questions/${slug(x.question)}/index.html`, x.by));
    return dd;
  }

  // arrows shows how a reading changes what may be played: moves that came, and that are gone.
  arrows(come, gone) {
    const cell = (id) => ((id || "").startsWith("c") ? Number(id.slice(1)) : null);
    const list = [[come, "come"], [gone, "gone"]].flatMap(([moves, kind]) => moves.map((m) => [cell(m.from), cell(m.to), kind]));
    if (list.length > 0) this.board.arrow(list);
  }
}
