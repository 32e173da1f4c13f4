// The page on which the rules of a game are mended as a text: the program reads them while one types, says what they say, plays
// them on a board, and keeps the examples that are made there.
"use strict";

document.addEventListener("DOMContentLoaded", async () => {
  const at = (id) => document.getElementById(id), { work, file, place } = Work.at(location.hash);
  let desk = null, editor = null, board = null;
  let before = null;                    // what the file says without the draft
  let others = {};                      // the other files that the rules are read with
  let contents = {};                    // what the text consists of, as it last could be read
  let known = null;                     // of the rules as they last could be played: {id, rules, equipped}
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

  // read asks the program what the text says now; while it answers, what is typed waits.
  async function read() {
    if (asking) { again = true; return; }
    asking = true;
    const text = editor.text();
    work.draft.set(file, text, before);
    try {
      const { diagnose, outline } = await desk.ask({ change: { [file]: text }, diagnose: { path: file, within: 100 }, outline: { path: file } });
      tell(diagnose.list);
      contents = outline;
      statements();
      if (diagnose.list.length === 0 && outline.ruleset && !outline.former) await play(outline.ruleset);
    } catch (error) {
      trouble(error.message);
    }
    asking = false;
    if (again) { again = false; read(); }
  }

  // play has the rules that were read played on the board.
  async function play(id) {
    const a = await desk.ask({ ruleset: id, rules: true, equipped: true });
    if (!a.equipped) return;
    known = { id, rules: a.rules, equipped: a.equipped };
    at("trying").hidden = false;
    equip();
    await look();
    await held();
  }

  // tell says what is wrong with the text.
  function tell(errors) {
    const what = (e) => (e.found ? `${e.found}: ` : "") + e.message + (e.expected ? ` (expected: ${e.expected})` : "");
    editor.wrong(errors.map((e) => ({ from: editor.offset(e.range.start), to: editor.offset(e.range.end), message: what(e) })));
    at("verdict").textContent = errors.length === 0 ? "The rules can be read and played." : errors.length === 1 ? "1 error:" : `${errors.length} errors:`;
    at("errors").replaceChildren(...errors.slice(0, 20).map((e) => {
      const { line, character } = e.range.start, li = element("li", {}, button(`Line ${line + 1}`, () => editor.go(line + 1, character + 1)), " ", what(e), " ");
      if (e.instead) li.append(button(`Write ${e.instead}`, () => editor.replace(e.range, e.instead)));
      return li;
    }));
  }

  // sentence is what a statement says, with its clauses.
  function sentence(why) {
    const of = known.rules.find((r) => r.rule === why.rule), p = element("p", {}, element("strong", {}, why.rule), " ", (of && of.sentence) || "");
    if (why.warrant && why.warrant.length > 0) p.append(element("span", { className: "small" }, ` (${why.warrant.length === 1 ? "clause" : "clauses"} ${why.warrant.join(", ")})`));
    return p;
  }

  // statements lists what each statement of the text says, with the words of its clauses.
  function statements() {
    at("statements").replaceChildren(...(contents.statements || []).map((x) => {
      const line = x.range.start.line + 1, box = element("div", {}, button("Show", () => editor.go(line), { ariaLabel: `Show ${x.id} in the text` }), " ", element("strong", {}, x.id), " ", x.sentence || "");
      for (const c of x.clauses || []) box.append(element("p", { className: "small" }, `${c.clause}: ${c.text || "there is no such clause"}`));
      if (x.assumed) box.append(element("p", { className: "small" }, "Assumed: " + x.assumed));
      box.dataset.rule = x.id;
      box.dataset.from = line;
      box.dataset.to = x.range.end.line + 1;
      return box;
    }));
    follow(editor.line());
  }

  // follow marks the statement that the cursor is in.
  function follow(line) {
    for (const box of at("statements").children) {
      const here = Number(box.dataset.from) <= line && line <= Number(box.dataset.to);
      if (here && box.getAttribute("aria-current") !== "true") at("statements").scrollTop = box.offsetTop - 40;
      box.setAttribute("aria-current", String(here));
    }
  }

  // complete proposes what can be written where the cursor is.
  async function complete(context) {
    const word = context.matchBefore(/[\p{L}\p{N}_#-]+/u);
    if (!context.explicit && word === null) return null;
    const place = editor.place(context.pos), { complete: c } = await desk.ask({ change: { [file]: context.state.doc.toString() }, complete: { path: file, ...place } });
    if (c.items.length === 0) return null;
    const to = editor.offset(c.range.end), colon = context.state.sliceDoc(to, to + 1) === ":"; // a key that has one keeps it
    const options = c.items.map((i) => ({ label: i.label, apply: colon ? i.insert.replace(/:\s*$/, "") : i.insert, info: i.help || undefined, detail: i.kind }));
    return { from: editor.offset(c.range.start), to, options };
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
      return element("span", {}, label, " ", button(`Move from ${s}`, () => moves(s)));
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
    const row = (x) => {
      const li = element("li", { className: x.fails ? "fails" : "" }, button(x.id, () => editor.go(x.line), "Show the example " + x.id), x.fails ? " differs. " : " holds. ", element("span", { className: "small" }, x.expects));
      li.dataset.example = x.id;
      if (x.fails) li.append(...unlike(x));
      return li;
    };
    at("examples").replaceChildren(...fails.map(row));
    at("holding").replaceChildren(...list.filter((x) => !x.fails).map(row));
    at("those-holding").hidden = fails.length === list.length;
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
      moved: follow,
      complete,
    });
    if (Number(place) > 0) editor.go(Number(place));
    await desk.ask({ files: { ...others, [file]: text } });
    await read();
  } catch (error) {
    return trouble(error.message);
  }
  document.body.dataset.ready = "yes";

  // For tests, and for whoever looks at the page from its console.
  window.mending = { editor };
});
