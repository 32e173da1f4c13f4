#!/bin/sh
# Makes ../assets/editor/codemirror.js, and codemirror.txt, the licences of what is in it, from entry.js. The versions are those of
# package-lock.json; to take others, change package.json, run npm install here, and then this script. It needs npm and
# the network, and leaves nothing else behind.
set -eu
cd -- "$(dirname -- "$0")"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cp package.json package-lock.json entry.js "$tmp"
(
  cd "$tmp"
  npm ci --no-audit --no-fund --ignore-scripts >/dev/null
  echo 'CodeMirror and what it is made of, as codemirror.js has them. bundle.sh writes this list.' >codemirror.txt
  ./node_modules/.bin/esbuild entry.js --bundle --minify --format=iife --global-name=CodeMirror --target=es2020 --charset=utf8 \
    --legal-comments=none --banner:js='// CodeMirror, bundled by bundle.sh; licences: codemirror.txt' --outfile=codemirror.js --metafile=meta.json --log-level=warning
  node -e '
    const fs = require("fs"), found = new Map();
    for (const name of Object.keys(JSON.parse(fs.readFileSync("meta.json")).inputs)) {
      const m = name.match(/^node_modules\/((?:@[^/]+\/)?[^/]+)\//);
      if (m) found.set(m[1], JSON.parse(fs.readFileSync(`node_modules/${m[1]}/package.json`)));
    }
    const texts = new Map();
    for (const [name, p] of [...found].sort()) {
      const text = fs.readFileSync(`node_modules/${name}/LICENSE`, "utf8").trim();
      texts.set(text, [...(texts.get(text) || []), `${name} ${p.version} (${p.license})`]);
    }
    for (const [text, names] of texts) fs.appendFileSync("codemirror.txt", `\n${"=".repeat(72)}\n${names.join("\n")}\n\n${text}\n`);'
)
cp "$tmp/codemirror.js" "$tmp/codemirror.txt" ../assets/editor/
