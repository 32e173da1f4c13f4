// The page on which the rules of a game, or a file of sources, are mended as a text: the program reads them while one types, says what they say, plays
// them on a board, and writes the examples that are made there.
"use strict";

document.addEventListener("DOMContentLoaded", async () => {
  const at = (id) => document.getElementById(id), { work, file, place } = Work.at(location.hash), sources = file.startsWith("evidence/sources/");
  let desk = null, editor = null;
  let before = null;   // what the file says without the draft
  let contents = {};   // what the text consists of, as it last could be read
  let ruleset = "";    // its id, as it last could be played
  let now = null;      // how the game on the board stands
  let asking = false, again = false, rest = null;

  const trouble = (text) => { at("trouble").textContent = text; at("trouble").hidden = text === ""; };
  const progress = (text) => { at("progress").textContent = capital(text) + " …"; at("progress").hidden = text === ""; };
  const say = (text) => { at("said").textContent = text; };

  const bench = new Bench({
    move: (name) => stand({ then: [{ move: name }] }),
    throw: (name) => stand({ then: [name === "" ? { chance: true } : { throw: name }] }),
    why: (a, b) => bench.explain(now.refused || [], a, b),
    again: () => bench.draw(),
    say, set,
  });
  bench.home = work.home(file);
  const changes = new Changes(at("drafts"), [work], async (_, path) => { if (path === file && before !== null) editor?.put(before); });
  const readings = new Readings([]);
  let listed = "";     // the questions that can be chosen from, as a text

  // read asks the program what the text says now; while it answers, what is typed waits.
  async function read() {
    if (asking) { again = true; return; }
    asking = true;
    const text = editor.text();
    work.draft.set(file, text, before);
    changes.show();
    try {
      const { diagnose, outline } = await desk.ask({ change: { [file]: text }, diagnose: { path: file, within: 100 }, outline: { path: file } });
      contents = outline;
      tell(diagnose.list);
      statements();
      if (diagnose.list.length === 0 && outline.ruleset && !outline.former) await play(outline.ruleset);
    } catch (error) {
      trouble(error.message);
    }
    asking = false;
    if (again) { again = false; read(); }
  }

  // play has the rules that were read played on the board: on from where the game stands, as far as it goes under them.
  async function play(id) {
    ruleset = id;
    at("playing").hidden = false;
    if (!await stand({})) await stand({ line: "" });
    await held();
  }

  // stand asks how the game stands after something was done, shows it, and reports whether it stands at all.
  async function stand(play) {
    const request = { line: now === null ? "" : now.line, board: bench.board === null ? "" : bench.board.of.key, refused: true, about: true, ...play };
    const answer = await desk.ask({ ruleset, readings: readings.chosen(), play: request });
    if (!answer.play) {
      say("This cannot be played: " + (answer.errors || []).map(inWords).join(" "));
      return false;
    }
    now = answer.play;
    if (listed !== JSON.stringify(now.about.questions)) {
      listed = JSON.stringify(now.about.questions);
      readings.list(now.about.questions, [], "", () => stand({}));
    }
    say(now.stopped ? `The game goes no farther: ${now.stopped}.` : "");
    bench.show(now);
    at("undo").disabled = now.steps === 0;
    at("play-here").href = work.play(file, [...Object.entries(readings.chosen()), ["line", now.line]]);
    return true;
  }

  // set changes the men of a player, in a position that is from then on one that was set up.
  function set(change, player, toMove = now.sides[now.turn.player].name) {
    const position = { "to-move": toMove };
    for (const name of bench.names()) position[name] = { ...(now.at[name] || {}) };
    change(position[player]);
    for (const [place, n] of Object.entries(position[player])) if (!(n > 0)) delete position[player][place];
    return stand({ line: "", at: JSON.stringify(position) });
  }

  // verdict says above the text what matters most of it.
  const verdict = (...says) => at("verdict").replaceChildren(...says);

  // tell says what is wrong with the text.
  function tell(errors) {
    const what = (e) => (e.found ? `${e.found}: ` : "") + e.message + (e.expected ? ` (expected: ${e.expected})` : "");
    editor.wrong(errors.map((e) => ({ from: editor.offset(e.range.start), to: editor.offset(e.range.end), message: what(e) })));
    const sound = sources ? "The sources can be read." : contents.ruleset ? "The rules can be read and played." : "The file can be read.";
    verdict(errors.length === 0 ? sound : `${errors.length === 1 ? "1 error" : errors.length + " errors, the first"} in line ${errors[0].range.start.line + 1}: ${what(errors[0])}. `,
      ...(errors.length === 0 ? [] : [button("Go there", () => editor.go(errors[0].range.start.line + 1, errors[0].range.start.character + 1))]));
    at("errors").replaceChildren(...errors.slice(0, 20).map((e) => {
      const { line, character } = e.range.start, li = element("li", {}, button(`Line ${line + 1}`, () => editor.go(line + 1, character + 1)), " ", what(e), " ");
      if (e.instead) li.append(button(`Write ${e.instead}`, () => editor.replace(e.range, e.instead)));
      return li;
    }));
  }

  // statements lists what each statement of the text says, with the words of its clauses.
  function statements() {
    at("statements").replaceChildren(...(contents.statements || []).map((x) => {
      const line = x.range.start.line + 1, box = element("div", {}, button("Show", () => editor.go(line), { ariaLabel: `Show ${x.id} in the text` }), " ", element("strong", {}, x.id), " ", x.sentence || "");
      for (const c of x.clauses || []) box.append(element("p", { className: "small" }, `${c.clause}: ${c.text || "there is no such clause"}`));
      if (x.assumed) box.append(element("p", { className: "small" }, "Assumed: " + x.assumed));
      box.dataset.from = line;
      box.dataset.to = x.range.end.line + 1;
      return box;
    }));
    at("known-clauses").replaceChildren(...[...new Set((contents.statements || []).flatMap((x) => x.clauses || []).map((c) => c.clause))].map((c) => new Option(c)));
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

  // unlike says about which moves an example and the rules differ.
  function unlike(x) {
    const list = [];
    for (const m of x.missing || []) list.push(element("dt", {}, `The text permits ${m.move}, the rules do not` + (m.by.length === 0 ? ": none allows anything like it." : ". It is refused by:")), ...m.by.map((y) => bench.reason(y)));
    for (const m of x.tooMany || []) list.push(element("dt", {}, `The rules permit ${m.move}, the text does not.` + (m.by.length === 0 ? "" : " It is allowed by:")), ...m.by.map((y) => bench.reason(y)));
    if (list.length === 0) list.push(...(x.fails || []).map((f) => element("dt", {}, f.message)));
    return element("dl", {}, ...list);
  }

  // held runs the examples and says which hold.
  async function held() {
    const a = await desk.ask({ ruleset, examples: true }), list = a.examples || [], fails = list.filter((x) => x.fails);
    if (fails.length > 0) verdict("The rules can be read and played. ", button(`${fails.length} of ${list.length} worked examples differ from them`, () => at("held").scrollIntoView({ block: "start" })));
    at("held").textContent = list.length === 0 ? "There is none yet." : fails.length === 0 ? `All ${list.length} hold.` : `${fails.length} of ${list.length} differ from the rules:`;
    const row = (x) => {
      const li = element("li", { className: x.fails ? "fails" : "" }, button(x.id, () => editor.go(x.line), { ariaLabel: "Show the example " + x.id }), x.fails ? " differs. " : " holds. ", element("span", { className: "small" }, x.expects));
      li.dataset.example = x.id;
      if (x.fails) li.append(unlike(x));
      return li;
    };
    at("examples").replaceChildren(...fails.map(row));
    at("holding").replaceChildren(...list.filter((x) => !x.fails).map(row));
    at("those-holding").hidden = fails.length === list.length;
  }

  // named is a clause as the ruleset names it: where it rests on one record, the number alone will do.
  function named(clause) {
    const records = new Set([...at("known-clauses").children].map((o) => o.value.split("#")[0]));
    return /^\d+$/.test(clause) && records.size === 1 ? [...records][0] + "#" + clause : clause;
  }

  at("write").addEventListener("submit", async (event) => {
    event.preventDefault();
    const example = { id: idOf(at("name").value).replaceAll("-", "_"), clauses: at("clauses").value.split(/[\s,;]+/).filter((c) => c !== "").map(named), line: now.line, all: at("all").checked, legal: bench.marked("permits"), illegal: bench.marked("forbids") };
    const a = await desk.ask({ ruleset, readings: readings.chosen(), example });
    if (!a.example) return at("written").replaceChildren("It is not written. " + (a.errors || []).map(inWords).join(" "));
    editor.put(a.example.text);
    at("name").value = "";
    at("written").textContent = `It is written as ${example.id}, and the rules ${a.example.fails ? "differ from" : "agree with"} it.`;
  });

  at("start").addEventListener("click", () => stand({ line: "" }));
  at("undo").addEventListener("click", () => stand({ back: 1 }));
  at("empty").addEventListener("click", () => {
    stand({ line: "", at: JSON.stringify({ "to-move": now.sides[now.turn.player].name, ...Object.fromEntries(bench.names().map((name, q) => [name, bench.cleared(q)])) }) });
  });
  at("to-move").addEventListener("change", () => set(() => {}, now.sides[0].name, at("to-move").value));

  addEventListener("hashchange", () => location.reload());
  if (sources) {
    for (const [node, text] of [[document.querySelector("h1"), "Mend a file of sources"], [at("mended"), "What records are cited from"], [at("file"), "The file"]]) node.textContent = text;
    document.title = document.title.replace("Mend the rules of a game", "Mend a file of sources");
    at("says").hidden = true;
  }
  try {
    before = await work.before(file);
    if (await work.text(file) === null) return trouble("There is no file " + (file || "of that name") + ": begin in the workshop.");
    at("file").textContent = file;
    desk = await Desk.open(progress);
    progress("");
    at("progress").hidden = true;
    at("mending").hidden = false;
    const text = await work.text(file); // as it is now: while the program came, it may have been taken back
    editor = new Editor(at("editor"), text, sources ? "The sources as a text" : "The ruleset as a text", {
      changed: () => { clearTimeout(rest); rest = setTimeout(read, 250); },
      moved: follow,
      complete,
    });
    if (Number(place) > 0) editor.go(Number(place));
    await desk.ask({ files: { ...await work.texts(file), [file]: text } });
    await read();
  } catch (error) {
    return trouble(error.message);
  }
  document.body.dataset.ready = "yes";

  // For tests, and for whoever looks at the page from its console.
  window.mending = { editor };
});
