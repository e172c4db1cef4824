import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { paraglide } from './generators.config.ts'
import inlang from './project.inlang/settings.json' with { type: 'json' }
import { wordsPlugin } from './words.config.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Bundles all messages into one module. They are generated as one file each.
 * The app only takes those it uses, but every test file would load all of them.
 */
function messagesAsOne(): Plugin {
  const index = `${here}src/copy/paraglide/messages/_index.js`
  return {
    name: 'messages-as-one',
    async load(id) {
      if (id !== index) return undefined
      const { output } = (await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          write: false,
          minify: false,
          lib: { entry: index, formats: ['es'] },
          rolldownOptions: { external: /runtime\.js$/ },
        },
      }).then((built) => [built].flat()[0])) as Rolldown.RolldownOutput
      const [{ code }] = output
      return { code, map: null }
    },
  }
}

/** Prints at once which tests failed, and which passed only after a retry. Those must be looked at. */
const outcomes: Reporter = {
  onTestCaseResult(test) {
    const said = test.result().state === 'failed' ? 'failed' : test.diagnostic()?.flaky && 'unsteady'
    if (said) process.stdout.write(`${said}: ${test.module.relativeModuleId}: ${test.fullName}\n`)
  },
}

/**
 * Prints the cost of each test file in seconds, including its modules and its page, the most expensive first.
 */
const costs: Reporter = {
  onTestRunEnd(modules) {
    const files = modules.map((module) => {
      const { environmentSetupDuration, setupDuration, collectDuration, duration } = module.diagnostic()
      const all = environmentSetupDuration + setupDuration + collectDuration + duration
      return { name: module.relativeModuleId, all: all / 1000, tests: duration / 1000 }
    })
    for (const { name, all, tests } of files.sort((a, b) => b.all - a.all))
      process.stdout.write(`${all.toFixed(1).padStart(6)} s, of it tests ${tests.toFixed(1).padStart(5)} s  ${name}\n`)
  },
}

/**
 * Tests of screens and of code that calls the server.
 * Tests that need only a document, or no page, cost a fraction.
 */
const ofPages = ['src/**/*.test.tsx', 'src/**/*.page.test.ts']
const ofDocuments = ['src/**/*.dom.test.ts']
const page = {
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://localhost:3000/dashboard/' } },
} as const

export default defineConfig({
  resolve: { tsconfigPaths: true },
  plugins: [messagesAsOne(), react(), wordsPlugin(paraglide.outdir, inlang)],
  test: {
    // Each file has its own modules. Files that share modules make each other fail at random.
    pool: 'threads',
    restoreMocks: true,
    unstubGlobals: true,
    // A busy machine is slow, not wrong. A passing test ends as soon as it can.
    testTimeout: 60_000,
    // On CI, one test that fails because of a busy machine does not block a change. It is reported instead.
    retry: process.env.CI ? 2 : 0,
    // The default is one fewer than the cores.
    // Screen tests wait for them at times, so one more keeps all cores busy.
    maxWorkers: availableParallelism() + 1,
    // On CI, only the failures and costs are of interest.
    reporters: process.env.CI ? ['minimal', outcomes, costs] : ['default'],
    projects: [
      {
        extends: true,
        test: { name: 'pages', include: ofPages, ...page, setupFiles: ['src/test/setup.ts'] },
      },
      {
        extends: true,
        test: { name: 'documents', include: ofDocuments, ...page, setupFiles: ['src/test/dom-setup.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'rules',
          include: ['src/**/*.test.ts'],
          exclude: [...ofPages, ...ofDocuments],
          environment: 'node',
        },
      },
    ],
  },
})
