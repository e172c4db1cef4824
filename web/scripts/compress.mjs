// Compresses the build once at the highest quality, removes what it compressed, and writes the marker
// file that keeps the folder in git.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const dist = fileURLToPath(new URL('../../internal/web/dist', import.meta.url))
const COMPRESSIBLE = /\.(?:js|css|html|svg|json|webmanifest)$/
const WORTH_IT = 512

function* files(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) yield* files(path)
    else yield path
  }
}

for (const path of [...files(dist)]) {
  const body = readFileSync(path)
  if (!COMPRESSIBLE.test(path) || body.length < WORTH_IT) continue
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  writeFileSync(`${path}.br`, brotliCompressSync(body, brotli))
  writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
  rmSync(path)
}
writeFileSync(join(dist, '.keep'), '')
