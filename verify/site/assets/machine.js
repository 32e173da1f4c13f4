// A module that was generated from the rules of an interpretation, and the tables by which
// a page reads what is in its memory. Nothing here knows what a rule or a game is.
"use strict";

const loading = new Map(); // file → what waits for its text

function lectioModule(file, text) {
  const wait = loading.get(file);
  if (wait !== undefined) wait(text);
}

// packed loads the text of a module with a script element: browsers refuse to fetch files
// from a disk.
function packed(file) {
  return new Promise((resolve, reject) => {
    loading.set(file, resolve);
    const s = document.createElement("script");
    s.src = "modules/" + file + ".js";
    s.addEventListener("error", () => reject(new Error("the file modules/" + file + ".js is missing")));
    document.head.append(s);
  });
}

class Machine {
  static async load(file) {
    const all = await unpacked(await packed(file));
    const sizes = new DataView(all.buffer), weights = 8 + sizes.getUint32(0, true), code = weights + sizes.getUint32(4, true);
    const table = JSON.parse(new TextDecoder().decode(all.subarray(8, weights)));
    const { instance } = await WebAssembly.instantiate(all.slice(code));
    return new Machine(table, instance.exports, all.subarray(weights, code));
  }

  constructor(table, exports, weights) {
    this.t = table;
    this.x = table.x;
    this.e = exports;
    this.weighs = weights.length > 0; // positions, by what a program learned
    if (this.weighs) {
      new Uint8Array(this.e.memory.buffer).set(weights, this.x.weightsAt);
      table.players.forEach((_, q) => this.memory.setUint32(this.x.weights + 4 * q, this.x.weightsAt, true));
    }
    this.classes = 1 << table.marks.length; // of men: their marks, and above them the number of their kind
    while (this.classes >> table.marks.length < table.kinds.length) this.classes *= 2;
  }

  get memory() { return new DataView(this.e.memory.buffer); }
  frame(n) { return this.x.frame + n * this.x.frameSize; }

  done(result) {
    if (this.memory.getUint32(this.x.fault, true) !== 0) throw new Error("this position asks for more than the module holds");
    return result;
  }

  begin(n = 0) { this.done(this.e.begin(this.frame(n))); }
  throw(t, n = 0) { this.done(this.e.throw(this.frame(n), t)); }
  play(k, n = 0) { this.done(this.e.play(this.frame(n), k)); }

  // copy puts the state of one frame into another.
  copy(to, from = 0) {
    const at = this.frame(from);
    new Uint8Array(this.e.memory.buffer).copyWithin(this.frame(to), at, at + this.x.raw);
    this.done(this.e.load(this.frame(to)));
  }

  // bytes is the state as it lies in memory.
  bytes() {
    const at = this.frame(0);
    return new Uint8Array(this.e.memory.buffer).slice(at, at + this.x.raw);
  }

  byte(at, n = 0) { return this.memory.getUint8(this.frame(n) + at); }

  // awaits is what the state waits for: "over", "throw" or "move".
  awaits(n = 0) {
    if (this.byte(this.x.Over, n) !== 0) return "over";
    if (this.byte(this.x.LeftN, n) > 0) {
      const first = this.left(n)[0];
      if (first.part === 0 && !first.optional) return "throw";
    }
    return "move";
  }

  // left lists the parts still to be played.
  left(n = 0) {
    const out = [], bits = this.x.partBits, at = this.frame(n) + this.x.left;
    for (let i = 0; i < this.byte(this.x.LeftN, n); i++) {
      const v = bits === 8 ? this.memory.getUint8(at + i) : (this.memory.getUint8(at + (i >> 1)) >> (4 * (i & 1))) & 15;
      const flag = 1 << (bits - 1);
      out.push({ part: v & (flag - 1), optional: (v & flag) !== 0 });
    }
    return out;
  }

  set(at) {
    const out = [];
    for (let w = 0; w < this.x.words; w++) {
      for (let half = 0; half < 2; half++) {
        const v = this.memory.getUint32(at + 8 * w + 4 * half, true);
        for (let b = 0; b < 32; b++) if ((v >>> b) & 1) out.push(64 * w + 32 * half + b);
      }
    }
    return out;
  }

