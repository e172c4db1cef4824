// Every message and every fault of the server exists in every language with the same placeholders, under the prefix of its domain; none is unused.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const messages = join(root, 'src/copy/messages')
const settings = JSON.parse(readFileSync(join(root, 'project.inlang/settings.json'), 'utf8'))
const faults = []

/** The texts of a file; none without the file, so that each of them is missing. */
function texts(path) {
  if (!existsSync(path)) return {}
  const { $schema: _, ...entries } = JSON.parse(readFileSync(path, 'utf8'))
  return entries
}

const read = (domain, locale) => texts(join(messages, domain, `${locale}.json`))

const placeholders = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join(' ')

/** A language may say a thing once that another says twice. */
const places = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ')

function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name === 'paraglide' || name === 'messages' || name === 'faults') continue
    if (statSync(path).isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)) yield readFileSync(path, 'utf8')
  }
}

const code = [...sources(join(root, 'src'))].join('\n')
const used = new Set([...code.matchAll(/\bm\.(\w+)/g)].map((match) => match[1]))
const patterns = settings['plugin.inlang.messageFormat'].pathPattern
const domains = readdirSync(messages)

for (const domain of domains) {
  const source = read(domain, settings.baseLocale)
  if (!patterns.some((pattern) => pattern.includes(`/${domain}/`)))
    faults.push(`${domain}: not in project.inlang/settings.json`)
  for (const key of Object.keys(source)) {
    if (!key.startsWith(`${domain}_`)) faults.push(`${domain}: ${key} does not begin with ${domain}_`)
    if (!used.has(key)) faults.push(`${domain}: ${key} is not used`)
  }
  for (const locale of settings.locales) {
    const entries = read(domain, locale)
    for (const [key, text] of Object.entries(source)) {
      if (!entries[key]?.trim())
        faults.push(`${domain}: ${key} is missing in ${locale} (web/src/copy/messages/${domain}/${locale}.json)`)
      else if (placeholders(entries[key]) !== placeholders(text))
        faults.push(`${domain}: ${key} has other placeholders in ${locale}`)
    }
    for (const key of Object.keys(entries))
      if (!(key in source)) faults.push(`${domain}: ${key} exists only in ${locale}`)
  }
}

/** Values that are the framework's words for programmers: no language but the server's English repeats them. */
const untold = new Set(['{problem}', '{reason}'])
const told = (text) =>
  places(text)
    .split(' ')
    .filter((place) => !untold.has(place))
    .join(' ')

// The server's faults: English is what it sends, every other language has each text by its code.
const templates = JSON.parse(readFileSync(join(root, '../api/faults.json'), 'utf8'))
for (const locale of settings.locales.filter((locale) => locale !== settings.baseLocale)) {
  const own = texts(join(root, `src/copy/faults/${locale}.json`))
  for (const [code, template] of Object.entries(templates)) {
    if (!own[code]?.trim()) faults.push(`faults: ${code} is missing in ${locale} (web/src/copy/faults/${locale}.json)`)
    else if (places(own[code]) !== told(template)) faults.push(`faults: ${code} has other placeholders in ${locale}`)
  }
  for (const code of Object.keys(own)) if (!(code in templates)) faults.push(`faults: ${code} exists only in ${locale}`)
}

for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(`copy: ${domains.length} domains, ${settings.locales.length} languages, ${faults.length} faults\n`)
if (faults.length) process.exitCode = 1
