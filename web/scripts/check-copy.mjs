// Every message and every fault of the server exists in every language with the same placeholders, under the prefix of
// its domain, which is the room of the app that says it; none is unused, and none of several words is left in English.
// A message that counts has a text for each plural form of its language, and whoever translates finds a note where a
// text alone does not say enough.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
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

/** The texts of a message: one, or one for each plural form. */
const variants = (message) => (typeof message === 'string' ? [message] : Object.values(message?.[0]?.match ?? {}))

/** The plural forms, one for each selector, for which a message that counts has no text, or has too many. */
function wrongForms([{ declarations, selectors, match }], locale) {
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  const counting = selectors.filter((name) =>
    declarations.some((line) => /: plural$/.test(line) && line.includes(` ${name} = `)),
  )
  if (counting.length !== selectors.length) return ['a selector that is no plural']
  const forms = selectors.reduce(
    (all, name) => all.flatMap((form) => categories.map((category) => [...form, `${name}=${category}`])),
    [[]],
  )
  const needed = forms.map((form) => form.join(', '))
  const given = Object.keys(match)
  return [...needed.filter((form) => !given.includes(form)), ...given.filter((form) => !needed.includes(form))]
}

/** Texts of three or more words that read the same in another language: names, and words that no language translates. */
const sameEverywhere = new Set([])

