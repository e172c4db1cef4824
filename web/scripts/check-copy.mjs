// Every message and every fault of the server exists in every language with the same placeholders, under the prefix of
// its domain; none is unused, and none of several words is left in English. A message that counts has a text for each
// plural form of its language.
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

/** The sources of the app without its tests. */
function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name === 'paraglide' || name === 'messages' || name === 'faults') continue
    if (statSync(path).isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)) yield readFileSync(path, 'utf8')
  }
}

/** The messages that the app says. */
const said = new Set()
for (const text of sources(join(root, 'src'))) for (const [, key] of text.matchAll(/\bm\.(\w+)/g)) said.add(key)

const patterns = settings['plugin.inlang.messageFormat'].pathPattern
const domains = readdirSync(messages)

for (const domain of domains) {
  const source = read(domain, settings.baseLocale)
  if (!patterns.some((pattern) => pattern.includes(`/${domain}/`)))
    faults.push(`${domain}: not in project.inlang/settings.json`)
  const prefix = `${domain.replaceAll('-', '_')}_`
  for (const key of Object.keys(source)) {
    if (!key.startsWith(prefix)) faults.push(`${domain}: ${key} does not begin with ${prefix}`)
    if (!said.has(key)) faults.push(`${domain}: ${key} is not used`)
  }
  for (const key of Object.keys(texts(join(messages, domain, 'notes.json'))))
    if (key !== 'domain' && !(key in source)) faults.push(`${domain}: notes.json has ${key}, which is no message`)
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
