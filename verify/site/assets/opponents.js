// The programs that play on a page, and say what moves are worth: they think in a worker of their own, so that the board
// answers meanwhile.
"use strict";

class Opponents {
  // files are the texts of the files that the game is read from, weights those of the program that learned it, packed for
  // the program, or "". progress is told what is being done.
  constructor(game, files, progress) {
    this.game = game;
    this.files = files;
    this.progress = progress;
    this.desk = null;
    this.thinking = false;
    this.seed = Math.floor(Math.random() * 2 ** 32);
  }

  // think asks a program what it makes of where a line leads. It stops what was thought about before.
  async think(program, readings, line, steps) {
    this.stop();
    if (this.desk === null) {
      this.desk = await Desk.open(this.progress);
      this.desk.ask({ files: this.files });
    }
    const desk = this.desk;
    this.thinking = true;
    try {
      const answer = await desk.ask({ ruleset: this.game.id, readings, play: { line, board: "none" }, think: { program, seed: this.seed, number: steps, ...(program.startsWith("learned") || program.startsWith("searching") ? { weights: this.game.weights } : {}) } });
      if (answer.errors) throw new Error(answer.errors.map(inWords).join(" "));
      return answer.think;
    } finally {
      if (desk === this.desk) this.thinking = false;
    }
  }

  // stop ends what is being thought about.
  stop() {
    if (!this.thinking) return;
    this.desk.close();
    this.desk = null;
    this.thinking = false;
  }
}

// said is what there is to say of how a program thought: by what it has learned, or why it made nothing of the position.
function said(thought) {
  if (thought.unsolved) return `${thought.player} has nothing to say: ${thought.unsolved}.`;
  return thought.player.endsWith(":default") ? `${thought.player} learned the game under its default readings, and judges these by that.` : "";
}

// worths are the words for what a program makes of moves, by their names; none where it makes nothing of them. The program
// is called as it calls itself.
function worths(thought) {
  const out = new Map();
  for (const m of thought.moves) {
    const value = m.value && (m.value[0] === m.value[1] ? m.value[0] : `${m.value[0]} to ${m.value[1]}`);
    const text = value ? "worth " + value : typeof m.chance === "number" ? (100 * m.chance).toFixed(0) + " %" : "";
    if (text !== "") out.set(m.move, `${text} by ${thought.player}`);
  }
  return out;
}
