// The worker in which the program runs that pages ask. It takes the packed program, or one that another worker has
// compiled, and then answers lines, each with a line.
"use strict";

const tell = (what, more) => postMessage({ what, ...more });

// unpacked is the program that lies packed in parts.
function unpacked(parts) {
  const size = parts.reduce((sum, p) => sum + p.size, 0), out = new Uint8Array(size);
  let done = 0;
  for (const p of parts) {
    tell("progress", { text: `unpacking the program: ${Math.round((100 * done) / size)} %` });
    out.set(brotli.decompress(p.bytes, p.size), done);
    done += p.size;
  }
  return out;
}

async function begin({ parts, module }) {
  if (module === undefined) {
    const bytes = unpacked(parts);
    tell("progress", { text: "preparing the program" });
    module = await WebAssembly.compile(bytes);
  }
  const go = new Go();
  const instance = await WebAssembly.instantiate(module, go.importObject);
  go.run(instance).then(() => tell("dead", { text: "the program has ended" }), (e) => tell("dead", { text: String(e) }));
  tell("ready", { module });
}

addEventListener("message", (event) => {
  const asked = event.data;
  if (asked.line === undefined) {
    begin(asked).catch((e) => tell("dead", { text: e.message }));
    return;
  }
  try {
    tell("answer", { id: asked.id, line: lectio(asked.line) });
  } catch (e) {
    tell("dead", { text: e.message });
  }
});
