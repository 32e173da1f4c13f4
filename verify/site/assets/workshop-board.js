// A board on which positions are set up and moves are tried, drawn from what the program tells of the equipment of a game:
// it needs nothing of the edition, so that a game that was just written has one.
"use strict";

const sketchShapes = ["triangle", "node", "square", "hole", "node"];

// sketch is a board to draw, as board.js takes it.
function sketch(e) {
  const kind = sketchShapes[e.shape], out = [];
  const line = (x1, y1, x2, y2) => out.push(`<path class="sketched" d="M${x1} ${-y1}L${x2} ${-y2}"/>`);
  let unit = Infinity;
  e.cells.forEach((a, i) => e.cells.forEach((b, j) => { if (j > i) unit = Math.min(unit, Math.hypot(a[0] - b[0], a[1] - b[1])); }));
  if (unit === Infinity) unit = 1;
  if (kind === "node") for (const [a, b] of e.edges || []) line(e.cells[a][0], e.cells[a][1], e.cells[b][0], e.cells[b][1]);
  for (const [x, y, up] of e.cells) {
    if (kind === "triangle") out.push(`<path class="sketched" d="M${x - 0.5} ${-y}L${x} ${up === 1 ? -y - 4.6 : -y + 4.6}L${x + 0.5} ${-y}Z"/>`);
    else if (kind === "square") out.push(`<rect class="sketched" x="${x - unit / 2}" y="${-y - unit / 2}" width="${unit}" height="${unit}"/>`);
    else out.push(`<circle class="sketched" cx="${x}" cy="${-y}" r="${kind === "hole" ? 0.42 * unit : 0.07 * unit}"/>`);
  }
  return { ground: out.join(""), unit: 1, shapes: kind, cells: e.cells, names: e.cells.map((_, i) => named(e, 0, i)), signs: [] };
}

// named is the first name that a player has for a cell, "" where he has none.
function named(e, player, cell) {
  const at = e.of[player].indexOf(cell);
  return at < 0 ? "" : e.places[player][at];
}

// cellOf is the cell of a place as a player names it, null where it is none of the board.
function cellOf(e, player, place) {
  if (place === undefined || place === null) return null;
  const at = e.places[player].indexOf(place.replace(/\+.*/, ""));
  return at < 0 ? null : e.of[player][at];
}

// stands puts the men of a position on a board.
function stands(board, e, position) {
  const groups = e.cells.map(() => []);
  e.players.forEach((player, q) => {
    for (const [place, count] of Object.entries(position[player] || {})) {
      const cell = cellOf(e, q, place), kind = place.includes("+") ? place.slice(place.indexOf("+") + 1) : "";
      if (cell !== null) groups[cell].push({ colour: q, count, mark: kind === "" ? "" : kind.charAt(0).toUpperCase() });
    }
  });
  board.stand(groups, []);
  const named = board.data.names;
  groups.forEach((list, i) => board.targets[i].setAttribute("aria-label", `${named[i]}: ${list.map((g) => `${g.count} of ${e.players[g.colour]}${g.mark === "" ? "" : ", " + g.mark}`).join(", ") || "empty"}`));
}
