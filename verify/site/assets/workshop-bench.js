// The board of the workshop: a position is set up on it or played to, and beside each move stands what the text says of it, of which
// examples are made.
"use strict";

class Bench extends Table {
  static says = [["permits", "the text permits it"], ["forbids", "the text does not permit it"], ["", "I leave it out"]];

  // does are as of every table, and set(men, player) when somebody changes the men of a player.
  constructor(does) {
    super({ ...does, cell: (i) => this.clicked(i) });
    this.marks = new Map(); // what the text says of moves, where that is not as the rules have it
    this.at("mode").addEventListener("change", () => this.draw());
  }

  // names are those of the players, and of nobody where there are men of his.
  names() { return [...this.now.sides.map((s) => s.name), ...(this.now.about.nobody ? [this.now.about.nobody] : [])]; }

  // draw offers what can be put on this board before it is drawn.
  draw() {
    const { kinds } = this.now.about, mode = this.at("mode"), was = mode.value;
    const down = this.names().flatMap((name, q) => (kinds.length > 0 ? kinds : [""]).map((kind) => new Option(`puts a man down: ${name}${kind === "" ? "" : ", " + kind}`, `${q} ${kind}`)));
    mode.replaceChildren(new Option("plays a move", "play"), ...down, new Option("takes a man away", "take"));
    if ([...mode.options].some((o) => o.value === was)) mode.value = was;
    this.at("to-move").replaceChildren(...this.now.sides.map((s) => new Option(capital(s.name), s.name)));
    this.at("to-move").value = this.now.sides[this.now.turn.player].name;
    this.mine = this.now.turn.awaits === "move" && mode.value === "play";
    super.draw();
  }

  // show shows an answer: what was marked is not said of other positions.
  show(now) {
    if (this.now === null || this.now.line !== now.line) this.marks.clear();
    this.picked = null;
    super.show(now, true);
  }

  // stores are buttons to move from, or numbers to set.
  stores(sources, goals) {
    if (this.at("mode").value === "play") return super.stores(sources, goals);
    this.at("stores").replaceChildren(...this.now.sides.flatMap((side) => side.stores.map(({ name, count }) => {
      const input = element("input", { type: "number", min: "0", max: "99", value: String(count) });
      input.addEventListener("change", () => this.does.set((men) => { men[name] = Number(input.value); }, side.name));
      return element("label", {}, `${capital(side.name)}, ${name} `, input);
    })));
  }

  // spare is the store that a player's men come from who are put on the board, and go to who are taken off it: that with the most men, or
  // the first; "" where he has none.
  spare(player) {
    const stores = player < this.now.sides.length ? this.now.sides[player].stores : [];
    return stores.reduce((most, s) => (s.count > most.count ? s : most), stores[0] || { name: "" }).name;
  }

  // cleared are the men of a player when all are taken off the board.
  cleared(player) {
    const men = Object.values(this.now.at[this.names()[player]] || {}).reduce((sum, n) => sum + n, 0), store = this.spare(player);
    return store === "" || men === 0 ? {} : { [store]: men };
  }

  clicked(cell) {
    const mode = this.at("mode").value, { called } = this.board.of;
    if (mode === "play") return this.chosen("c" + cell);
    const change = (at, by, player) => this.does.set((men) => {
      const store = this.spare(player);
      men[at] = (men[at] || 0) + by;
      if (men[store] > 0 || by < 0 && store !== "") men[store] = (men[store] || 0) - by;
    }, this.names()[player]);
    if (mode === "take") {
      const man = this.now.cells[cell].at(-1);
      return man === undefined ? this.does.say("There is no man.") : change(man.at, -1, man.player);
    }
    const [number, kind] = mode.split(" "), player = Number(number), place = called[player % called.length][cell];
    if (place === "") return this.does.say(`No man of ${this.names()[player]} can stand there.`);
    change(place + (kind ? "+" + kind : ""), 1, player);
  }

  // moves are those that the rules permit, and those besides of which somebody says that the text does.
  moves() {
    const legal = [...new Set(this.now.legal.map((m) => m.name))], all = [...legal, ...[...this.marks.keys()].filter((name) => !legal.includes(name))];
    this.at("moves").replaceChildren(...all.map((name) => {
      const permitted = legal.includes(name), select = element("select", {}, ...Bench.says.map(([value, text]) => new Option(text, value)));
      select.value = this.said(name);
      select.addEventListener("change", () => {
        if (permitted || select.value === "permits") return this.marks.set(name, select.value);
        this.marks.delete(name);
        this.draw();
      });
      const li = element("li", { className: permitted ? "" : "refused" }, element("label", {}, element("code", {}, name), " ", select), " ");
      li.dataset.move = name;
      li.append(permitted ? button("Play", () => this.does.move(name), { ariaLabel: "Play " + name }) : "the rules refuse it");
      return li;
    }));
    if (all.length === 0) this.at("moves").append(element("li", {}, this.now.turn.awaits === "throw" ? "Nothing before the throw." : "Nothing."));
  }

  said(name) { return this.marks.get(name) ?? "permits"; }

  // marked are the moves of which the text says something.
  marked(what) { return [...new Set([...this.now.legal.map((m) => m.name), ...this.marks.keys()])].filter((name) => this.said(name) === what); }

  // explain offers besides to say that the text permits what is refused.
  explain(refused, a, b) {
    super.explain(refused, a, b);
    if (b !== null && this.at("why").querySelector("dt") === null) this.at("why").append(" ", this.permit(`${this.nameOf(a)}/${this.nameOf(b)}`));
  }

  told(move) {
    const dt = super.told(move);
    dt.append(" ", this.permit(move.name));
    return dt;
  }

  permit(name) { return button("The text permits it", () => { this.marks.set(name, "permits"); this.back(); }, { ariaLabel: "The text permits it: " + name }); }

  // reason names the statement, as its text does.
  reason(x) {
    const dd = super.reason(x);
    dd.prepend(element("strong", {}, x.rule), " ");
    return dd;
  }
}