  // state reads a position: for each player, how many men of each set of marks stand on
  // each of his places.
  state(n = 0) {
    const x = this.x, t = this.t, m = this.memory;
    const s = { to: this.byte(x.To, n), stage: this.byte(x.Stage, n), over: this.byte(x.Over, n), winner: this.byte(x.Winner, n) - 1,
      fixed: this.byte(x.Fixed, n) !== 0, active: m.getUint16(this.frame(n) + x.Active, true) - 1, left: this.left(n), throws: [], men: [], stores: [], score: [], vars: [] };
    for (let i = 0; i < this.byte(x.ThrowN, n); i++) s.throws.push(this.byte(x.Throws + i, n));
    t.places.forEach((_, q) => { // of the players, and of nobody where men are nobody's
      const home = this.frame(n) + x.players + q * x.playerSize, men = [];
      const put = (place, cls, count) => {
        men[place] = men[place] || [];
        men[place][cls] = (men[place][cls] || 0) + count;
      };
      if (x.sliced > 0) {
        const marked = [];
        for (let k = 0; k < x.sliced; k++) marked.push(new Set(this.set(home + x.men + (1 + k) * x.words * 8)));
        for (const f of this.set(home + x.men)) put(f, marked.reduce((c, set, k) => c | (set.has(f) ? 1 << k : 0), 0), 1);
      } else {
        for (let c = 0; c < this.classes; c++) {
          for (let i = 0; i < x.planes; i++) for (const f of this.set(home + x.men + (c * x.planes + i) * x.words * 8)) put(f, c, 1 << i);
        }
      }
      s.men.push(men);
      if (q >= t.players.length) return;
      s.stores.push(t.stores.map((_, st) => m.getUint16(home + x.stores + 2 * st, true)));
      s.score.push(m.getInt32(home + x.score, true));
      s.vars.push(t.vars.map((v, i) => (v.number ? m.getInt32(v.common ? this.frame(n) + x.common[i] : home + x.vars[i], true) : null)));
    });
    return s;
  }

  move(at) {
    const half = [this.memory.getUint32(at, true), this.memory.getUint32(at + 4, true)];
    const of = (what) => {
      const [from, bits] = this.x.move[what];
      return (half[from >> 5] >>> (from & 31)) & ((1 << bits) - 1);
    };
    return { act: this.t.acts[of("act")], part: of("part"), from: of("from") - 1, to: of("to") - 1, over: of("over") - 1, cls: of("cls"), men: of("men") + 1, sparing: of("sparing") !== 0 };
  }

  // moves lists what may be played.
  moves(n = 0) {
    const count = this.done(this.e.moves(this.frame(n))), out = [];
    for (let k = 0; k < count; k++) out.push({ ...this.move(this.frame(n) + this.x.list + 8 * k), k });
    return out;
  }

  // values are what the moves that are listed lead to, each made in another frame, is worth to the player to move.
  values(moves) {
    const q = this.byte(this.x.To);
    return moves.map((move) => {
      this.copy(1);
      this.moves(1);
      this.play(move.k, 1);
      return this.done(this.e.value(this.frame(1), q));
    });
  }

  // refused lists what some rule permits and others refuse, with the numbers of these.
  refused() {
    const count = this.done(this.e.explain(this.frame(0))), out = [], m = this.memory;
    for (let i = 0; i < count; i++) {
      const at = this.x.refused + i * this.x.refusalSize, statements = [];
      for (let k = 0; k < this.t.says.length; k++) if ((m.getUint8(at + 8 + (k >> 3)) >> (k & 7)) & 1) statements.push(k);
      out.push({ ...this.move(at), statements });
    }
    return out;
  }

  place(q, f) { return f < this.t.places[q].length ? this.t.places[q][f] : this.t.stores[f - this.t.places[q].length]; }
  kind(cls) { return this.t.kinds[cls >> this.t.marks.length] || null; }
  marks(cls) { return this.t.marks.filter((_, i) => (cls >> i) & 1); }

  // className is what stands behind a place where men of a class stand.
  className(cls) {
    const kind = this.kind(cls);
    return (kind === null ? [] : [kind.name]).concat(this.marks(cls)).map((x) => "+" + x).join("");
  }

  still(m) { return m.act === "stop" || m.act === "pass" || m.act === "throw" || m.act === "declare"; }

  // names are the texts of moves of the player to move, as the notation has them: FROM/TO,
  // a star where something is taken, and the part where two would be written alike. To find
  // out about the star a move is tried, which starred can do without for some.
  names(moves, starred = () => true) {
    const s = this.state(), q = s.to;
    const text = (m, i) => {
      if (this.still(m)) return m.act;
      let from = this.place(q, m.from);
      const here = s.men[q][m.from] || [];
      if (m.act !== "remove" && m.from < this.t.places[q].length) {
        if (here.filter((n) => n > 0).length > 1) from += this.className(m.cls);
        else if (this.t.kinds.length > 0) from = this.kind(m.cls).letter + from;
      }
      let out = from + "/" + this.place(q, m.to);
      if (m.act !== "remove" && starred(i) && this.takes(m, s)) out += "*";
      if (m.men > 1) out += "(" + m.men + ")";
      return out;
    };
    const plain = moves.map(text);
    return plain.map((p, i) => (moves.some((m, j) => j !== i && plain[j] === p && !this.still(m) && m.part !== moves[i].part) ? p + ":" + this.t.parts[moves[i].part] : p));
  }

  // takes reports whether opponents, or nobody, have fewer men on some place after a move, which is
  // tried in another frame.
  takes(move, s) {
    this.copy(1);
    this.moves(1);
    this.done(this.e.make(this.frame(1), move.k));
    const after = this.state(1);
    const count = (men) => (men || []).reduce((a, n) => a + (n || 0), 0);
    const all = (men) => men.reduce((a, of) => a + count(of), 0), n = this.t.players.length;
    if (s.men.length > n && all(after.men[n]) < all(s.men[n])) return true;
    return this.t.players.some((_, r) => this.t.teams[r] !== this.t.teams[s.to] && s.men[r].some((men, f) => count(after.men[r][f]) < count(men)));
  }
}
