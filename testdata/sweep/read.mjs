// Reads what lectio sweep merge wrote, by DuckDB (Parquet) and Python (SQLite), and
// compares it with the JSON: neither is ours.
//
//	node read.mjs FILE.json FILE.parquet FILE.sqlite
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { DuckDBInstance } from '@duckdb/node-api'

const [json, parquet, sqlite] = process.argv.slice(2)
const want = []
for (const i of JSON.parse(readFileSync(json, 'utf8')).interpretations) {
  for (const m of i.metrics) want.push([i.ruleset, i.interpretation, m.metric, m.value, m.low, m.high, m.n, i.games].join('|'))
}
if (want.length === 0) throw new Error('there is nothing to compare with')
want.sort()

function same(what, got) {
  got.sort()
  if (got.length !== want.length) throw new Error(`${what}: ${got.length} rows, want ${want.length}`)
  for (const i in want) if (got[i] !== want[i]) throw new Error(`${what}: ${got[i]}, want ${want[i]}`)
}

const db = await (await DuckDBInstance.create(':memory:')).connect()
const rows = await db.runAndReadAll(`SELECT ruleset, interpretation, metric, value, low, high, n, games FROM read_parquet('${parquet}')`)
same('Parquet', rows.getRowsJS().map(r => r.map(x => (typeof x === 'bigint' ? Number(x) : x)).join('|')))
const described = await db.runAndReadAll(`SELECT decode(value) FROM parquet_kv_metadata('${parquet}') WHERE decode(key) = 'columns'`)
const dictionary = JSON.parse(described.getRowsJS()[0][0]).map(c => c.column)
const columns = (await db.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet('${parquet}')`)).getRowsJS().map(r => r[0])
if (dictionary.join() !== columns.join()) throw new Error(`the dictionary has ${dictionary}, the file ${columns}`)

const python = `
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
named = lambda table: [r[1] for r in db.execute('PRAGMA table_info(%s)' % table)]
columns = named('rows') + ['checked.' + c for c in named('checked') if c != 'interpretation']
assert columns == [r[0] for r in db.execute('SELECT "column" FROM columns ORDER BY rowid')], columns
assert db.execute('PRAGMA integrity_check').fetchone() == ('ok',) and not db.execute('PRAGMA foreign_key_check').fetchall()
json.dump(db.execute('SELECT ruleset, interpretation, metric, value, low, high, n, games FROM rows').fetchall(), sys.stdout)
`
same('SQLite', JSON.parse(execFileSync('python3', ['-c', python, sqlite], { maxBuffer: 1 << 30 })).map(r => r.join('|')))
console.log(`${want.length} rows read by DuckDB and Python`)