/** A translation that nobody has made: the English text was copied. */
function leftInEnglish(text, english) {
  const words = english.replace(/\{\w+\}|<[^>]*>/g, '').match(/\p{L}[\p{L}\p{M}'’-]+/gu) ?? []
  return text === english && words.length >= 3 && !sameEverywhere.has(english)
}

/** The number of a rule of the documents, which nobody who reads a screen knows. */
const RULE = /\bR\d{1,2}[a-z]?\b/

/** A letter of a script that the language is not written in: another language's text was copied. Latin is for names. */
const foreignLetter = (locale) => {
  const { script } = new Intl.Locale(locale).maximize()
  return new RegExp(`(?![\\p{Script=Latin}\\p{Script=${script}}])\\p{L}`, 'u')
}

function checkMessage(where, message, source, locale) {
  const own = variants(message)
  const english = variants(source)
  if (locale !== settings.baseLocale && own.some((text) => english.some((other) => leftInEnglish(text, other))))
    faults.push(`${where} is in English in ${locale}`)
  if (!own.length || own.some((text) => !text.trim())) faults.push(`${where} is missing in ${locale}`)
  if (own.some((text) => foreignLetter(locale).test(text))) faults.push(`${where} is in another script in ${locale}`)
  if (own.some((text) => RULE.test(text))) faults.push(`${where} names a rule by its number in ${locale}`)
  const wanted = placeholders(variants(source)[0] ?? '')
  // A form is no number: "one" is 0 and 1 in Hindi, so each text says its number.
  if (own.some((text) => placeholders(text) !== wanted)) faults.push(`${where} has other placeholders in ${locale}`)
  if (typeof message === 'string') return
  for (const form of wrongForms(message, locale))
    faults.push(`${where}: ${form} is missing in ${locale}, or of no use there`)
}

/**
 * What cannot be translated by itself (docs/decisions/0063): a value that is put in; and one or two words, which may be a
 * noun or a command, and stand where there may be little room.
 */
const needsNote = (message) =>
  variants(message).some((text) => places(text) || text.trim().split(/\s+/).length <= LABEL_WORDS)
const LABEL_WORDS = 2

/** The parts of docs/glossary.md about law and money. */
const GLOSSARY = ['Bills', 'Money', 'Auto debit']
/** Words that are written in capitals and are no abbreviations. */
const loud = new Set(['OR', 'ALLOW', 'DENY'])

/** A term of law or money, and an abbreviation, is explained once for all messages that say it, in src/copy/terms.json. */
function checkTerms(english) {
  const terms = texts(join(root, 'src/copy/terms.json'))
  const says = (term) => english.some((text) => new RegExp(`\\b${term}s?\\b`, 'i').test(text))
  const needed = new Set(english.flatMap((text) => text.match(/\b[A-Z][A-Z0-9]+s?\b/g) ?? []))
  const glossary = readFileSync(join(root, '../docs/glossary.md'), 'utf8').split(/^## /m)
  for (const part of GLOSSARY) {
    const rows = glossary.find((text) => text.startsWith(`${part}\n`))?.matchAll(/^\| (?!Term)([^|]+) \|/gm) ?? []
    const found = [...rows].flatMap(([, term]) => term.split(', '))
    if (!found.length) faults.push(`docs/glossary.md has no terms under ${part}`)
    for (const term of found) if (says(term)) needed.add(term)
  }
  for (const term of needed)
    if (!loud.has(term) && !terms[term]?.trim())
      faults.push(`terms: ${term} is not explained (web/src/copy/terms.json)`)
  for (const term of Object.keys(terms)) if (!says(term)) faults.push(`terms: no message says ${term}`)
}

function checkNotes(domain, source) {
  const { domain: about, ...notes } = texts(join(messages, domain, 'notes.json'))
  if (!about?.trim()) faults.push(`${domain}: notes.json does not say in "domain" where its messages stand`)
  for (const [key, message] of Object.entries(source))
    if (needsNote(message) && !notes[key]?.trim()) faults.push(`${domain}: ${key} has no note (notes.json)`)
  for (const [key, note] of Object.entries(notes)) {
    if (!(key in source)) faults.push(`${domain}: notes.json has ${key}, which is no message`)
    else
      for (const place of new Set(note.match(/\{\w+\}/g)))
        if (!variants(source[key])[0].includes(place))
          faults.push(`${domain}: the note of ${key} names ${place}, which is not in it`)
  }
}

/** The sources of the app without its tests: from `src`, and what stands there. */
function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name === 'paraglide' || name === 'messages' || name === 'faults') continue
    if (statSync(path).isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      yield [relative(join(root, 'src'), path), readFileSync(path, 'utf8')]
  }
}

/** What several rooms say, or none, stands in one of these, which are no features, flows or pages. */
const shared = ['api', 'app', 'flows', 'kit']

/** The room in which a file stands: a feature, flow or page by its name, or one of the shared. */
function roomOf(file) {
  const [folder, name] = file.split('/')
  if (folder === 'flows' && name === 'kit') return 'flows'
  if (['features', 'flows', 'pages'].includes(folder)) return name
  return shared.includes(folder) ? folder : 'app'
}

const code = [...sources(join(root, 'src'))]
/** Which rooms say a message, and which features a page is made of. */
const sayers = new Map()
const partsOf = new Map()
for (const [file, text] of code) {
  const room = roomOf(file)
  for (const [, key] of text.matchAll(/\bm\.(\w+)/g)) sayers.set(key, (sayers.get(key) ?? new Set()).add(room))
  if (!file.startsWith('pages/')) continue
  const parts = [...text.matchAll(/'#\/features\/([\w-]+)\//g)].map((match) => match[1])
  partsOf.set(room, new Set([...(partsOf.get(room) ?? []), ...parts]))
}
const rooms = new Set([...shared, ...code.map(([file]) => roomOf(file))])

const isFlow = (room) => existsSync(join(root, 'src/flows', room))

/**
 * A message stands with a room that says it, or with the feature that the page which says it is made of. What several
 * rooms say may stand in `kit`, and what several flows say in `flows`.
 */
function standsRight(domain, says) {
  if (says.has(domain)) return true
  const all = [...says]
  if (says.size > 1 && (domain === 'kit' || (domain === 'flows' && all.every(isFlow)))) return true
  return all.every((room) => partsOf.get(room)?.has(domain))
}

checkTerms(
  readdirSync(messages).flatMap((domain) => Object.values(read(domain, settings.baseLocale)).flatMap(variants)),
)

const patterns = settings['plugin.inlang.messageFormat'].pathPattern
const domains = readdirSync(messages)

for (const domain of domains) {
  const source = read(domain, settings.baseLocale)
  if (!patterns.some((pattern) => pattern.includes(`/${domain}/`)))
    faults.push(`${domain}: not in project.inlang/settings.json`)
  if (!rooms.has(domain)) faults.push(`${domain}: no feature, flow or page has this name, and it is not shared`)
  const prefix = `${domain.replaceAll('-', '_')}_`
  for (const key of Object.keys(source)) {
    if (!key.startsWith(prefix)) faults.push(`${domain}: ${key} does not begin with ${prefix}`)
    const says = sayers.get(key)
    if (!says) faults.push(`${domain}: ${key} is not used`)
    else if (!standsRight(domain, says)) faults.push(`${domain}: ${key} is said by ${[...says].sort().join(', ')}`)
  }
  checkNotes(domain, source)
  for (const locale of settings.locales) {
    const entries = read(domain, locale)
    for (const [key, message] of Object.entries(source)) {
      if (!(key in entries))
        faults.push(`${domain}: ${key} is missing in ${locale} (web/src/copy/messages/${domain}/${locale}.json)`)
      else checkMessage(`${domain}: ${key}`, entries[key], message, locale)
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
    else if (leftInEnglish(own[code], template)) faults.push(`faults: ${code} is in English in ${locale}`)
  }
  for (const code of Object.keys(own)) if (!(code in templates)) faults.push(`faults: ${code} exists only in ${locale}`)
}

for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(`copy: ${domains.length} domains, ${settings.locales.length} languages, ${faults.length} faults\n`)
if (faults.length) process.exitCode = 1
