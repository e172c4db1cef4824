import { createHash } from 'node:crypto'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const here = dirname(fileURLToPath(import.meta.url))
const file = (name: string) => resolve(here, 'src/first-view', name)

/** What the parts of home import, and what stands for it in the first view. */
const STAND_INS: [imported: RegExp, instead: string][] = [
  [/^react\/jsx-runtime$/, 'jsx-runtime.ts'],
  [/^react$/, 'react.ts'],
  [/^@tanstack\/react-query$/, 'query.ts'],
  [/^@tanstack\/react-router$/, 'router.tsx'],
  [/\/kit\/Late$/, 'Late.ts'],
  [/\/(?:B2BGate|SignedIn)$/, 'shells.ts'],
  [/\/(?:DialogHost|HelpSlot|LazyPaymentSlot|history|payment-request)$/, 'nothing.ts'],
  [/\/(?:payments\/store|\.\/client|\.\/unwrap)$|^\.\/(?:client|unwrap)$/, 'nothing.ts'],
]

function standIns(): Plugin {
  return {
    name: 'first-view-stand-ins',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!importer || importer.includes('/node_modules/')) return undefined
      const [, instead] = STAND_INS.find(([imported]) => imported.test(id)) ?? []
      return instead && file(instead)
    },
    // What comes later, and how to ask once more, is no part of the first view.
    transform(code, id) {
      if (!id.includes('/src/')) return undefined
      const less = code
        .replace(/\bimport\('[^']+'\)/g, 'undefined')
        .replace(/^ +(?:queryFn|initialData\w*): .+,$/gm, '')
      return { code: less, map: null }
    },
  }
}

/** Every message in one language; of all there are, only those that are used, once they are known. */
function inLanguage(locale: string, outdir: string, used?: string[]): Plugin {
  const messages = resolve(outdir, 'messages')
  return {
    name: 'first-view-language',
    load(id) {
      if (!used || id !== resolve(messages, '_index.js')) return undefined
      return used.map((path) => `export * from '${path}'`).join('\n')
    },
    transform(code, id) {
      if (id === resolve(outdir, 'runtime.js')) {
        const names = ['locales', 'setLocale', 'strategy'].map((name) => `export const ${name} = undefined`)
        return { code: [`export const getLocale = () => '${locale}'`, ...names].join('\n'), map: null }
      }
      if (dirname(id) !== messages || basename(id) === '_index.js') return undefined
      const at = code.lastIndexOf('\nexport const ')
      const name = code.slice(at).match(/^\nexport const (\w+) =/)?.[1]
      const spoken = `${locale.replace('-', '_').toLowerCase()}_${name}`
      if (!name || !code.includes(`const ${spoken} =`)) throw new Error(`first-view: ${id} has no text in ${locale}`)
      return {
        code: `${code.slice(0, at).replace(/^import .*runtime\.js.*$/m, '')}\nexport { ${spoken} as ${name} }`,
        map: null,
      }
    },
  }
}

async function bundle(locale: string, outdir: string, plugins: Plugin[], used?: string[]) {
  const result = await build({
    configFile: false,
    root: here,
    logLevel: 'error',
    publicDir: false,
    resolve: { tsconfigPaths: true },
    plugins: [standIns(), inLanguage(locale, outdir, used), ...plugins],
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: file('main.tsx'), preserveEntrySignatures: 'strict', output: { format: 'es' } },
    },
  })
  const { output } = result as Rolldown.RolldownOutput
  if (output.length !== 1) throw new Error(`first-view: one file is expected, not ${output.length}`)
  const [{ code, moduleIds }] = output
  return { code, used: moduleIds.filter((id) => dirname(id) === resolve(outdir, 'messages')) }
}

interface Settings {
  /** Where the messages are. */
  outdir: string
  baseLocale: string
  locales: string[]
  /** Plugins that the parts of home need. */
  plugins: Plugin[]
}

const SCRIPT = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/
const PRELOADED = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g

function written(page: string, name: string, value: unknown): string {
  const none = new RegExp(`const ${name} = (?:\\[\\]|\\{\\})`)
  if (!none.test(page)) throw new Error(`first-view: the page no longer has ${name}`)
  return page.replace(none, `const ${name} = ${JSON.stringify(value)}`)
}

/**
 * A small file per language that draws home from the parts of home, without React: see `src/first-view`. The page asks for
 * it first and for the app after it, so neither the app's script nor its files are named by tags of the page.
 */
export function firstViewPlugin({ outdir, baseLocale, locales, plugins }: Settings): Plugin {
  let base = '/'
  let files: ReturnType<typeof make> | undefined

  async function make() {
    const root = resolve(here, outdir)
    const base = await bundle(baseLocale, root, plugins)
    const others = locales.filter((locale) => locale !== baseLocale)
    const made = others.map(async (locale) => [locale, await bundle(locale, root, plugins, base.used)] as const)
    const all = [[baseLocale, base] as const, ...(await Promise.all(made))]
    return all.map(([locale, { code: source }]) => {
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
      // Beside the other texts of the language, which are kept once they are used.
      const folder = locale === baseLocale ? 'assets' : 'assets/words'
      return { locale, fileName: `${folder}/first-${locale}-${hash}.js`, source }
    })
  }

  return {
    name: 'first-view',
    apply: 'build',
    configResolved(config) {
      base = config.base
    },
    async generateBundle() {
      files ??= make()
      for (const { fileName, source } of await files) this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        files ??= make()
        const views = (await files).map(({ locale, fileName }) => [locale, base + fileName])
        const main = html.match(SCRIPT)?.[1]
        if (!main) throw new Error('first-view: the page has no script')
        const app = [...[...html.matchAll(PRELOADED)].map((match) => match[1]), main]
        const page = html.replace(SCRIPT, '').replace(PRELOADED, '')
        return written(written(page, 'APP', app), 'FIRST_VIEW', Object.fromEntries(views))
      },
    },
  }
}
