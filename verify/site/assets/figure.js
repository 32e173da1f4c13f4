// Every board and every chart of a page can be saved as a file of its own, which says in
// itself what it shows and how it is cited. On a page what looks alike is written once; in the
// file everything stands with how it looks.
"use strict";

(function () {
  const looks = ["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "stroke-dasharray", "stroke-opacity", "font-size", "font-weight", "text-anchor"];
  const element = (name, text) => {
    const e = document.createElementNS("http://www.w3.org/2000/svg", name);
    e.textContent = text;
    return e;
  };

  // whole is a copy of a shape, or of shapes, that needs nothing else of the page.
  function whole(e) {
    if (e.nodeType !== Node.ELEMENT_NODE) return e.cloneNode();
    if (e.localName === "defs") return document.createDocumentFragment();
    if (e.localName === "use") {
      const g = element("g", "");
      g.setAttribute("transform", `translate(${e.getAttribute("x") || 0} ${e.getAttribute("y") || 0})`);
      g.append(whole(document.querySelector(e.getAttribute("href"))));
      return g;
    }
    const copy = e.cloneNode(false);
    copy.removeAttribute("class");
    copy.removeAttribute("id");
    if (e.childElementCount === 0) {
      const seen = getComputedStyle(e);
      for (const look of looks) copy.setAttribute(look, seen.getPropertyValue(look));
    }
    for (const child of e.childNodes) copy.append(whole(child));
    return copy;
  }

  // about is what a figure shows: the page, what it stands under there, and its caption.
  function about(figure) {
    const caption = figure.querySelector("figcaption"), within = figure.closest("section, article, li, details");
    const head = within === null ? null : within.querySelector("h2, h3, summary, p");
    return [document.querySelector("h1"), head, caption].filter((x) => x !== null).map((x) => x.firstChild.textContent.trim()).map((x) => (/[.?!]$/.test(x) ? x : x + ".")).join(" ");
  }

  function file(figure) {
    const svg = figure.querySelector("svg"), out = whole(svg);
    const paper = element("rect", "");
    paper.setAttribute("width", "100%");
    paper.setAttribute("height", "100%");
    paper.setAttribute("fill", "#fff");
    out.setAttribute("font-family", "sans-serif");
    out.setAttribute("height", svg.viewBox.baseVal.height);
    out.removeAttribute("aria-label");
    out.prepend(element("title", about(figure)), element("desc", svg.getAttribute("aria-label")), element("metadata", document.getElementById("cite").textContent + " " + document.querySelector("[rel=license]")?.textContent), paper);
    return new XMLSerializer().serializeToString(out);
  }

  document.querySelectorAll("figure.board, figure.chart").forEach((figure, i) => {
    const caption = figure.querySelector("figcaption");
    if (caption === null) return;
    const b = document.createElement("button");
    b.type = "button";
    b.className = "copier";
    b.textContent = "Save as SVG";
    b.addEventListener("click", () => {
      const a = document.createElement("a");
      a.href = URL.createObjectURL(new Blob([file(figure)], { type: "image/svg+xml" }));
      a.download = [...location.pathname.split("/").filter((x) => x !== "" && x !== "index.html").slice(-3), i + 1].join("-") + ".svg";
      a.click();
      setTimeout(() => URL.revokeObjectURL(a.href), 10000);
    });
    caption.append(b);
  });
})();
