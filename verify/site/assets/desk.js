// The desk of a page: what asks the program itself, which runs in a worker, and takes its answers. Nothing that is read
// needs it; it is loaded when somebody plays or writes.
"use strict";

let coreArrives = null;
function lectioCore(core) { coreArrives(core); }

// bytesOf reads bytes that were written as text, 15 bits a letter: see package core.
function bytesOf({ packed, text }) {
  const out = new Uint8Array(packed);
  let at = 0, bits = 0, have = 0;
  for (let i = 0; i < text.length; i++) {
    bits |= (text.charCodeAt(i) - 0x3000) << have;
    for (have += 15; have >= 8 && at < packed; have -= 8) {
      out[at++] = bits & 0xff;
      bits >>>= 8;
    }
  }
  return out;
}

const corpusTexts = {}; // packed, by their paths
function lectioFile(path, packed) { corpusTexts[path] = packed; }

class Desk {
  // root is the way from the page to the top of the edition, with a slash at its end or empty.
  static root = document.body.dataset.root.replace(/index\.html$/, "");

  // loaded runs a script of the edition: browsers refuse to fetch files from a disk.
  static loaded(file) {
    return new Promise((resolve, reject) => {
      const s = document.createElement("script");
      s.src = Desk.root + file;
      s.addEventListener("load", resolve);
      s.addEventListener("error", () => reject(new Error("the file " + file + " is missing")));
      document.head.append(s);
    });
  }

  // brought are the texts of files of the corpus as the edition was made of them.
  static async brought(paths) {
    if (typeof unpacked === "undefined") await Desk.loaded("assets/packed.js");
    const text = async (p) => {
      if (!(p in corpusTexts)) await Desk.loaded("corpus/" + p + ".js");
      return [p, new TextDecoder().decode(await unpacked(corpusTexts[p]))];
    };
    return Object.fromEntries(await Promise.all(paths.map(text)));
  }

  static core = null; // the source of the worker and the parts that it unpacks, once asked for, and module once one has compiled it

  // open starts the program in a worker. progress is told what is being done, in words.
  static async open(progress) {
    if (Desk.core === null) {
      progress("loading the program");
      Desk.core = new Promise((resolve) => { coreArrives = resolve; });
      await Desk.loaded("assets/core.js");
    }
    const core = await Desk.core, desk = new Desk();
    const source = new Blob([bytesOf(core.source)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const address = URL.createObjectURL(new Blob([await new Response(source).blob()], { type: "text/javascript" }));
    desk.worker = new Worker(address);
    await new Promise((resolve, reject) => {
      desk.worker.addEventListener("error", (event) => reject(new Error(event.message)));
      desk.worker.addEventListener("message", ({ data }) => {
        if (data.what === "progress") progress(data.text);
        if (data.what === "ready") { core.module = data.module; resolve(); }
        if (data.what === "dead") { reject(new Error(data.text)); desk.die(data.text); }
        if (data.what === "answer") desk.answered(data);
      });
      desk.worker.postMessage(core.module === undefined ? { parts: core.parts.map((p) => ({ size: p.size, bytes: bytesOf(p) })) } : { module: core.module });
    });
    URL.revokeObjectURL(address);
    desk.ask({ settles: JSON.parse((await Desk.brought(["settled.json"]))["settled.json"]) }); // before anything else
    return desk;
  }

  constructor() {
    this.asked = new Map(); // number → what waits for the answer
    this.last = 0;
    this.dead = null; // why it answers no more
  }

  // ask asks the program, and gives its answer: see cmd/core for what can be asked.
  ask(request) {
    if (this.dead !== null) return Promise.reject(new Error(this.dead));
    return new Promise((resolve, reject) => {
      const id = ++this.last;
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, line: JSON.stringify(request) });
    });
  }

  answered({ id, line }) {
    this.asked.get(id).resolve(JSON.parse(line));
    this.asked.delete(id);
  }

  // die refuses what waits, and what is asked from now on.
  die(why) {
    this.dead = why;
    for (const { reject } of this.asked.values()) reject(new Error(why));
    this.asked.clear();
  }

  // close ends the worker, whatever it is doing: what waits is refused.
  close() {
    this.worker.terminate();
    this.die("the program was stopped");
  }
}
