// Writes project.inlang/settings.json. The languages and domains are those with files in src/copy/messages.
// The notes.json files there are for translators.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const messages = join(root, 'src/copy/messages')
const file = join(root, 'project.inlang/settings.json')

const settings = JSON.parse(readFileSync(file, 'utf8'))
const domains = readdirSync(messages).sort()
const languages = domains
  .flatMap((domain) => readdirSync(join(messages, domain)))
  .map((name) => name.replace('.json', ''))
  .filter((name) => name !== 'notes')
const others = [...new Set(languages)].filter((language) => language !== settings.baseLocale).sort()

settings.locales = [settings.baseLocale, ...others]
const format = settings['plugin.inlang.messageFormat']
const patterns = domains.map((domain) => `./src/copy/messages/${domain}/{locale}.json`)
format.pathPattern = [...new Set([...format.pathPattern.filter((known) => patterns.includes(known)), ...patterns])]
writeFileSync(file, `${JSON.stringify(settings, null, 2)}\n`)
