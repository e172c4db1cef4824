import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const own = resolve(import.meta.dirname, '../..')
const telugu = 'సెట్టింగ్‌లు'

describe('a language is added by its files alone', () => {
  let top: string
  let web: string

  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'language-'))
    web = join(top, 'web')
    for (const part of ['scripts', 'project.inlang', 'src', 'package.json'])
      await cp(join(own, part), join(web, part), { recursive: true, filter: (path) => !path.includes('paraglide') })
    await cp(join(own, '../api/faults.json'), join(top, 'api/faults.json'))
    await symlink(join(own, 'node_modules'), join(web, 'node_modules'))
  })
  afterEach(() => rm(top, { recursive: true }))

  async function add(file: string, change = (text: string) => text) {
    const text = await readFile(join(web, file, 'hi.json'), 'utf8')
    await writeFile(join(web, file, 'te.json'), change(text))
  }
  const node = (...args: string[]) => run(process.execPath, args, { cwd: web })

  test('it is offered, and its texts are checked', { timeout: 120_000 }, async () => {
    const messages = 'src/copy/messages'
    for (const domain of await readdir(join(web, messages)))
      await add(join(messages, domain), (text) => text.replace('सेटिंग', telugu))
    await node('scripts/languages.mjs')
    const missing = await node('scripts/check-copy.mjs').catch((error: { stderr: string }) => error)
    expect(missing.stderr).toContain('faults: ticket.already_done is missing in te')

    await add('src/copy/faults')
    expect((await node('scripts/check-copy.mjs')).stdout).toContain('4 languages, 0 faults')

    const paraglide = 'node_modules/@inlang/paraglide-js/bin/run.js'
    await node(paraglide, 'compile', '--project', './project.inlang', '--outdir', './out', '--silent')
    const shown = `
      import { locales } from './out/runtime.js'
      import { m } from './out/messages.js'
      console.log(JSON.stringify(locales.map((locale) => [locale, m.shell_settings({}, { locale })])))`
    const { stdout } = await node('--input-type=module', '--eval', shown)
    expect(JSON.parse(stdout)).toEqual([
      ['en', 'Settings'],
      ['hi', 'सेटिंग'],
      ['mr', 'सेटिंग'],
      ['te', telugu],
    ])
  })
})
