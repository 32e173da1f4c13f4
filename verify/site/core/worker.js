// The worker in which the program runs that pages ask. It takes the packed program, or one that another worker has
// compiled, and then answers lines, each with a line.
"use strict";

const tell = (what, more) => postMessage({ what, ...more });

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function begin({ packed, module }) {
  if (module === undefined) {
    tell("progress", { text: "unpacking the program" });
    const bytes = await unpacked(packed);
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
