// Prints each row of docs/acceptance.tsv with the tests that name it.
//   node scripts/acceptance.mjs              all rows
//   node scripts/acceptance.mjs PAY HOME     the rows of these areas
//   node scripts/acceptance.mjs --uncovered  only the rows that no test names
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const testFile = /(_test\.go|\.test\.tsx?|\.spec\.ts)$/
const skipped = new Set(['node_modules', '.git', 'bin', 'dist', 'screens', 'data'])
const rowId = /\b([A-Z][A-Z0-9]+)-(\d{2,3})(?:(?:\.\.|\u2026)(?:[A-Z0-9]+-)?(\d{2,3}))?\b/g

function* testFiles(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!skipped.has(entry.name)) yield* testFiles(path)
    } else if (testFile.test(entry.name)) yield path
  }
}

/** The ids that a text names; PAY-03..07 names five. */
function* idsIn(text) {
  for (const [, area, first, last] of text.matchAll(rowId)) {
    for (let n = Number(first); n <= Number(last ?? first); n++) {
      yield `${area}-${String(n).padStart(first.length, '0')}`
    }
  }
}

const namedBy = new Map()
for (const path of testFiles('.')) {
  for (const id of new Set(idsIn(readFileSync(path, 'utf8')))) namedBy.set(id, [...(namedBy.get(id) ?? []), path])
}

const args = process.argv.slice(2)
const onlyUncovered = args.includes('--uncovered')
const areas = args.filter((a) => !a.startsWith('--'))
const rows = readFileSync('docs/acceptance.tsv', 'utf8').trimEnd().split('\n').slice(1).map((line) => line.split('\t'))
  .filter(([, area]) => areas.length === 0 || areas.includes(area))
const byArea = new Map()

for (const [id, area, , requirement] of rows) {
  const tests = namedBy.get(id) ?? []
  const count = byArea.get(area) ?? { rows: 0, covered: 0 }
  byArea.set(area, { rows: count.rows + 1, covered: count.covered + (tests.length > 0 ? 1 : 0) })
  if (onlyUncovered && tests.length > 0) continue
  console.log(`${id}\t${requirement}`)
  for (const path of tests) console.log(`\t${path}`)
  if (tests.length === 0) console.log('\tno test names it')
}

console.log('\narea        named by a test')
for (const [area, { rows, covered }] of byArea) console.log(`${area.padEnd(12)}${covered} of ${rows}`)
const covered = rows.filter(([id]) => namedBy.has(id)).length
console.log(`\n${covered} of ${rows.length} rows are named by a test; rows of later parts of the product are not yet`)
