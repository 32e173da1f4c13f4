// The page on which the rules of a game are mended as a text: the program reads them while one types, says what they say, plays
// them on a board, and keeps the examples that are made there.
"use strict";

document.addEventListener("DOMContentLoaded", async () => {
  const at = (id) => document.getElementById(id), { work, file, place } = Work.at(location.hash);
  const capital = (s) => s.charAt(0).toUpperCase() + s.slice(1);
  let desk = null, editor = null, board = null;
  let before = null;                    // what the file says without the draft
  let others = {};                      // the other files that the rules are read with
  let known = null;                     // of the rules as they last could be read: {id, sentences, equipped}
  let position = "start", thrown = "";  // on the board
  let shown = null;                     // what the program says of the position: {at, throws, moves, refused}
  let picked = null;                    // the place from which somebody moves
  let marks = new Map();                // what the text says of moves: "permits" or "forbids"
  let asking = false, again = false, rest = null;

  const trouble = (text) => { at("trouble").textContent = text; at("trouble").hidden = text === ""; };
  const progress = (text) => { at("progress").textContent = capital(text) + " …"; at("progress").hidden = text === ""; };
  const say = (text) => { at("said").textContent = text; };

  // paths are the files that the rules are read from: those of the ruleset, or all but other rulesets.
  function paths() {
    const own = workshop.rulesets.find((r) => r.file === file);
    if (work.of === "edition" && own !== undefined) return own.files;
    return work.known().filter((p) => /^(evidence\/(records|sources)|rulesets\/parts)\//.test(p) || p === file);
  }

  const rulesetID = () => (editor.text().match(/^ruleset:\s*["']?([^\s"'#]+)/m) || [])[1] || "";

  // read asks the program what the text says now; while it answers, what is typed waits.
  async function read() {
    if (asking) { again = true; return; }
    asking = true;
    const text = editor.text();
    work.draft.set(file, text, before);
    try {
      const a = await desk.ask({ files: { ...others, [file]: text }, ruleset: rulesetID(), rules: true, equipped: true });
      tell(a, text);
      if (a.equipped) {
        known = { id: rulesetID(), rules: a.rules, equipped: a.equipped };
        equip();
        statements();
        await look();
        await held();
      }
    } catch (error) {
      trouble(error.message);
    }
    asking = false;
    if (again) { again = false; read(); }
  }

  // tell says what is wrong with the text.
  function tell(a, text) {
    const errors = (a.errors || []).filter((e) => e.file !== "request" || text.trim() === "");
    const here = errors.filter((e) => e.file === file && e.line > 0);
    editor.wrong(here.map((e) => {
      const from = editor.offset({ line: e.line - 1, character: Math.max(0, e.column - 1) }), rest = text.slice(from).match(/^[^\s,\]}]+/);
      return { from, to: from + (rest === null ? 1 : rest[0].length), message: e.message + (e.expected ? ". Expected: " + e.expected : "") };
    }));
    at("verdict").textContent = errors.length === 0 ? "The rules can be read and played." : `${errors.length === 1 ? "1 error" : errors.length + " errors"}:`;
    at("errors").replaceChildren(...errors.slice(0, 20).map((e) => {
      const li = element("li", {}), what = (e.found ? `${e.found}: ` : "") + e.message + (e.expected ? ` (expected: ${e.expected})` : "");
      if (e.file === file && e.line > 0) li.append(button(`Line ${e.line}`, () => editor.go(e.line, e.column)), " ");
      else if (e.file !== "request") li.append(`${e.file}: `);
      li.append(what);
      return li;
    }));
  }

  // sentence is what a statement says, with its clauses.
  function sentence(why) {
    const of = known.rules.find((r) => r.rule === why.rule), p = element("p", {}, element("strong", {}, why.rule), " ", (of && of.sentence) || "");
    if (why.warrant && why.warrant.length > 0) p.append(element("span", { className: "small" }, ` (${why.warrant.length === 1 ? "clause" : "clauses"} ${why.warrant.join(", ")})`));
    return p;
  }

  // statements lists what each statement says, in the order of the text.
  function statements() {
    at("statements").replaceChildren(...known.rules.map((r) => {
      const p = sentence(r);
      p.dataset.rule = r.rule;
      p.prepend(button("Show", () => { const line = lineOf(r.rule); if (line > 0) editor.go(line); }, "Show " + r.rule + " in the text"), " ");
      return p;
    }));
    follow(editor.line());
  }

  const names = (line) => (line.match(/(?:^|[\s{])(?:id|replaces):\s*["']?([A-Za-z0-9_-]+)/) || [])[1];
  const lineOf = (id) => editor.text().split("\n").findIndex((line) => names(line) === id) + 1;

  // follow marks the statement that the cursor is in.
  function follow(line) {
    const lines = editor.text().split("\n");
    let id;
    for (let i = line - 1; i >= 0 && id === undefined; i--) id = names(lines[i]);
    for (const p of at("statements").children) {
      const here = p.dataset.rule === id;
      if (here && p.getAttribute("aria-current") !== "true") at("statements").scrollTop = p.offsetTop - at("statements").offsetTop - 40;
      p.setAttribute("aria-current", String(here));
    }
  }

  // equip lays the board that the text states.
  function equip() {
    const e = known.equipped, laid = JSON.stringify(e);
    if (at("board").dataset.laid === laid) return;
    at("board").dataset.laid = laid;
    board = new Board(sketch(e), clicked, () => {});
    at("board").replaceChildren(board.svg);
    board.label(sketch(e).names);
    const mode = at("mode").value;
    at("mode").replaceChildren(element("option", { value: "move" }, "moves a man"), ...e.players.flatMap((p, q) =>
      [["", p], ...e.kinds.map((k) => [k, `${p}, ${k}`])].slice(e.kinds.length > 0 ? 1 : 0).map(([kind, name]) => element("option", { value: `${q} ${kind}` }, `puts a man down: ${name}`))),
    element("option", { value: "take" }, "takes a man away"));
    if ([...at("mode").options].some((o) => o.value === mode)) at("mode").value = mode;
    at("to-move").replaceChildren(...e.players.filter((p) => p !== "nobody").map((p) => element("option", { value: p }, capital(p))));
    at("known-clauses").replaceChildren(...[...new Set(known.rules.flatMap((r) => r.warrant))].map((c) => element("option", { value: c })));
    position = "start";
    thrown = "";
  }

  // look asks what the rules permit in the position, and shows it.
  async function look() {
    const a = await desk.ask({ ruleset: known.id, at: position, throw: thrown });
    if (!a.at) {
      say("The position is none of this game: " + (a.errors || []).map((e) => e.message).join("; "));
      return;
    }
    shown = a;
    say(a.at.over ? "The game is over." : "");
    at("to-move").value = a.at["to-move"];
    at("throw-box").hidden = !a.throws && thrown === "";
    if (a.throws) at("throw").replaceChildren(element("option", { value: "" }, "not thrown yet"), ...a.throws.map((t) => element("option", { value: t.throw }, t.throw)));
    at("throw").value = thrown;
    stands(board, known.equipped, a.at);
    stores();
    picked = null;
    marks = new Map();
    list();
  }

  const mover = () => known.equipped.players.indexOf(shown.at["to-move"]);

  // stores are the men off the board: a button each to move from, and numbers to set.
  function stores() {
    const e = known.equipped;
    at("stores").replaceChildren(...e.players.filter((p) => p !== "nobody").flatMap((p) => e.stores.map((s) => {
      const n = (shown.at[p] || {})[s] || 0, input = element("input", { type: "number", min: "0", max: "99", value: String(n) });
      input.addEventListener("change", () => set((men) => { if (Number(input.value) > 0) men[s] = Number(input.value); else delete men[s]; }, p));
      const label = element("label", {}, `${capital(p)}, ${s} `, input);
      if (p !== shown.at["to-move"] || n === 0) return label;
      return element("span", {}, label, " ", button("from here", () => moves(s), `Move a man from ${s}`));
    })));
  }

  // set changes the men of a player in the position, which is from then on one that was set up.
  function set(change, player) {
    const men = { ...(shown.at[player] || {}) };
    change(men);
    position = { "to-move": shown.at["to-move"], ...Object.fromEntries(known.equipped.players.map((p) => [p, shown.at[p] || {}])), [player]: men };
    thrown = "";
    look();
  }

  function clicked(cell) {
    const e = known.equipped, mode = at("mode").value;
    if (mode === "take") {
      const q = e.players.findIndex((p, i) => Object.keys(shown.at[p] || {}).some((x) => cellOf(e, i, x) === cell));
      if (q < 0) return say("There is no man.");
      return set((men) => { const x = Object.keys(men).find((y) => cellOf(e, q, y) === cell); if (men[x] > 1) men[x]--; else delete men[x]; }, e.players[q]);
    }
    if (mode !== "move") {
      const [number, kind] = mode.split(" "), q = Number(number), x = named(e, q, cell) + (kind ? "+" + kind : "");
      if (x === "") return say("No man of " + e.players[q] + " can stand there.");
      return set((men) => { men[x] = (men[x] || 0) + 1; }, e.players[q]);
    }
    moves(named(e, mover(), cell));
  }

  // moves is told where a man is taken up, and then where he is laid down.
  function moves(name) {
    if (!shown.moves) return say("There is nothing to move before the throw.");
    const entered = shown.moves.filter((m) => known.equipped.stores.includes(m.from));
    if (picked === null) {
      const others = shown.moves.filter((m) => m.from === name);
      if (others.length === 0 && entered.some((m) => m.to === name)) { picked = entered.find((m) => m.to === name).from; return moves(name); }
      picked = name;
      return say(`From ${name}: click where he goes.`);
    }
    const from = picked;
    picked = null;
    const legal = shown.moves.filter((m) => m.from === from && m.to === name);
    if (legal.length > 0) {
      say(`The rules permit ${legal[0].move}.`);
      const li = [...at("moves").children].find((x) => x.dataset.move === legal[0].move);
      if (li) li.querySelector("select").focus();
      return;
    }
    whyNot(from, name);
  }

  // whyNot says why the rules refuse a move, and offers to say that the text permits it.
  function whyNot(from, to) {
    const move = `${from}/${to}`, box = at("whynot"), list = (shown.refused || []).filter((m) => m.from === from && m.to === to);
    box.hidden = false;
    box.replaceChildren(list.length === 0 ? `No rule allows anything like ${move}.` : `${list[0].move} is refused:`);
    for (const w of list.flatMap((m) => m.by)) box.append(...sentence(w).childNodes);
    box.append(" ", button("The text permits it", () => { marks.set(list.length > 0 ? list[0].move : move, "permits"); box.hidden = true; mark(); }));
    say(`${move} is refused.`);
  }

  // list shows the moves, each with what the text says of it.
  function list() {
    at("whynot").hidden = true;
    mark();
  }

  const said = [["permits", "the text permits it"], ["forbids", "the text does not permit it"], ["", "I leave it out"]];

  function mark() {
    const moves = (shown.moves || []).filter((m, i, all) => all.findIndex((n) => n.move === m.move) === i), rows = moves.map((m) => [m.move, m]);
    for (const move of marks.keys()) if (!moves.some((m) => m.move === move)) rows.push([move, null]);
    at("moves").replaceChildren(...rows.map(([move, m]) => {
      const select = element("select", {}, ...said.map(([value, text]) => element("option", { value }, text)));
      select.value = marks.has(move) ? marks.get(move) : "permits";
      select.addEventListener("change", () => { if (m === null && select.value !== "permits") { marks.delete(move); mark(); } else marks.set(move, select.value); });
      const li = element("li", { className: m === null ? "refused" : "" }, element("label", {}, element("code", {}, move), " ", select), " ");
      li.dataset.move = move;
      if (m === null) li.append("the rules refuse it");
      else li.append(button("Play", () => { position = m.after; thrown = ""; look(); }, "Play " + move));
      return li;
    }));
    if (rows.length === 0) at("moves").replaceChildren(element("li", {}, shown.throws ? "Nothing before the throw." : "Nothing."));
  }

  // unlike says about which moves an example and the rules differ.
  function unlike(x) {
    const out = [];
    for (const m of x.missing || []) out.push(element("p", {}, `The text permits ${m.move}, the rules do not` + (m.by.length === 0 ? ": none allows anything like it." : ". It is refused by:")), ...m.by.map(sentence));
    for (const m of x.tooMany || []) out.push(element("p", {}, `The rules permit ${m.move}, the text does not.` + (m.by.length === 0 ? "" : " It is allowed by:")), ...m.by.map(sentence));
    if (out.length === 0) out.push(...(x.fails || []).map((f) => element("p", {}, f.message)));
    return out;
  }

  // held runs the examples and says which hold.
  async function held() {
    const a = await desk.ask({ ruleset: known.id, examples: true }), list = a.examples || [], fails = list.filter((x) => x.fails);
    at("held").textContent = list.length === 0 ? "There is none yet." : fails.length === 0 ? `All ${list.length} hold.` : `${fails.length} of ${list.length} differ from the rules:`;
    at("examples").replaceChildren(...[...fails, ...list.filter((x) => !x.fails)].map((x) => {
      const li = element("li", { className: x.fails ? "fails" : "" }, button(x.id, () => editor.go(x.line), "Show the example " + x.id), x.fails ? " differs. " : " holds. ", element("span", { className: "small" }, x.expects));
      li.dataset.example = x.id;
      if (x.fails) li.append(...unlike(x));
      return li;
    }));
  }

  at("write").addEventListener("submit", async (event) => {
    event.preventDefault();
    const what = (move) => (marks.has(move) ? marks.get(move) : "permits"), all = [...new Set([...(shown.moves || []).map((m) => m.move), ...marks.keys()])];
    const example = { id: at("name").value.trim(), clauses: at("clauses").value.split(/[\s,]+/).filter((c) => c !== ""), at: position, throw: thrown, all: at("all").checked, legal: all.filter((m) => what(m) === "permits"), illegal: all.filter((m) => what(m) === "forbids") };
    const a = await desk.ask({ ruleset: known.id, example });
    if (!a.example) return say((a.errors || []).map((e) => e.message).join("; "));
    editor.put(a.example.text);
    at("name").value = "";
    say(a.example.fails ? "The example is written, and the rules differ from it." : "The example is written, and the rules agree with it.");
  });

  at("start").addEventListener("click", () => { position = "start"; thrown = ""; look(); });
  at("empty").addEventListener("click", () => {
    position = { "to-move": shown.at["to-move"], ...Object.fromEntries(known.equipped.players.map((p) => [p, {}])) };
    thrown = "";
    look();
  });
  at("to-move").addEventListener("change", () => { position = { ...Object.fromEntries(known.equipped.players.map((p) => [p, shown.at[p] || {}])), "to-move": at("to-move").value }; thrown = ""; look(); });
  at("throw").addEventListener("change", () => { thrown = at("throw").value; look(); });

  try {
    before = await work.before(file);
    const text = await work.text(file);
    if (text === null) return trouble("There is no file " + (file || "of that name") + ": begin in the workshop.");
    at("file").textContent = file;
    others = await work.brought(paths());
    const drafted = work.draft.over(others);
    others = Object.fromEntries(Object.entries(drafted).filter(([p]) => p === file || !p.startsWith("rulesets/definitions/")));
    desk = await Desk.open(progress);
    progress("");
    at("progress").hidden = true;
    at("mending").hidden = false;
    editor = new Editor(at("editor"), text, {
      changed: () => { clearTimeout(rest); rest = setTimeout(read, 250); },
      moved: (line) => { if (known !== null) follow(line); },
      complete: () => null,
    });
    if (place !== "") editor.go(Number(place) || lineOf(place));
    await read();
  } catch (error) {
    return trouble(error.message);
  }
  document.body.dataset.ready = "yes";

  // For tests, and for whoever looks at the page from its console.
  window.mending = { editor };
});
