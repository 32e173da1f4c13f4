// A line of play that stands on the page is played on where there is a page to play on.
"use strict";

const board = document.querySelector('.along a[href$="play/index.html"]');
for (const code of board === null ? [] : document.querySelectorAll("code.played")) {
  const readings = code.dataset.as === undefined ? "" : code.dataset.as + "&";
  const a = document.createElement("a");
  a.className = "button small";
  a.href = board.getAttribute("href") + "#" + readings + "line=" + encodeURIComponent(code.textContent);
  a.textContent = "Play it on from there";
  code.closest("p").before(a);
}
