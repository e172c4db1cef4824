import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { locales } from '.'

const run = promisify(execFile)
const own = resolve(import.meta.dirname, '../..')
/** A language that is not shipped, written as Hindi is, whose texts stand in for its own. */
const code = 'ne'
const nepali = 'सेटिङहरू'

describe('a language is files alone', () => {
  let top: string
  let web: string

  beforeEach(async () => {
    top = await mkdtemp(join(tmpdir(), 'language-'))
    web = join(top, 'web')
    for (const part of ['scripts', 'project.inlang', 'src/copy', 'package.json'])
      await cp(join(own, part), join(web, part), { recursive: true, filter: (path) => !path.includes('paraglide') })
    await cp(join(own, '../api/faults.json'), join(top, 'api/faults.json'))
    // What is only read is not copied.
    const code = (await readdir(join(own, 'src'))).filter((name) => name !== 'copy').map((name) => join('src', name))
    for (const part of [...code, 'node_modules']) await symlink(join(own, part), join(web, part))
  }, 60_000)
  afterEach(() => rm(top, { recursive: true }))

  async function add(file: string, change = (text: string) => text) {
    const text = await readFile(join(web, file, 'hi.json'), 'utf8')
    await writeFile(join(web, file, `${code}.json`), change(text))
  }
  const node = (...args: string[]) => run(process.execPath, args, { cwd: web })
  const checkCopy = () => node('scripts/check-copy.mjs')
  const faults = () =>
    checkCopy().then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    )

  test('it is offered, and its texts are checked', { timeout: 120_000 }, async () => {
    const messages = 'src/copy/messages'
    for (const domain of await readdir(join(web, messages)))
      await add(join(messages, domain), (text) => text.replace('सेटिंग', nepali))
    await node('scripts/languages.mjs')
    expect(await faults()).toContain(`faults: ticket.already_done is missing in ${code}`)

    await add('src/copy/faults')
    expect((await checkCopy()).stdout).toContain(`${locales.length + 1} languages, 0 faults`)

    const paraglide = 'node_modules/@inlang/paraglide-js/bin/run.js'
    await node(paraglide, 'compile', '--project', './project.inlang', '--outdir', './out', '--silent')
    const shown = `
      import { locales } from './out/runtime.js'
      import { m } from './out/messages.js'
      console.log(JSON.stringify(locales.map((locale) => [locale, m.app_settings({}, { locale })])))`
    const { stdout } = await node('--input-type=module', '--eval', shown)
    const says = new Map<string, string>(JSON.parse(stdout))
    expect([...says.keys()].toSorted()).toEqual([...locales, code].toSorted())
    expect([says.get('en'), says.get('hi'), says.get(code)]).toEqual(['Settings', 'सेटिंग', nepali])
  })
})
