// Prints what the home route loads, compressed, and fails when it is over budget.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../../internal/web/dist', import.meta.url))
const LIMITS = { js: 130_000, css: 8_000 }
/** The home route is part of the entry file; its lazy parts come after the first screen and are listed apart. */
const HOME_CHUNKS = ['index.html']

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'))

/** A chunk, its static imports and their style sheets. */
function collect(key, found = new Set()) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the build has no chunk for ${key}`)
  if (found.has(chunk.file)) return found
  found.add(chunk.file)
  for (const sheet of chunk.css ?? []) found.add(sheet)
  for (const next of chunk.imports ?? []) collect(next, found)
  return found
}

const files = new Set(HOME_CHUNKS.flatMap((key) => [...collect(key)]))
const sums = { js: 0, css: 0 }
for (const file of [...files].sort()) {
  const size = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  const kind = file.endsWith('.css') ? 'css' : 'js'
  sums[kind] += size
  process.stdout.write(`${String(size).padStart(8)}  ${file}\n`)
}
for (const [kind, limit] of Object.entries(LIMITS)) {
  process.stdout.write(`home ${kind} gzip ${sums[kind]} of ${limit} bytes\n`)
}
if (sums.js > LIMITS.js || sums.css > LIMITS.css) process.exitCode = 1
