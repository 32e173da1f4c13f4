// While a corpus is being written: shows a page anew when it has been made anew, and what
// is wrong with the corpus.
//
// Where pages may write (lectio site --serve --edit), lectioEdit is there, and the document has been
// told so by the event lectio-edit: await lectioEdit.write(patch) is {written: [files]} or {errors: [{message, file,
// line, column, found, expected}]}. A page that has something that is not written yet prevents the event lectio-anew,
// and is not shown anew.
"use strict";

(function () {
  const waits = document.body.dataset.stamp; // on the page that is shown before there are any, which may be there before this asks
  let stamp = waits === undefined ? null : Number(waits);
  const box = document.createElement("section");
  box.className = "trouble";
  box.setAttribute("role", "alert");
  box.hidden = true;

  // The address that was printed has the token behind #, which is sent to nobody. It is kept for this tab alone, and
  // taken out of the address.
  const mark = "#edit=", key = "lectio-edit";
  if (location.hash.startsWith(mark)) {
    sessionStorage.setItem(key, location.hash.slice(mark.length));
    history.replaceState(null, "", location.pathname + location.search);
  }

  async function write(patch) {
    try {
      const answer = await fetch("/lectio-edit", {
        method: "POST",
        headers: { "Lectio-Token": sessionStorage.getItem(key), "Content-Type": "application/json" },
        body: JSON.stringify({ patch }),
      });
      return await answer.json();
    } catch {
      return { errors: [{ message: "lectio site --serve has stopped: nothing was written" }] };
    }
  }

  function mayWrite(may) {
    if (!may || !sessionStorage.getItem(key) || globalThis.lectioEdit) return;
    globalThis.lectioEdit = { write };
    document.dispatchEvent(new Event("lectio-edit"));
  }

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
      if (stamp !== null && stamp !== answer.stamp && document.dispatchEvent(new Event("lectio-anew", { cancelable: true }))) return location.reload();
      stamp = answer.stamp;
      mayWrite(answer.edit);
      tell(answer.errors || []);
    } catch {
      tell(["lectio site --serve has stopped"]);
    }
    setTimeout(look, 1000);
  }

  document.querySelector(".top").after(box);
  look();
})();
