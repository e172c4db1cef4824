// Checks the copy. Every message and every fault of the server exists in every language, with the same
// placeholders. Message names have the prefix of their domain. No message is unused, and no longer text is
// left in English. A message with a count has a text for each plural form of its language.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const messages = join(root, 'src/copy/messages')
const settings = JSON.parse(readFileSync(join(root, 'project.inlang/settings.json'), 'utf8'))
const faults = []

/** The texts of a file. Without the file it is empty, so that every text counts as missing. */
function texts(path) {
  if (!existsSync(path)) return {}
  const { $schema: _, ...entries } = JSON.parse(readFileSync(path, 'utf8'))
  return entries
}

const read = (domain, locale) => texts(join(messages, domain, `${locale}.json`))

const placeholders = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join(' ')

/**
 * Placeholders without repeats, because one language may need a placeholder once
 * where another needs it twice.
 */
const places = (text) => [...new Set(text.match(/\{\w+\}/g))].sort().join(' ')

/** The texts of a message: one, or one per plural form. */
const variants = (message) => (typeof message === 'string' ? [message] : Object.values(message?.[0]?.match ?? {}))

/** The plural forms of a message that have no text, and those that the language does not have. */
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

/**
 * Texts of three or more words that are the same in other languages: names, and words that nobody translates.
 */
const sameEverywhere = new Set([])

/** Whether the English text was copied instead of translated. */
function leftInEnglish(text, english) {
  const words = english.replace(/\{\w+\}|<[^>]*>/g, '').match(/\p{L}[\p{L}\p{M}'’-]+/gu) ?? []
  return text === english && words.length >= 3 && !sameEverywhere.has(english)
}

/** The number of a rule in the docs, which means nothing to customers. */
const RULE = /\bR\d{1,2}[a-z]?\b/

/**
 * Matches letters of a script that the language does not use, because a text of another language was copied.
 * Latin letters are allowed for names.
 */
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
  // A plural form is not a number: "one" is 0 and 1 in Hindi. So each text must contain the number.
  if (own.some((text) => placeholders(text) !== wanted)) faults.push(`${where} has other placeholders in ${locale}`)
  if (typeof message === 'string') return
  for (const form of wrongForms(message, locale))
    faults.push(`${where}: ${form} is missing in ${locale}, or of no use there`)
}

/** The sources of the app, without tests. */
function* sources(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (name === 'paraglide' || name === 'messages' || name === 'faults') continue
    if (statSync(path).isDirectory()) yield* sources(path)
    else if (/\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)) yield readFileSync(path, 'utf8')
  }
}

/** The messages that the app uses. */
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

/**
 * Values that are English texts of the framework for programmers.
 * Only the server's English text contains them.
 */
const untold = new Set(['{problem}', '{reason}'])
const told = (text) =>
  places(text)
    .split(' ')
    .filter((place) => !untold.has(place))
    .join(' ')

// The server's faults. The server sends English. Every other language needs a text for each code.
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
