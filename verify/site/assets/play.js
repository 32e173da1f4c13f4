// The page on which a game is played. What may be played, what is refused and why, and what
// comes of a move is asked of the module; the page only shows it.
"use strict";

let game = null;
function lectioGame(data) { game = data; }

document.addEventListener("DOMContentLoaded", () => {
  const at = (id) => document.getElementById(id);
  const capital = (s) => s.charAt(0).toUpperCase() + s.slice(1);
  const spaced = (s) => s.replace(/[-_]/g, " ");
  const machines = new Map(); // file → machine
  let m = null;               // the machine that plays
  let board = null;
  let played = [];            // what was done since the start: {throw} or {k, name, player}
  let earlier = [];           // the game as it stood each time when readings were changed: {text, moves, named}
  let key = "";               // of the interpretation
  let legal = [], names = [];
  let picked = null;          // where the man stands that is to be moved: {cell} or {store}
  let turn = 0;               // counts what is thought over, so that old thoughts are dropped
  let fresh = new Set();      // moves that a reading has brought

  if (game === null || typeof WebAssembly === "undefined" || !unpacks) {
    return trouble("This browser is too old to play here: it needs WebAssembly and DecompressionStream.");
  }

  function trouble(text) {
    at("trouble").textContent = text;
    at("trouble").hidden = text === "";
  }

  function say(text) { at("said").textContent = text; }

  // picks are the readings chosen that are no defaults, by question, in their order.
  const selects = [...document.querySelectorAll("select[data-question]")];
  const byDefault = (s) => s.querySelector("[data-default]").value;
  function picks() {
    const chosen = new Map(selects.filter((s) => s.value !== byDefault(s)).map((s) => [s.dataset.question, s.value]));
    return [...chosen];
  }

  // calledOf is what readers call a reading.
  const calledOf = (q, r) => [...selects.find((s) => s.dataset.question === q).options].find((o) => o.value === r).dataset.called;

  // keyOf finds the module for readings, in whatever order they are asked for.
  function keyOf(list) {
    const want = list.map(([q, r]) => q + "=" + r).sort().join("&");
    return Object.keys(game.modules).find((k) => k.split("&").sort().join("&") === want);
  }

  async function machineOf(k) {
    const file = game.modules[k].file;
    if (!machines.has(file)) machines.set(file, await Machine.load(file));
    return machines.get(file);
  }

  // Readings.

  function command(list) {
    return game.add.replace("INTERPRETATION", game.id + "{" + list.map(([q, r]) => q + "=" + r).join(",") + "}");
  }

  // choose is called when a reading was chosen, by the choice that was changed: what comes of
  // it is told there, and shown on the board.
  async function choose(event) {
    const list = picks(), k = keyOf(list), note = at("changed");
    note.hidden = false;
    note.replaceChildren();
    if (event) event.target.closest("li").append(note);
    if (k === undefined) {
      const code = document.createElement("code");
      code.textContent = command(list);
      note.append(list.length > 1 ? "This folder has no module for these readings together. It is added by " : "This folder has no module for this reading. It is added by ", code);
      note.append(". Until then the game goes on as it was.");
      return;
    }
    const arrows = (kind, has) => legal.flatMap((mv, i) => (has(names[i]) ? [[cellOf(from(mv)), cellOf(to(mv)), kind]] : []));
    const before = m !== null && m.awaits() === "move" ? new Set(names) : null, then = arrows("gone", () => true), called = names;
    let changed = []; // moves that come and go, as arrows
    const moves = movesOf(played), was = { text: line(), moves, named: game.modules[key].name };
    try {
      m = await machineOf(k);
    } catch (error) {
      return trouble("The module could not be loaded: " + error.message + ".");
    }
    if (k !== key && played.length > 0) earlier.push(was);
    key = k;
    const also = game.modules[k].also || [];
    const done = replay(played);
    note.append(list.length === 0 ? "The default readings. " : "Played with " + list.map(([q, r]) => "“" + calledOf(q, r) + "”").join(", ") + (also.length > 0 ? ", and so with " + also.join(", ") : "") + ". ");
    lay();
    if (done.stopped !== "") {
      note.append(`The game so far cannot be played so: ${done.stopped}. It stands where that first shows, after ${done.moves} of ${moves} moves.`);
    } else if (before !== null && m.awaits() === "move") {
      const now = m.names(m.moves());
      const come = now.filter((x) => !before.has(x)), gone = [...before].filter((x) => !now.includes(x));
      fresh = new Set(come);
      changed = then.filter((_, i) => gone.includes(called[i]));
      if (come.length + gone.length === 0) note.append("Here the same moves may be played. ");
      if (come.length > 0) note.append("Now permitted here: " + come.join(", ") + ". ");
      if (gone.length > 0) note.append("No longer permitted: " + gone.join(", ") + ". ");
      if (come.length + gone.length > 0) note.append("On the board arrows show it: whole for what is now permitted, broken for what no longer is. ");
    }
    show();
    if (fresh.size > 0) changed.push(...arrows("come", (name) => fresh.has(name)));
    if (changed.length > 0) board.arrow(changed);
    if (board.svg.getBoundingClientRect().bottom < 0) {
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = "Show the board";
      b.addEventListener("click", () => board.svg.scrollIntoView({ block: "nearest" }));
      note.append(b);
    }
  }

  // replay plays from the start what was played, as far as it is permitted.
  function replay(list) {
    m.begin();
    played = [];
    let moves = 0;
    for (const p of list) {
      if (p.throw !== undefined) {
        const t = m.t.throws.findIndex((x, i) => x.name === p.throw && device().first <= i && i < device().first + device().size);
        if (m.awaits() !== "throw" || t < 0) return { moves, stopped: "the throw " + p.throw + " is not awaited" };
        m.throw(t);
        played.push({ throw: p.throw, player: p.player });
        continue;
      }
      if (m.awaits() !== "move") return { moves, stopped: p.name + " comes when no move is awaited" };
      const list = m.moves();
      const plain = m.names(list, () => false), bare = p.name.replace(/\*(?=\(|:|$)/, "");
      let k = plain.findIndex((x) => x === bare);
      const same = plain.filter((x) => x === bare).length;
      if (k < 0) k = plain.findIndex((x) => x.replace(/:.*/, "") === bare.replace(/:.*/, ""));
      if (same > 1 || k < 0) {
        const full = m.names(list);
        const exact = full.findIndex((x) => x === p.name);
        if (exact >= 0) k = exact;
      }
      if (k < 0) return { moves, stopped: p.name + " is not permitted" };
      // What it takes, and so its name, can be otherwise under other readings.
      const way = (name) => name.replace(/:.*/, "");
      const name = m.names(list, (i) => way(plain[i]) === way(plain[k]))[k];
      m.moves();
      const player = m.state().to;
      m.play(list[k].k);
      played.push({ k, name, player });
      moves++;
    }
    return { moves, stopped: "" };
  }

  // The board.

  function lay() {
    const data = game.boards[m.t.board];
    if (board !== null && board.of === data) return;
    board = new Board(data, clicked, named);
    at("board").replaceChildren(board.svg);
    at("signs").hidden = data.signs.length === 0;
    at("signs").textContent = "On the board. " + capital(data.signs.join("; ")) + ".";
    at("playing").classList.toggle("broad", board.wide > 2.4 * board.high); // it takes the whole width
    at("playing").classList.toggle("upright", board.high > 2.4 * board.wide);
  }

  // named names a cell that is looked at, where the board has no room for names.
  function named(i) {
    const p = at("place");
    p.hidden = board === null || board.named;
    p.textContent = i === null ? "A place pointed at is named here." : board.targets[i].getAttribute("aria-label");
  }

  function cellNames(s) {
    const choice = at("numbers").value;
    if (choice === "none") return null;
    const q = choice === "turn" ? s.to : Number(choice);
    const out = [];
    m.t.cells[q].forEach((cell, f) => { if (out[cell] === undefined) out[cell] = m.t.places[q][f]; });
    return out;
  }

  const device = () => m.t.devices[m.t.stages[m.state().stage]];

  // spot is where a move begins or ends: on a cell, or in a store.
  function spot(q, f) {
    if (f < 0) return null;
    return f < m.t.cells[q].length ? "c" + m.t.cells[q][f] : "s" + m.t.stores[f - m.t.cells[q].length];
  }
  const cellOf = (id) => (id !== null && id.startsWith("c") ? Number(id.slice(1)) : null);
  const from = (mv) => spot(m.state().to, mv.from), to = (mv) => (mv.act === "remove" ? null : spot(m.state().to, mv.to));

  function groups(s) {
    const out = [];
    s.men.forEach((men, q) => men.forEach((classes, f) => {
      if (classes === undefined) return;
      const cell = m.t.cells[q][f];
      classes.forEach((count, c) => {
        if (!(count > 0)) return;
        const kind = m.kind(c), picture = game.pictures[kind !== null ? kind.picture : m.t.looks[q]];
        const mark = m.marks(c).map((name) => name.charAt(0)).join("");
        const letter = kind === null || (picture && count === 1 && mark === "") ? "" : kind.letter;
        (out[cell] = out[cell] || []).push({ player: q, colour: m.t.colours[q], count, mark: letter + mark, picture, cls: c });
      });
    }));
    return out;
  }

  // waiting are the men on the halves of a bar that is drawn: on the first those of the first
  // player, and of every other.
  function waiting(s) {
    const halves = [[], []];
    if (m.t.bar >= 0) s.stores.forEach((of, q) => { if (of[m.t.bar] > 0) halves[q % 2].push({ colour: m.t.colours[q], count: of[m.t.bar], mark: "", picture: game.pictures[m.t.looks[q]] }); });
    return halves;
  }

  function inWords(list) {
    return (list || []).map((g) => {
      const marks = m.marks(g.cls).map(spaced), kind = m.kind(g.cls);
      const men = kind !== null ? `${g.count} ${spaced(kind.name)}` : g.count === 1 ? "1 man" : g.count + " men";
      return `${men} of ${m.t.players[g.player] ? capital(m.t.players[g.player]) : "nobody"}${marks.length > 0 ? " (" + marks.join(", ") + ")" : ""}`;
    }).join(", ");
  }

  function points(n) {
    const d = m.t.units;
    if (n % d === 0) return String(n / d);
    const gcd = (a, b) => (b === 0 ? Math.abs(a) : gcd(b, a % b));
    return n / gcd(n, d) + "/" + d / gcd(n, d);
  }

  // show draws everything anew. Where that takes away what has the focus, what stands in its
  // place gets it: who plays with the keyboard goes on from there.
  function show() {
    const within = ["throwing", "moves", "stores", "why"].find((id) => at(id).contains(document.activeElement));
    draw();
    if (within === undefined || document.activeElement !== document.body) return;
    const button = at("moves").querySelector("button:enabled"), cell = board.targets[board.at];
    const next = at("throw-now") || (within === "moves" ? button || cell : cell || button);
    if (next) next.focus({ preventScroll: true });
  }

  function draw() {
    hideWhy();
    const s = m.state(), waits = m.awaits();
    legal = waits === "move" ? m.moves() : [];
    names = waits === "move" ? m.names(legal) : [];
    if (waits === "move") legal = m.moves(); // trying moves has overwritten the list
    if (picked !== null && !legal.some((mv) => from(mv) === picked)) picked = null;
    const men = groups(s), labels = cellNames(s);
    board.label(labels);
    board.stand(men, waiting(s));
    const sources = new Set(legal.map(from)), goals = new Set(legal.filter((mv) => picked !== null && from(mv) === picked).map(to));
    const direct = new Set(picked === null ? legal.filter((mv) => from(mv) !== null && from(mv).startsWith("s")).map(to) : []);
    const mine = person(s.to) && waits === "move";
    board.targets.forEach((t, i) => {
      const c = "c" + i, may = mine && picked === null && (sources.has(c) || direct.has(c)), goal = mine && goals.has(c);
      t.setAttribute("class", "target" + (c === picked ? " picked" : goal ? " goal" : may ? " may" : ""));
      const name = (labels || board.data.names)[i] || board.data.names[i];
      t.setAttribute("aria-label", `${name}: ${inWords(men[i]) || "empty"}${goal ? "; he may go here" : may ? "; a move begins here" : ""}`);
    });
    const worth = board.targets.findIndex((t) => t.classList.contains("picked") || t.classList.contains("may"));
    if (worth >= 0 && !board.svg.contains(document.activeElement)) board.stop(worth);
    named(board.svg.contains(document.activeElement) ? board.at : null);
    const last = played[played.length - 1];
    board.arrow(last && last.arrow ? [[...last.arrow, "last"]] : []);
    showStores(s, mine, sources, goals);
    showWords(s, men, labels);
    showTurn(s, waits);
    showMoves(mine);
    at("record").textContent = line();
    const changed = changes();
    at("readings-changed").hidden = changed.length === 0;
    at("readings-changed").textContent = changed.map((e) => `After ${many(e.moves)} the readings were changed.`).join(" ") + " The record names the last ones, under which all of its moves are permitted; what you download begins with the game as it stood at each change, under the readings of that time.";
    at("undo").disabled = played.length === 0;
    remember();
    document.body.dataset.state = waits;
    if (waits !== "over" && !person(s.to)) think();
  }

  function showStores(s, mine, sources, goals) {
    const box = at("stores");
    box.replaceChildren();
    m.t.players.forEach((player, q) => {
      const p = document.createElement("span");
      const score = s.score.some((n) => n !== 0) ? ` ${points(s.score[q])} points` : "";
      const vars = m.t.vars.map((v, i) => (v.number && !v.common && s.vars[q][i] !== 0 ? `${v.name} ${s.vars[q][i]}` : "")).filter((x) => x !== "");
      p.append(swatch(q), " " + capital(player) + (score !== "" || vars.length > 0 ? ":" : "") + score + (vars.length > 0 ? " " + vars.join(", ") : "") + " ");
      m.t.stores.forEach((store, st) => {
        const id = "s" + store, goal = mine && q === s.to && goals.has(id), may = mine && q === s.to && sources.has(id);
        if (s.stores[q][st] === 0 && !goal) return;
        const b = document.createElement("button");
        b.type = "button";
        b.textContent = `${store} ${s.stores[q][st]}`;
        b.dataset.store = store;
        b.dataset.of = String(q);
        b.className = id === picked && q === s.to ? "picked" : goal ? "goal" : may ? "may" : "";
        b.disabled = !mine || q !== s.to; // of a store from which no move begins one may ask why
        b.addEventListener("click", () => chosen(id));
        p.append(b, " ");
      });
      box.append(p);
    });
  }

  // swatch is a man of a player, who is called by its colour or not.
  function swatch(q) {
    return svg("svg", { viewBox: "-1.1 -1.1 2.2 2.2", class: "swatch", "aria-hidden": "true" }, board.man(0, 0, 1, m.t.colours[q], "", game.pictures[m.t.looks[q]]));
  }

  function showWords(s, men, labels) {
    const box = at("words");
    box.replaceChildren();
    m.t.places.forEach((_, q) => {
      const parts = [], player = m.t.players[q];
      s.men[q].forEach((classes, f) => (classes || []).forEach((n, c) => {
        if (n > 0) parts.push(m.t.places[q][f] + m.className(c) + (n > 1 ? ` (${n})` : ""));
      }));
      m.t.stores.forEach((store, st) => { if (player && s.stores[q][st] > 0) parts.push(`${store} ${s.stores[q][st]}`); });
      const p = document.createElement("p");
      p.textContent = (player ? capital(player) + ", as this player names the places: " : "Nobody's: ") + (parts.join(", ") || "no men") + ".";
      box.append(p);
    });
  }

  function showTurn(s, waits) {
    const who = capital(m.t.players[s.to]), box = at("throwing");
    box.replaceChildren();
    at("turn").textContent = "";
    if (waits === "over") {
      const end = s.over - 1;
      const why = m.t.ends[end] === undefined ? "no rule provides for this position" : m.t.ends[end];
      at("turn").textContent = "The game is over: " + why.replace(/\.$/, "") + ". " + (s.winner >= 0 ? capital(m.t.players[s.winner]) + " wins." : "Nobody wins.");
      return;
    }
    if (waits === "throw") {
      at("turn").replaceChildren(swatch(s.to), " " + who + " to throw.");
      const d = device(), now = document.createElement("button"), pick = document.createElement("select");
      now.type = "button";
      now.id = "throw-now";
      now.textContent = "Throw";
      now.addEventListener("click", () => makeThrow(pick.value === "" ? chance(d) : Number(pick.value)));
      pick.id = "throw-pick";
      pick.setAttribute("aria-label", "what is thrown");
      pick.append(new Option("by chance", ""));
      for (let i = d.first; i < d.first + d.size; i++) pick.append(new Option(m.t.throws[i].name, String(i)));
      box.append(now, " ", pick);
      return;
    }
    at("turn").replaceChildren(swatch(s.to), " " + who + " to move.");
    if (s.throws.length > 0) {
      box.append("Thrown: ");
      for (const t of s.throws) box.append(thrown(m.t.throws[t], game.fallen));
      const left = s.left.map((l) => m.t.parts[l.part] + (l.optional ? " (may be left)" : ""));
      if (left.length > 0) box.append(` still to play: ${left.join(", ")}${s.fixed && left.length > 1 ? ", in this order" : ""}`);
    }
  }

  function showMoves(mine) {
    const box = at("moves");
    box.replaceChildren();
    const seen = new Set(), shown = at("reckoned") !== null && at("reckoned").checked;
    const chances = shown && m.weighs && legal.length > 1 ? reckoned() : null;
    if (at("reckons") !== null) {
      at("reckons").hidden = !shown || m.weighs && m.awaits() !== "move";
      at("reckons").textContent = !m.weighs ? "Under these readings it has nothing to say: what it learned of the default does not serve them, or was not tried. It draws its moves." :
        chances === null ? "There is one move only." : `The figures are for ${capital(m.t.players[m.state().to])}, as the program reckons.`;
    }
    legal.forEach((mv, i) => {
      if (picked !== null && from(mv) !== picked) return;
      if (seen.has(names[i])) return;
      seen.add(names[i]);
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = names[i];
      b.dataset.move = names[i];
      if (chances !== null) {
        const share = document.createElement("span");
        share.className = "reckoned";
        share.textContent = (100 * chances[i]).toFixed(0) + " %";
        b.append(" ", share);
      }
      b.disabled = !mine;
      if (fresh.has(names[i])) b.className = "fresh";
      b.addEventListener("click", () => make(i));
      box.append(b);
    });
    if (picked !== null) {
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = "all moves";
      b.addEventListener("click", () => { picked = null; show(); });
      box.append(b);
    }
    if (legal.length === 0) box.textContent = m.awaits() === "throw" ? "Nothing before the throw." : "Nothing.";
    if (at("refused").checked && m.awaits() === "move") explain(null, null);
  }

  // What is done.

  const person = (q) => document.querySelector(`[data-player="${q}"]`).value === "person";

  function chance(d) {
    const list = m.t.throws.slice(d.first, d.first + d.size), all = list.reduce((a, t) => a + t.ways, 0);
    let n = Math.floor(Math.random() * all);
    for (let i = 0; i < list.length; i++) { n -= list[i].ways; if (n < 0) return d.first + i; }
    return d.first;
  }

  function guarded(f) {
    try { f(); } catch (error) { trouble("The module stopped: " + error.message + "."); }
  }

  function makeThrow(t) {
    guarded(() => {
      const player = m.state().to, name = m.t.throws[t].name;
      m.throw(t);
      played.push({ throw: name, player });
      say(`${capital(m.t.players[player])} throws ${name}.`);
      after();
    });
  }

  function make(i) {
    guarded(() => {
      const mv = legal[i], q = m.state().to, name = names[i];
      const cell = (f) => (f >= 0 && f < m.t.cells[q].length ? m.t.cells[q][f] : null);
      m.moves();
      m.play(mv.k);
      played.push({ k: mv.k, name, player: q, arrow: m.still(mv) || mv.act === "remove" ? null : [cell(mv.from), cell(mv.to)] });
      const what = mv.act === "pass" ? "can play nothing" : mv.act === "stop" ? "leaves the rest" : "plays " + name;
      say(`${capital(m.t.players[q])} ${what}.`);
      after();
    });
  }

  function after() {
    picked = null;
    fresh = new Set();
    turn++;
    trouble("");
    if (at("changed")) at("changed").hidden = true;
    show();
    if (m.awaits() === "over") say(at("turn").textContent);
  }

  function clicked(i) { chosen("c" + i); }

  // chosen is a cell or a store that was clicked.
  function chosen(id) {
    const s = m.state();
    if (m.awaits() === "over") return say("The game is over.");
    if (!person(s.to)) return;
    if (m.awaits() === "throw") return say(capital(m.t.players[s.to]) + " has to throw first.");
    hideWhy();
    const ways = (list) => list.length > 0 && offer(list);
    if (picked !== null) {
      const there = indexes((mv) => from(mv) === picked && to(mv) === id);
      if (there.length > 0) return ways(there);
      if (picked === id) { picked = null; return show(); }
      if (indexes((mv) => from(mv) === id).length > 0) { picked = id; return show(); }
      return explain(picked, id);
    }
    const gone = indexes((mv) => from(mv) === id && mv.act === "remove");
    if (gone.length > 0) return ways(gone);
    const begun = indexes((mv) => from(mv) === id);
    if (begun.length > 0) {
      picked = id;
      show();
      return say("He may go to " + [...new Set(begun.map((i) => m.place(s.to, legal[i].to)))].join(", ") + ".");
    }
    const entered = indexes((mv) => (from(mv) || "").startsWith("s") && to(mv) === id);
    if (entered.length > 0) return ways(entered);
    explain(id, null);
  }

  const indexes = (f) => legal.map((mv, i) => (f(mv) ? i : -1)).filter((i) => i >= 0);

  // offer makes the move, or asks which of several is meant.
  function offer(list) {
    const different = list.filter((i, n) => list.findIndex((j) => names[j] === names[i]) === n);
    if (different.length === 1) return make(different[0]);
    const box = at("why");
    box.hidden = false;
    box.replaceChildren("Which is meant? ");
    for (const i of different) {
      const b = document.createElement("button");
      b.type = "button";
      b.textContent = `${names[i]} (${m.t.parts[legal[i].part] || legal[i].act})`;
      b.dataset.move = names[i];
      b.addEventListener("click", () => make(i));
      box.append(b, " ");
    }
    box.querySelector("button").focus();
  }

  function hideWhy() {
    at("why").hidden = true;
    at("why").replaceChildren();
  }

  // explain says why a man may not go, anywhere or to a place: what refuses it, with the clause.
  function explain(a, b) {
    const s = m.state(), box = at("why");
    let list = m.refused();
    m.moves();
    if (a !== null) list = list.filter((r) => (b === null ? from(r) === a || to(r) === a : from(r) === a && to(r) === b));
    box.replaceChildren();
    box.hidden = false;
    const named = (id) => (id.startsWith("c") ? (cellNames(s) || board.data.names)[Number(id.slice(1))] || board.data.names[Number(id.slice(1))] : id.slice(1));
    if (list.length === 0) {
      const own = a !== null && a.startsWith("c") && s.men[s.to].some((men, f) => men && "c" + m.t.cells[s.to][f] === a);
      box.textContent = a === null ? "Nothing is refused that some rule would permit." :
        b !== null ? `No rule takes a man from ${named(a)} to ${named(b)} with what is left to play.` :
        own ? `No rule moves the man on ${named(a)} with what is left to play.` : `No man of ${capital(m.t.players[s.to])} can be moved from ${named(a)}.`;
      return;
    }
    const dl = document.createElement("dl"), seen = new Set();
    for (const r of list.slice(0, a === null ? 40 : 12)) {
      const move = m.place(s.to, r.from) + "/" + m.place(s.to, r.to);
      const whole = move + r.statements.join();
      if (seen.has(whole)) continue;
      seen.add(whole);
      const dt = document.createElement("dt");
      dt.textContent = `${move} is refused`;
      dl.append(dt);
      for (const k of r.statements) dl.append(reason(game.sentences[m.t.says[k]]));
    }
    box.append(dl);
  }

  // reason is a sentence with its clauses.
  function reason(x) {
    const dd = document.createElement("dd");
    dd.append(x.text + " ");
    x.clauses.forEach((c, i) => {
      const [anchor, name] = [c.slice(0, c.indexOf(" ")), c.slice(c.indexOf(" ") + 1)];
      const link = document.createElement("a");
      link.href = game.home + "index.html#" + anchor;
      link.textContent = "clause " + name;
      dd.append(i > 0 ? ", " : "(", link);
    });
    if (x.clauses.length > 0) dd.append(")");
    if (x.assumed) dd.append(` Assumed: ${x.assumed}`);
    if (x.by) {
      const link = document.createElement("a");
      link.href = game.home + x.byTo;
      link.textContent = x.by;
      dd.append(" By ", link);
    }
    return dd;
  }

  // Players that are no persons.

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  async function think() {
    const mine = ++turn;
    await pause(350);
    if (mine !== turn || m.awaits() === "over") return;
    if (m.awaits() === "throw") return makeThrow(chance(device()));
    const q = m.state().to, how = document.querySelector(`[data-player="${q}"]`).value;
    if (how === "person") return;
    if (how === "random" || legal.length === 1 || !m.weighs) return make(Math.floor(Math.random() * legal.length));
    guarded(() => {
      const chances = reckoned(), most = Math.max(...chances);
      const best = chances.flatMap((x, i) => (x === most ? [i] : []));
      make(best[Math.floor(Math.random() * best.length)]);
    });
  }

  // reckoned is how likely the program that learned the game holds it, for each legal move, that who makes it prevails.
  function reckoned() {
    const values = m.values(legal);
    m.moves();
    return values.map((v) => 1 / (1 + Math.exp(-v / 1024)));
  }

  // The record, in the notation that lectio play --replay reads. All moves of its last line
  // are permitted under the readings chosen last. Where readings were changed on the way, a
  // line each before it holds the game as it stood then, under the readings of that time.

  const movesOf = (list) => list.filter((p) => p.k !== undefined).length;
  const many = (n) => (n === 1 ? "1 move" : n + " moves");

  function changes() {
    const last = { text: line(), named: game.modules[key].name };
    return earlier.filter((e, i) => ![...earlier.slice(i + 1), last].some((f) => f.named === e.named && f.text.startsWith(e.text)));
  }

  function record() {
    const out = [];
    for (const e of changes()) out.push(`# As it was played, ${many(e.moves)}, before the readings were changed:`, e.text);
    if (out.length > 0) out.push(`# The whole game, ${many(movesOf(played))}, played again from its start under the readings chosen last:`);
    return [...out, line()].join("\n") + "\n";
  }

  function quoted(word, also) {
    const plain = word !== "" && !/^[([]/.test(word) && !/:$/.test(word) && !/[\s;"]/.test(word) && ![...also].some((c) => word.includes(c));
    return plain ? word : JSON.stringify(word);
  }

  function line() {
    const items = [];
    let open = null, throws = [];
    for (const p of played) {
      const player = m.t.players[p.player];
      if (p.throw !== undefined) { throws.push(quoted(p.throw, ":,")); open = null; continue; }
      if (open === null || open.player !== player) {
        open = { player, throws, moves: [] };
        throws = [];
        items.push(open);
      }
      open.moves.push(quoted(p.name, ""));
    }
    if (throws.length > 0) items.push({ player: m.t.players[played[played.length - 1].player], throws, moves: [] });
    const text = items.map((x) => quoted(x.player, ":") + (x.throws.length > 0 ? " " + x.throws.join(",") : "") + ":" + x.moves.map((y) => " " + y).join(""));
    return game.modules[key].name + ": " + (text.join("; ") || "no moves");
  }

  // read takes a line apart, as line has written it.
  function read(text) {
    const out = [], body = text.slice(text.indexOf(": ", text.indexOf("}") + 1) + 2);
    if (body === "no moves") return out;
    for (const item of body.match(/(?:"(?:[^"\\]|\\.)*"|[^;"])+/g) || []) {
      const words = item.trim().match(/"(?:[^"\\]|\\.)*"|[^\s"]+/g) || [];
      const un = (w) => (w.startsWith('"') ? JSON.parse(w) : w);
      const end = words.findIndex((w) => w.endsWith(":"));
      const head = words.slice(0, end + 1).join(" ").replace(/:$/, "");
      const [player, ...rest] = head.match(/"(?:[^"\\]|\\.)*"|\S+/g) || [];
      const q = m.t.players.indexOf(un(player));
      if (rest.length > 0) for (const t of rest.join(" ").match(/"(?:[^"\\]|\\.)*"|[^,]+/g)) out.push({ throw: un(t), player: q });
      for (const w of words.slice(end + 1)) out.push({ k: -1, name: un(w), player: q });
    }
    return out;
  }

  function address() {
    const parts = picks().map(([q, r]) => q + "=" + r);
    if (played.length > 0) parts.push("line=" + line());
    return parts.map(encodeURIComponent).map((x) => x.replace(/%3D/, "=").replace(/%20/g, "+")).join("&");
  }

  function remember() {
    const text = address();
    history.replaceState(null, "", text === "" ? location.pathname : "#" + text);
  }

  function anew(list, text) {
    turn++;
    picked = null;
    trouble("");
    const done = replay(list);
    say(done.stopped === "" ? text : "The line could not be played to its end: " + done.stopped + ".");
    show();
  }

  at("undo").addEventListener("click", () => {
    for (const s of document.querySelectorAll("[data-player]")) s.value = "person";
    anew(played.slice(0, -1), "Taken back.");
  });
  at("again").addEventListener("click", () => { if (at("changed")) at("changed").hidden = true; earlier = []; anew([], "A new game."); });
  at("refused").addEventListener("change", () => show());
  if (at("reckoned") !== null) at("reckoned").addEventListener("change", () => show());
  at("numbers").addEventListener("change", () => show());
  for (const s of document.querySelectorAll("[data-player]")) s.addEventListener("change", () => { turn++; show(); });
  for (const s of selects) s.addEventListener("change", choose);
  at("board").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && picked !== null) { picked = null; show(); }
  });

  // Of the questions those that weigh most are shown, and those answered otherwise than by
  // default; the others are looked for by their words.
  const weighty = 5, questions = [...document.querySelectorAll(".pick li")];
  function seek() {
    const words = at("find").value.toLowerCase().split(/\s+/).filter((x) => x !== "");
    let shown = 0;
    questions.forEach((li, i) => {
      const select = li.querySelector("select"), text = li.textContent.toLowerCase();
      li.hidden = words.length > 0 ? !words.every((w) => text.includes(w)) : i >= weighty && select.value === byDefault(select) && !li.contains(at("changed"));
      if (!li.hidden) shown++;
    });
    at("how-many").textContent = `${shown} of ${questions.length} are shown.`;
  }
  if (questions.length > weighty) {
    at("sought").hidden = false;
    at("find").addEventListener("input", seek);
    for (const s of selects) s.addEventListener("change", seek);
  }
  at("save").addEventListener("click", () => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([record()], { type: "text/plain" }));
    a.download = game.id + ".line";
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 10000);
  });
  at("link").addEventListener("click", async () => {
    remember();
    try {
      await navigator.clipboard.writeText(location.href);
      say("The link is copied.");
    } catch {
      say("The link is the address of this page.");
    }
  });

  (async () => {
    let text = "";
    for (const part of location.hash.slice(1).split("&").filter((x) => x !== "")) {
      const [name, value] = part.split("=").map((x) => decodeURIComponent(x.replace(/\+/g, "%20")));
      const rest = decodeURIComponent(part.slice(part.indexOf("=") + 1).replace(/\+/g, "%20"));
      if (name === "line") { text = rest; continue; }
      const s = selects.find((x) => x.dataset.question === name);
      if (s && [...s.options].some((o) => o.value === value)) s.value = value;
    }
    const k = keyOf(picks());
    try {
      key = k === undefined ? "" : k;
      m = await machineOf(key);
    } catch (error) {
      return trouble("The module could not be loaded: " + error.message + ".");
    }
    if (k === undefined) await choose();
    lay();
    at("playing").hidden = false;
    m.begin();
    anew(text === "" ? [] : read(text), "");
    if (k !== undefined && picks().length > 0) choose();
    if (questions.length > weighty) seek();
    document.body.dataset.ready = "yes";
  })();

  // For tests, and for whoever looks at the page from its console.
  window.lectio = {
    refused: () => { const s = m.state(), list = m.refused(); m.moves(); return list.map((r) => m.place(s.to, r.from) + "/" + m.place(s.to, r.to) + " " + r.part + " " + r.cls + " " + r.statements.join()).sort(); },
    state: () => btoa(String.fromCharCode(...m.bytes())), line, record, legal: () => names, chances: () => (m.weighs ? reckoned() : null), awaits: () => m.awaits(), beside: (i, dx, dy) => board.beside(i, dx, dy),
  };
});
