// Each table gets a filter: rows that have all of its words are shown.
for (const region of document.querySelectorAll(".scroll")) {
  const rows = [...region.querySelectorAll("tbody tr")];
  if (rows.length < 8) continue;
  const box = document.createElement("input");
  box.type = "search";
  box.className = "filter";
  box.placeholder = "filter " + rows.length + " rows";
  box.setAttribute("aria-label", "Filter the rows of " + region.querySelector("caption").textContent);
  box.addEventListener("input", () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
  region.before(box);
}
// What a link leads to is shown, whatever the filter says.
addEventListener("hashchange", () => {
  const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (row) { row.hidden = false; row.scrollIntoView({ block: "center" }); }
});
