// The page on which a game is played. The program itself, in a worker, reads the ruleset, compiles it under the readings that
// are chosen, and answers how the game stands; the page shows that.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  const at = (id) => document.getElementById(id), address = addressed(location.hash), from = (name) => (address.find(([n]) => n === name) || [name, ""])[1];
  const { work, file } = Work.at(from("of"));
  let desk = null;    // asks the program
  let files = null;   // that the game is read from
  let players = [];   // for each a choice of who plays
  let now = null;     // how the game stands
  let opponents = null;
  let earlier = [];   // the game as it stood each time when readings were changed: {line, moves, name}
  let thoughts = 0;   // counts what is thought over, so that old thoughts are dropped
  let pending = 0, settled = Promise.resolve(); // what is asked is asked in turn

  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined" || typeof Worker === "undefined") {
    return trouble("This browser is too old to play here: it needs WebAssembly, DecompressionStream and workers.");
  }

  // What no page of a game tells is a ruleset of the workshop, which the address names.
  if (game === null) game = { id: "", of: from("of"), file, home: work.home(file), ranked: [], weights: "" };

  const table = new Table({
    cell: (i) => table.chosen("c" + i),
    move: (name) => go({ then: [{ move: name }] }),
    throw: (name) => go({ then: [name === "" ? { chance: true } : { throw: name }] }),
    why,
    again: () => show(),
    say,
  });
  table.home = game.of ? game.home : "../";
  const readings = new Readings([]);

  function trouble(text, ...more) {
    at("trouble").replaceChildren(text, ...more);
    at("trouble").hidden = text === "";
  }

  function say(text) { at("said").textContent = text; }

  // Asking.

  // inTurn does one thing after the other; what goes wrong is said.
  function inTurn(does) {
    pending++;
    document.body.dataset.busy = "yes";
    settled = settled.then(does).catch(failed).finally(() => {
      if (--pending === 0) delete document.body.dataset.busy;
    });
    return settled;
  }

  function failed(error) {
    if (desk === null || desk.dead === null) return trouble(error.message + ".");
    const again = button("Load it again", () => { trouble(""); desk = null; inTurn(async () => { await open(); await stand({}); }); });
    trouble(`The program has stopped: ${error.message}. The game so far is kept. `, again);
  }

  // asked asks how the game stands after something was done; null, once it is said why, where that cannot be.
  async function asked(play) {
    const request = { line: now === null ? "" : now.line, board: table.board === null ? "" : table.board.of.key, refused: at("refused").checked, ...play };
    const answer = await desk.ask({ ruleset: game.id, readings: readings.chosen(), play: request, ...(at("rulebook").open ? { say: { text: true } } : {}) });
    trouble("");
    if (answer.said) at("rules-now").replaceChildren(...chapters(answer.said.text));
    if (!answer.errors) return answer.play;
    trouble((answer.errors.some((e) => e.file === "the line") ? "The line cannot be read. " : "The game cannot be played so. ") + answer.errors.map(inWords).join(" ") + (now === null ? "" : " The game goes on as it was."));
    return null;
  }

  // stand asks how the game stands, and shows it.
  async function stand(play, text = "") {
    const next = await asked(play);
    if (next === null) return;
    now = next;
    table.fresh = new Set();
    table.worth = new Map();
    say(now.stopped ? `That could not be done: ${now.stopped}.` : text);
    show();
  }

  // go does something that somebody chose.
  function go(play, text) {
    thoughts++;
    if (opponents !== null) opponents.stop();
    table.picked = null;
    return inTurn(() => stand(play, text));
  }

  // why asks for what is refused, unless it is known, and tells it.
  function why(a, b) {
    return inTurn(async () => {
      const here = now;
      if (!now.refused) now.refused = ((await asked({ refused: true })) || {}).refused || [];
      if (here === now) table.explain(now.refused, a, b);
    });
  }

  // choose is called when a reading was chosen, by the choice that was changed: what comes of
  // it is told there, and shown on the board.
  function choose(select) {
    thoughts++;
    if (opponents !== null) opponents.stop();
    return inTurn(async () => {
      const was = now, note = at("changed"), next = await asked({});
      select.closest("li").append(note);
      note.hidden = false;
      if (next === null) {
        note.textContent = at("trouble").textContent;
        return;
      }
      if (next.name !== was.name && was.steps > 0) earlier.push({ line: was.line, moves: was.moves, name: was.name });
      now = next;
      table.worth = new Map();
      const same = was.turn.awaits === "move" && now.turn.awaits === "move" && !now.stopped;
      const come = same ? now.legal.filter((m) => !was.legal.some((x) => x.name === m.name)) : [], gone = same ? was.legal.filter((m) => !now.legal.some((x) => x.name === m.name)) : [];
      table.fresh = new Set(come.map((m) => m.name));
      show();
      table.arrows(come, gone);
      told(note, was, same, come, gone);
    });
  }

  // told tells what comes of a reading.
  function told(note, was, same, come, gone) {
    const chosen = readings.chosen(), list = Object.entries(now.readings).filter(([q, r]) => chosen[q] === r), names = (moves) => [...new Set(moves.map((m) => m.name))].join(", ");
    note.replaceChildren(list.length === 0 ? "The default readings. " : "Played with " + list.map(([q, r]) => `“${readings.called(q, r)}”`).join(", ") + (now.also ? ", and so with " + now.also.join(", ") : "") + ". ");
    if (now.stopped) note.append(`The game so far cannot be played so: ${now.stopped}. It stands where that first shows, after ${now.moves} of ${was.moves} moves.`);
    else if (same && come.length + gone.length === 0) note.append("Here the same moves may be played. ");
    if (come.length > 0) note.append(`Now permitted here: ${names(come)}. `);
    if (gone.length > 0) note.append(`No longer permitted: ${names(gone)}. `);
    if (come.length + gone.length > 0) note.append("On the board arrows show it: whole for what is now permitted, broken for what no longer is. ");
    if (table.board.svg.getBoundingClientRect().bottom < 0) note.append(button("Show the board", () => table.board.svg.scrollIntoView({ block: "nearest" })));
  }

  // Showing.

  const movesIn = (n) => (n === 1 ? "1 move" : n + " moves");
  const changes = () => earlier.filter((e, i) => ![...earlier.slice(i + 1), now].some((f) => f.name === e.name && f.line.startsWith(e.line)));

  function show() {
    table.show(now, person(now.turn.player));
    if (at("refused").checked && now.turn.awaits === "move") table.explain(now.refused || [], null, null);
    at("record").textContent = now.line;
    const changed = changes();
    at("readings-changed").hidden = changed.length === 0;
    at("readings-changed").textContent = changed.map((e) => `After ${movesIn(e.moves)} the readings were changed.`).join(" ") + " The record names the last ones, under which all of its moves are permitted; what you download begins with the game as it stood at each change, under the readings of that time.";
    at("undo").disabled = now.steps === 0;
    history.replaceState(null, "", addressNow() === "" ? location.pathname : "#" + addressNow());
    document.body.dataset.state = now.turn.awaits;
    follow();
  }

  // Programs that play, and say what moves are worth.

  const person = (q) => players[q].value === "person";
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  // follow has a program play whose turn it is, or judge the moves.
  async function follow() {
    const mine = ++thoughts, { turn } = now, program = turn.awaits === "over" ? "person" : players[turn.player].value, judge = at("judge").value;
    if (turn.awaits === "over") return;
    if (program !== "person") {
      await pause(350);
      if (mine !== thoughts) return;
      if (turn.awaits === "throw" || program === "random" || now.legal.length === 1) return go({ then: [{ chance: true }] });
    }
    if (turn.awaits !== "move" || program === "person" && judge === "") return;
    const asks = program === "person" ? judge : program;
    try {
      if (opponents === null) opponents = new Opponents(game, files, say);
      at("thinks").textContent = asks + " is thinking.";
      const thought = await opponents.think(asks, readings.chosen(), now.line, now.steps);
      if (mine !== thoughts) return;
      at("thinks").textContent = said(thought);
      if (program === "person") {
        table.worth = worths(thought);
        table.show(now, true);
      } else {
        await go({ then: [thought.move ? { move: thought.move } : { chance: true }] }, thought.unsolved ? "A move was drawn at random." : "");
      }
    } catch (error) {
      if (mine === thoughts) at("thinks").textContent = `${asks} has nothing to say: ${error.message}`;
    }
  }

  // The record and the address.

  function record() {
    const out = changes().flatMap((e) => [`# As it was played, ${movesIn(e.moves)}, before the readings were changed:`, e.line]);
    if (out.length > 0) out.push(`# The whole game, ${movesIn(now.moves)}, played again from its start under the readings chosen last:`);
    return [...out, now.line].join("\n") + "\n";
  }

  function addressNow() {
    const pairs = [...(game.of ? [["of", game.of]] : []), ...Object.entries(readings.chosen())];
    if (players.some((s) => s.value !== "person")) pairs.push(["plays", players.map((s) => s.value).join(",")]);
    if (now.steps > 0 || / at \{/.test(now.line)) pairs.push(["line", now.line]);
    return addressOf(pairs);
  }

  // seat puts up for each player who plays, as the address says, and for each who counts the places.
  function seat(sides) {
    const plays = (from("plays")).split(",");
    players = sides.map((side, q) => {
      const label = at("seat").content.firstElementChild.cloneNode(true), s = label.querySelector("select");
      label.prepend(capital(side.name) + " ");
      s.dataset.player = String(q);
      if ([...s.options].some((o) => o.value === plays[q])) s.value = plays[q];
      s.addEventListener("change", () => go({}));
      at("who").append(label, " ");
      at("numbers").querySelector('[value="none"]').before(new Option(`as ${capital(side.name)} counts`, String(q)));
      return s;
    });
  }

  at("undo").addEventListener("click", () => {
    for (const s of players) s.value = "person";
    go({ back: 1 }, "Taken back.");
  });
  at("again").addEventListener("click", () => { at("changed").hidden = true; earlier = []; go({ line: "" }, "A new game."); });
  at("refused").addEventListener("change", () => go({}));
  at("rulebook").addEventListener("toggle", () => { if (now !== null && at("rulebook").open) go({}); });
  at("judge").addEventListener("change", () => go({}));
  at("numbers").addEventListener("change", () => show());
  at("board").addEventListener("keydown", (event) => {
    if (event.key === "Escape" && table.picked !== null) table.back();
  });

  at("save").addEventListener("click", () => { at("saved").textContent = download(game.id + ".line", record()); });
  at("link").addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      at("saved").textContent = "The link is copied.";
    } catch {
      at("saved").textContent = "The link is the address of this page.";
    }
  });

  // open loads the program, and has it read the game.
  async function open() {
    const progress = (text) => { at("loading").textContent = capital(text) + "."; };
    desk = await Desk.open(progress);
    progress("reading the rules of the game");
    files = await work.texts(game.file, game.files);
    const { errors, rulesets } = await desk.ask({ files });
    if (errors) trouble("The files of this game cannot be read. " + errors.map(inWords).join(" "));
    if (rulesets && rulesets.length > 0) game.id = rulesets[0];
    at("drafted").hidden = !work.draft.paths().some((p) => p in files);
    at("loading").textContent = "";
  }

  inTurn(async () => {
    const line = from("line");
    readings.wanted = Object.fromEntries(address.filter(([name]) => !["of", "plays", "line"].includes(name)));
    await open();
    let first = await asked({ line, about: true });
    if (first === null && line !== "") first = await asked({ line: "", about: true });
    if (first === null && Object.keys(readings.chosen()).length > 0) { // these readings cannot be played: the game is there all the same
      const why = at("trouble").textContent;
      readings.reset();
      first = await asked({ line: "", about: true });
      trouble(why + " The default readings are taken.");
    }
    if (first === null) return;
    now = first;
    readings.list(now.about.questions, game.ranked, table.home, choose);
    seat(now.sides);
    if (game.of) {
      document.querySelector("h1").textContent = now.about.title + ": play";
      document.querySelector(".mend a").hash = game.of;
    }
    at("playing").hidden = false;
    if (now.stopped) say("The line could not be played to its end: " + now.stopped + ".");
    show();
    const [other] = readings.picked(), note = at("changed");
    if (other !== undefined) {
      other.closest("li").append(note);
      note.hidden = false;
      told(note, now, false, [], []);
    }
    readings.seekable(note);
    document.body.dataset.ready = "yes";
  });

  // For tests, and for whoever looks at the page from its console.
  window.lectio = {
    settled: () => settled, now: () => now, line: () => now.line, record, legal: () => now.legal.map((m) => m.name), awaits: () => now.turn.awaits, beside: (i, dx, dy) => table.board.beside(i, dx, dy),
    kill: () => { desk.worker.terminate(); desk.die("it was stopped"); },
  };
});
