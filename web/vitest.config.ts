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
 * All messages as one module. They are generated as a file each, of which the app takes what it uses; every file of
 * tests would load each of them.
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

/** Names at once what failed, and what passed only when it was tried again: it passed, and is to be looked at. */
const outcomes: Reporter = {
  onTestCaseResult(test) {
    const said = test.result().state === 'failed' ? 'failed' : test.diagnostic()?.flaky && 'unsteady'
    if (said) process.stdout.write(`${said}: ${test.module.relativeModuleId}: ${test.fullName}\n`)
  },
}

/** Says what each file cost in seconds, its modules and its page included, the dearest first. */
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

/** Tests of screens and of what calls the server; those that need a document alone, or plain rules, cost a fraction. */
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
    // Each file has modules of its own: files that share them fail each other at random.
    pool: 'threads',
    restoreMocks: true,
    unstubGlobals: true,
    // A machine that is busy is slow, not wrong: what passes ends as soon as it may.
    testTimeout: 60_000,
    // Where nobody looks on, one test that trips over a busy machine does not refuse a change; it is named.
    retry: process.env.CI ? 2 : 0,
    // One fewer than the cores is the default. Tests of screens wait for them now and then, so one more keeps all cores busy.
    maxWorkers: availableParallelism() + 1,
    // In the log of a machine that checks, only what failed is of interest.
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
