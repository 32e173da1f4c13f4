// What scripts make pages of.
"use strict";

const capital = (s) => s.charAt(0).toUpperCase() + s.slice(1);

// slug is a text as part of an address, as addresses of the edition are made.
const slug = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

// element makes an element with properties, and with what stands in it.
function element(kind, properties = {}, ...inside) {
  const e = Object.assign(document.createElement(kind), properties);
  e.append(...inside);
  return e;
}

function button(text, does, properties = {}) {
  const b = element("button", { type: "button", textContent: text, ...properties });
  b.addEventListener("click", does);
  return b;
}

// inWords is an error of the program in a sentence.
function inWords(e) {
  return capital(e.message || "") + (e.found ? `; found ${e.found}` : "") + (e.expected ? `, expected ${e.expected}` : "") + ".";
}

// chapters are the rules as running text; what is not so by default is marked.
function chapters(list) {
  return list.map((c) => element("section", { className: "chapter" }, ...(c.title === "" ? [] : [element("h2", { textContent: c.title })]),
    ...c.paragraphs.map((p) => element("p", { className: p.otherwise ? "otherwise" : "" }, ...(p.label ? [element("strong", { textContent: p.label })] : []), p.text))));
}

// download saves a text as a file, and returns what to say of it.
function download(name, text) {
  const a = element("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 10000);
  return `Saved as ${name}, in the folder where your browser saves files.`;
}

// outcome is where is said, beside a button, what came of it.
const outcome = () => element("span", { className: "small", role: "status", ariaLive: "polite" });

// addressOf is how an address says [name, value] behind #, and addressed what an address says.
function addressOf(pairs) {
  return pairs.map((p) => encodeURIComponent(p.join("=")).replace(/%3D/, "=").replace(/%20/g, "+")).join("&");
}

function addressed(hash) {
  const plain = (x) => decodeURIComponent(x.replace(/\+/g, "%20"));
  return hash.slice(1).split("&").filter((x) => x !== "").map((x) => [plain(x.slice(0, x.indexOf("="))), plain(x.slice(x.indexOf("=") + 1))]);
}
