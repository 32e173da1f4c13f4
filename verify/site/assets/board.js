// A board in SVG on which men move: the empty board comes as it is drawn everywhere, and men
// are put where its cells lie. They are told apart without colour, by their rings.
"use strict";

const svgNS = "http://www.w3.org/2000/svg";

function svg(kind, attributes = {}, ...inside) {
  const e = document.createElementNS(svgNS, kind);
  for (const [k, v] of Object.entries(attributes)) e.setAttribute(k, v);
  e.append(...inside);
  return e;
}

// coordinates are names of a column and a row.
const coordinates = /^([a-z])([1-9][0-9]*)$/;

class Board {
  // on is called with the number of a cell that is clicked, over with that of one that is
  // looked at, or null.
  constructor(of, on, over) {
    const data = Board.upright(of) ? Board.turned(of) : of;
    this.of = of;
    this.data = data;
    this.over = over;
    this.labels = null;
    this.triangles = data.shapes === "triangle";
    const xs = data.cells.map((c) => c[0]), ys = data.cells.map((c) => c[1]);
    this.unit = 1;
    if (!this.triangles) {
      let least = Infinity;
      data.cells.forEach((a, i) => data.cells.forEach((b, j) => { if (j > i) least = Math.min(least, Math.hypot(a[0] - b[0], a[1] - b[1])); }));
      if (least < Infinity) this.unit = least;
    }
    this.height = 5; // of triangles
    this.reach = data.outline ? 0.1 * this.unit : 0; // of sides, beyond the cells
    const narrow = matchMedia("(max-width: 52rem)").matches; // where letters are large beside cells
    const pad = this.triangles ? 1 : (data.names.every((name) => coordinates.test(name)) ? (narrow ? 1.4 : 1.1) : 0.8) * this.unit + this.reach;
    this.left = Math.min(...xs) - pad;
    this.top = Math.max(...ys) + pad;
    this.wide = Math.max(...xs) - Math.min(...xs) + 2 * pad;
    this.high = Math.max(...ys) - Math.min(...ys) + 2 * pad;
    this.svg = svg("svg", { viewBox: `${this.left} ${-this.top} ${this.wide} ${this.high}`, class: "play-board", role: "group" });
    this.ground = svg("g", { "aria-hidden": "true", transform: `${data.turned ? "rotate(90) " : ""}scale(${1 / data.unit})` });
    this.ground.innerHTML = data.ground;
    this.names = svg("g", { "aria-hidden": "true" });
    this.men = svg("g", { "aria-hidden": "true" });
    this.arrows = svg("g", { "aria-hidden": "true" });
    this.spots = svg("g");
    this.svg.append(this.ground, this.names, this.men, this.arrows, this.spots);
    this.targets = data.cells.map((c, i) => this.target(c, i, on));
    this.stop(0);
    new ResizeObserver(() => this.fit()).observe(this.svg);
  }

  // upright reports whether a long board is set upright: on a narrow screen, where its places
  // would be too small for a finger.
  static upright(data) {
    const span = (k) => Math.max(...data.cells.map((c) => c[k])) - Math.min(...data.cells.map((c) => c[k]));
    return data.shapes !== "triangle" && span(0) > 2.4 * span(1) && matchMedia("(max-width: 52rem)").matches;
  }

  // turned is a board turned by a quarter.
  static turned(data) {
    return { ...data, turned: true, cells: data.cells.map(([x, y, flag]) => [y, -x, flag]), outline: data.outline && data.outline.map(([x, y]) => [y, -x]) };
  }

  // stop makes a cell the one to which the tabulator leads.
  stop(i) {
    if (this.at !== undefined) this.targets[this.at].setAttribute("tabindex", "-1");
    this.at = i;
    this.targets[i].setAttribute("tabindex", "0");
  }

  // beside is the cell next to one in a direction: the nearest of those that lie rather there
  // than aside, else of those that lie there at all; the cell itself at the edge.
  beside(i, dx, dy) {
    const [x, y] = this.middle(i), far = [];
    this.data.cells.forEach((_, j) => {
      const [u, v] = this.middle(j), along = (u - x) * dx + (v - y) * dy, aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      if (along > 0.1 * this.unit) far.push([along + 2 * aside + (aside > along ? 1000 * this.unit : 0), j]);
    });
    return far.length === 0 ? i : far.reduce((a, b) => (b[0] < a[0] ? b : a))[1];
  }

