import { readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'

const VIRTUAL = 'virtual:words'
const LANGUAGE = /[?&]words=([\w-]+)$/

function isReduced(file: string): boolean {
  return file.endsWith('.js') && file !== '_index.js'
}

interface Settings {
  baseLocale: string
  locales: string[]
}

/**
 * Bundles the texts of each language into one file. The base language stays in the files that use the texts.
 * `src/copy/load-words` loads the file of another language before the start.
 * Without this, each file would contain every language.
 */
export function wordsPlugin(outdir: string, { baseLocale, locales }: Settings): Plugin {
  const messages = resolve(outdir, 'messages')
  const registry = resolve(outdir, '../words')
  const others = locales.filter((locale) => locale !== baseLocale)
  let building = false

  /** The `load` function of each language. Empty outside of builds, where every message has all languages. */
  function loaders(): string {
    const entries = building ? others.map((locale) => `'${locale}': () => import('${VIRTUAL}/${locale}')`) : []
    return `export const load = { ${entries.join(', ')} }`
  }

  function wordsOf(locale: string): string {
    return readdirSync(messages)
      .filter(isReduced)
      .map((file) => `export * from '${join(messages, file)}?words=${locale}'`)
      .join('\n')
  }

  /** The message with the texts of one language only. */
  function reduced(code: string, id: string): string {
    const at = code.lastIndexOf('\nexport const ')
    const name = code.slice(at).match(/^\nexport const (\w+) =/)?.[1]
    if (at < 0 || !name) throw new Error(`words: ${id} is no message as the generator writes them`)
    const locale = id.match(LANGUAGE)?.[1]
    const head = code.slice(0, at)
    if (locale) return `${head}\nexport { ${locale.replace('-', '_').toLowerCase()}_${name} as ${name} }`
    return `import { words } from '${registry}'\n${head}\nexport const ${name} = (inputs = {}) => (words.${name} ?? ${baseLocale}_${name})(inputs)`
  }

  return {
    name: 'words',
    configResolved(config) {
      building = config.command === 'build'
    },
    resolveId(id) {
      return id === VIRTUAL || id.startsWith(`${VIRTUAL}/`) ? `\0${id}` : undefined
    },
    load(id) {
      if (id === `\0${VIRTUAL}`) return loaders()
      return id.startsWith(`\0${VIRTUAL}/`) ? wordsOf(id.slice(VIRTUAL.length + 2)) : undefined
    },
    transformIndexHtml(html) {
      const none = `const LANGUAGES = ["${baseLocale}"]`
      if (!html.includes(none)) throw new Error('words: the page no longer says which languages there are')
      return html.replace(none, `const LANGUAGES = ${JSON.stringify(locales)}`)
    },
    transform(code, id) {
      const [path = ''] = id.split('?')
      if (!building || dirname(path) !== messages || !isReduced(basename(path))) return undefined
      return { code: reduced(code, id), map: null }
    },
  }
}
