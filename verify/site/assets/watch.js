// While a corpus is being written: shows a page anew when it has been made anew, and what
// is wrong with the corpus.
"use strict";

(function () {
  let stamp = null;
  const box = document.createElement("section");
  box.className = "trouble";
  box.setAttribute("role", "alert");
  box.hidden = true;

  function tell(errors) {
    box.hidden = errors.length === 0;
    box.replaceChildren();
    const h = document.createElement("h2"), list = document.createElement("ul"), p = document.createElement("p");
    h.textContent = "The corpus cannot be read as it stands";
    p.textContent = "What you see was made before, or without what has errors.";
    for (const e of errors) {
      const li = document.createElement("li"), code = document.createElement("code");
      code.textContent = e;
      li.append(code);
      list.append(li);
    }
    box.append(h, list, p);
  }

  async function look() {
    try {
      const answer = await (await fetch("/lectio-status.json", { cache: "no-store" })).json();
      if (stamp !== null && stamp !== answer.stamp) return location.reload();
      stamp = answer.stamp;
      tell(answer.errors || []);
    } catch {
      tell(["lectio site --serve has stopped"]);
    }
    setTimeout(look, 1000);
  }

  document.querySelector(".top").after(box);
  look();
})();
