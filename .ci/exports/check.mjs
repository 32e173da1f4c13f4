// Opens a release with programs that are not ours, and prints what each read:
//   node check.mjs RELEASE
// Its packages are installed beside it; nothing is fetched while it runs.
import fs from 'node:fs'
import path from 'node:path'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import jsonld from 'jsonld'
import CsvwParser from 'rdf-parser-csvw'
import rdf from '@rdfjs/dataset'
import terms from '@rdfjs/data-model'
import { JSDOM } from 'jsdom'

const require = createRequire(import.meta.url)
const release = process.argv[2]
const text = name => fs.readFileSync(path.join(release, name), 'utf8')
const modules = path.join(path.dirname(new URL(import.meta.url).pathname), 'node_modules')
const version = name => JSON.parse(fs.readFileSync(path.join(modules, name, 'package.json'))).version
const fail = message => { console.error(message); process.exitCode = 1 }
const say = (what, name, much) => console.log(`${what} by ${name} ${version(name)}: ${much}`)
// The terms of jsonld are plain objects; rdf-parser-csvw asks theirs whether they are equal.
const term = t => t.termType === 'NamedNode' ? terms.namedNode(t.value) : t.termType === 'BlankNode' ? terms.blankNode(t.value)
  : t.language ? terms.literal(t.value, t.language) : terms.literal(t.value, terms.namedNode(t.datatype.value))
const offline = url => { throw new Error(`${url} would be fetched`) }

// RO-Crate: the validator of ro-crate-js. It cannot fetch the context here, which is a
// warning; errors are breaches of the specification.
{
  const { Validator } = require('ro-crate/lib/validator.js')
  const { error, log } = console
  console.error = console.log = () => {}
  const v = new Validator()
  v.parseJSON(text('ro-crate-metadata.json'))
  await v.validate()
  const files = {}
  for (const f of fs.readdirSync(release, { recursive: true })) {
    const dir = fs.lstatSync(path.join(release, f)).isDirectory()
    files[dir ? f + '/' : f] = { exists: true, isDir: dir }
  }
  v.checkFiles(files)
  Object.assign(console, { error, log })
  const errors = v.results.filter(r => r.status === 'error')
  errors.forEach(e => fail(`RO-Crate: ${e.entity ?? ''} ${e.message}`))
  say('RO-Crate 1.2', 'ro-crate', `${[...v.crate.entities()].length} entities, ${errors.length} errors`)
}

// JSON-LD in CIDOC CRM: safe mode refuses whatever would not become linked data.
{
  const quads = await jsonld.toRDF(JSON.parse(text('corpus.crm.jsonld')), { safe: true, documentLoader: offline })
  if (quads.length === 0) fail('JSON-LD: nothing was read')
  say('JSON-LD', 'jsonld', `${quads.length} triples`)
}

// The data package, each table with its types and keys.
{
  const { Package } = require('datapackage')
  const p = await Package.load(path.join(release, 'tables/datapackage.json'), { basePath: path.join(release, 'tables') })
  if (!p.valid) p.errors.forEach(e => fail(`data package: ${e.message}`))
  let rows = 0
  for (const r of p.resources) {
    try {
      rows += (await r.read({ relations: true })).length
    } catch (e) {
      fail(`data package, ${r.name}: ${e.errors?.[0]?.message ?? e.message}`)
    }
  }
  say('data package', 'datapackage', `${p.resources.length} tables, ${rows} rows`)
}

// CSV on the Web: each table becomes linked data, with a subject for each row.
{
  const context = JSON.parse(fs.readFileSync(path.join(modules, 'rdf-parser-csvw/test/support/csvw.json')))
  const meta = JSON.parse(text('tables/csv-metadata.json'))
  let rows = 0
  let quads = 0
  for (const t of meta.tables) {
    const described = await jsonld.toRDF({ '@context': [context['@context'], meta['@context'][1]], ...t, dialect: meta.dialect },
      { documentLoader: offline, base: 'https://example.org/' })
    const subjects = new Set()
    const parser = new CsvwParser({ metadata: rdf.dataset(described.map(q => terms.quad(term(q.subject), term(q.predicate), term(q.object)))), baseIRI: 'https://example.org/' })
    for await (const q of parser.import(Readable.from([text('tables/' + t.url)]))) {
      quads++
      // Beside what a row is about, the parser names tables and rows as such.
      if (q.subject.value.includes(t.url + '#') && !q.subject.value.includes('#row=')) subjects.add(q.subject.value)
    }
    if (subjects.size !== t['dc:extent']) fail(`CSVW, ${t.url}: ${subjects.size} rows were read, of ${t['dc:extent']}`)
    rows += subjects.size
  }
  say('CSV on the Web', 'rdf-parser-csvw', `${meta.tables.length} tables, ${rows} rows, ${quads} triples`)
}

// TEI: CETEIcean makes a page of it.
{
  const { window } = new JSDOM('<!doctype html><body>', { runScripts: 'outside-only', url: 'https://example.org/' })
  const code = fs.readFileSync(path.join(modules, 'CETEIcean/dist/CETEI.js'), 'utf8')
  window.eval(code)
  window.tei = text('records.tei.xml')
  window.eval('const c = new CETEI(); document.body.appendChild(c.makeHTML5(window.tei))')
  const count = name => window.document.querySelectorAll('tei-' + name).length
  if (count('TEI') === 0 || count('ab') === 0) fail('TEI: CETEIcean shows no passage')
  say('TEI', 'CETEIcean', `${count('TEI')} documents, ${count('ab')} passages, ${count('app')} entries, ${count('rdg')} readings`)
}
