// What is written deflated, since it is large.
"use strict";

const unpacks = typeof DecompressionStream !== "undefined";

// unpacked are the bytes that were written so.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