  // target is where a cell is clicked.
  target([x, y, flag], i, on) {
    const u = this.unit;
    const outline = this.data.outline && this.data.outline.map(([dx, dy]) => `${x + 0.9 * dx} ${-y - 0.9 * dy}`);
    const shape = outline ? { d: "M" + outline.join("L") + "Z" } : this.triangles ? { x: x - 0.5, y: flag === 1 ? -y - this.height : -y, width: 1, height: this.height } : { x: x - u / 2, y: -y - u / 2, width: u, height: u };
    const t = svg(outline ? "path" : "rect", { class: "target", ...shape, rx: this.triangles ? 0.1 : 0.15 * u, role: "button", tabindex: "-1", "data-cell": String(i) });
    t.addEventListener("click", () => on(i));
    t.addEventListener("keydown", (event) => {
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (way === undefined && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (way === undefined) return on(i);
      this.stop(this.beside(i, ...way));
      this.targets[this.at].focus();
    });
    for (const name of ["pointerenter", "focus"]) t.addEventListener(name, () => this.over(i));
    for (const name of ["pointerleave", "blur"]) t.addEventListener(name, () => this.over(null));
    this.spots.append(t);
    return t;
  }

  // label writes the names of the cells, by their numbers; none where names is null.
  label(names) {
    this.labels = names;
    this.fit();
  }

  // fit writes the names as large as can be read, or not where there is no room for that:
  // then a cell that is looked at is named below the board.
  fit() {
    this.names.replaceChildren();
    const u = this.unit, pixels = this.svg.clientWidth / this.wide, least = 10;
    const [size, most] = this.triangles ? [0.46, 0.62] : this.data.shapes === "node" ? [0.2 * u, 0.3 * u] : this.data.shapes === "hole" ? [0.16 * u, 0.2 * u] : [0.16 * u, 0.2 * u]; // in the corner of a square, clear of a man
    const columns = this.labels !== null && !this.triangles && this.labels.every((name) => coordinates.test(name));
    this.named = this.labels !== null && pixels > 0 && most * pixels >= least && !columns;
    this.over(null);
    if (this.labels === null || pixels === 0) return;
    const font = Math.max(size, least / pixels);
    if (columns) return this.around(Math.min(Math.max(0.3 * u, least / pixels), 0.8 * u));
    if (!this.named) return this.edges(font);
    this.data.cells.forEach(([x, y, flag], i) => {
      if (!this.labels[i]) return;
      let at = [x, -y + 0.55 * u], anchor = "middle";
      if (this.triangles) at = [x, flag === 1 ? -y + 0.62 : -y - 0.3];
      else if (this.data.shapes === "node") at = [x + 0.24 * u, -y + 0.36 * u];
      else if (this.data.shapes === "square") { at = [x - 0.46 * u, -y - 0.46 * u + 0.8 * font]; anchor = "start"; }
      this.names.append(svg("text", { class: "cell-name", x: at[0], y: at[1], "font-size": font, "text-anchor": anchor }, this.labels[i]));
    });
  }

  // around writes the names of columns below them and those of rows at their left, where no man
  // and no line covers them: as many as have room.
  around(font) {
    const u = this.unit, cells = this.data.cells.map(([x, y]) => [x, -y]);
    for (const [part, [ax, ay]] of [[1, [0, 1]], [2, [-1, 0]]]) {
      const lines = new Map(), outwards = ([x, y]) => x * ax + y * ay;
      cells.forEach((c, i) => { const name = this.labels[i].match(coordinates)[part]; lines.set(name, [...(lines.get(name) || []), c]); });
      const last = [];
      for (const [name, line] of lines) {
        line.sort((a, b) => outwards(b) - outwards(a));
        const [[x, y], [nx, ny]] = [line[0], line[1] || [line[0][0] - ax, line[0][1] - ay]], far = Math.hypot(x - nx, y - ny), by = (part === 1 ? 0.6 * u + 0.5 * font : 0.7 * u) + this.reach;
        const at = [x + ((x - nx) / far) * by, y + ((y - ny) / far) * by];
        if (last.some(([px, py]) => Math.abs(at[0] - px) < 1.2 * font && Math.abs(at[1] - py) < 1.2 * font)) continue;
        last.push(at);
        this.names.append(svg("text", { class: "cell-name", x: at[0], y: at[1] + 0.36 * font, "font-size": font, "text-anchor": part === 1 ? "middle" : "end" }, name));
      }
    }
  }

  // edges writes what the names of all places of a line share, as r2 of r2c7, beyond its end:
  // where there is no room for the names themselves.
  edges(font) {
    const u = this.unit, cells = this.data.cells, parts = (i) => this.labels[i].match(/[a-z]+[0-9]+/g) || [];
    for (const along of [0, 1]) {
      const lines = new Map(); // the number of the first cell is at its outer end
      cells.forEach((c, i) => lines.set(c[1 - along], [...(lines.get(c[1 - along]) || []), i]));
      for (const line of lines.values()) {
        line.sort((a, b) => (along === 0 ? cells[a][0] - cells[b][0] : cells[b][1] - cells[a][1]));
        const [x, y] = cells[line[0]], same = parts(line[0]).find((p) => line.every((i) => parts(i).includes(p)));
        if (same === undefined || line.length === 1) continue;
        const at = along === 0 ? { x: x - 0.5 * u, y: -y + 0.36 * font, "text-anchor": "end" } : { x, y: -y - 0.5 * u, "text-anchor": "middle" };
        this.names.append(svg("text", { class: "cell-name", "font-size": font, ...at }, same));
      }
    }
  }

  // man is a man of a colour, which is a number of the palette of all drawings, or a sign that is
  // written in his place.
  man(x, y, r, player, text, picture) {
    const g = svg("g", { class: "man p" + player });
    if (picture && picture.alone && text === "") {
      g.append(svg("path", { class: "written", d: picture.path, transform: `translate(${x} ${y}) scale(${r})` }));
      return g;
    }
    g.append(svg("circle", { cx: x, cy: y, r, "stroke-width": 0.09 * r }));
    if (picture && text === "") g.append(svg("path", { class: "picture", d: picture.path, transform: `translate(${x} ${y}) scale(${r})` }));
    else if (text !== "") g.append(svg("text", { x, y: y + 0.36 * r, "font-size": 1.05 * r, "text-anchor": "middle" }, text));
    else if (player === 3) g.append(svg("circle", { class: "heart", cx: x, cy: y, r: 0.3 * r }));
    else g.append(svg("circle", { class: "ring", cx: x, cy: y, r: 0.62 * r, "stroke-width": 0.1 * r }));
    return g;
  }

  // stand puts men on the board: groups are lists of {colour, count, mark, picture} by cell; bar are those on the halves of
  // the bar.
  stand(groups, bar) {
    this.men.replaceChildren();
    groups.forEach((list, i) => this.put(list, this.data.cells[i], i));
    (this.data.bar || []).forEach((half, i) => this.put((bar || [])[i], half, "bar"));
  }

  // put puts men on a cell, or on a half of the bar.
  put(list, [x, y, flag], name) {
    if (list === undefined || list.length === 0) return;
    const u = this.unit;
    const put = (...how) => { const man = this.man(...how); man.setAttribute("data-on", name); this.men.append(man); };
    if (this.triangles) {
      const r = 0.46, up = flag === 1 ? -1 : 1;
      let k = 0;
      for (const g of list) {
        const shown = Math.min(g.count, Math.max(1, Math.floor(5 / list.length)));
        for (let n = 0; n < shown; n++, k++) {
          const text = n === shown - 1 && g.count > shown ? String(g.count) : (g.mark || "");
          put(x, -y + up * (r + k * 0.92), r, g.colour, text, g.picture);
        }
      }
      return;
    }
    const r = (list.length === 1 ? 0.34 : 0.22) * u;
    list.forEach((g, k) => {
      const dx = (k - (list.length - 1) / 2) * 0.46 * u;
      const text = (g.count > 1 ? String(g.count) : "") + (g.mark || "");
      put(x + dx, -y, r, g.colour, text, g.picture);
    });
  }

  middle(i) {
    const [x, y, flag] = this.data.cells[i];
    return this.triangles ? [x, flag === 1 ? -y - 1.4 : -y + 1.4] : [x, -y];
  }

  // arrow shows moves from cell to cell: the last one, and how a reading changes what may
  // be played, which is called come and gone.
  arrow(list) {
    this.arrows.replaceChildren();
    for (const [from, to, kind] of list) {
      if (from === null || to === null) continue;
      const [x0, y0] = this.middle(from), [x1, y1] = this.middle(to), u = this.unit;
      const far = Math.hypot(x1 - x0, y1 - y0);
      if (far < 0.1 * u) continue;
      const dx = (x1 - x0) / far, dy = (y1 - y0) / far, h = 0.28 * u;
      this.arrows.append(svg("path", { class: "arrow " + kind, "stroke-width": 0.09 * u, d: `M${x0} ${y0}L${x1} ${y1}M${x1 - h * (dx - 0.6 * dy)} ${y1 - h * (dy + 0.6 * dx)}L${x1} ${y1}L${x1 - h * (dx + 0.6 * dy)} ${y1 - h * (dy - 0.6 * dx)}` }));
    }
  }
}

// thrown is a picture of a throw, each thing as it fell; of a lot it is the name.
function thrown(t) {
  const box = document.createElement("span");
  box.className = "thrown";
  box.setAttribute("role", "img");
  box.setAttribute("aria-label", t.words);
  for (const d of t.things) {
    const s = svg("svg", { viewBox: `-1 -1 ${d.wide + 2} ${d.high + 2}`, class: "fallen" });
    s.innerHTML = d.elements;
    box.append(s);
  }
  if (t.things.length === 0) box.textContent = t.name;
  return box;
}
