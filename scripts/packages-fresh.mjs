// Exits 0 when the packages installed in a folder are those of its lock file.
// npm keeps a copy of the lock of what it installed: the two are compared by
// name and version, so a touched or checked-out lock file installs nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = process.argv[2]

function packages(path) {
  try {
    return JSON.parse(readFileSync(join(folder, path), 'utf8')).packages
  } catch {
    return undefined
  }
}

const wanted = packages('package-lock.json')
const found = packages('node_modules/.package-lock.json')
const stale = ([name, { version, optional, link }]) =>
  name !== '' && !optional && !link && found[name]?.version !== version

process.exit(wanted && found && !Object.entries(wanted).some(stale) ? 0 : 1)
