import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
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
    for (const file of ['api/faults.json', 'docs/glossary.md']) await cp(join(own, '..', file), join(top, file))
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

  test.each([
    [
      'a plural form that the language does not have',
      'hi',
      'counted=one',
      'counted=few',
      'counted=few is missing in hi',
    ],
    ['a plural form too few', 'hi', 'counted=one', 'counted=few', 'counted=one is missing in hi'],
    [
      'a form that does not say its number',
      'hi',
      '{months} महीना"',
      'एक महीना"',
      'extend_months has other placeholders in hi',
    ],
    [
      'a text that was left in English',
      'hi',
      'नए किराये लोड हो रहे हैं',
      'Loading the new rents',
      'extend_loading is in English in hi',
    ],
    [
      'a text of another language',
      'hi',
      'नए किराये लोड हो रहे हैं',
      'புதிய வாடகை',
      'extend_loading is in another script in hi',
    ],
    [
      'a label of two words without a note',
      'notes',
      '"extend_rent_now":',
      '"extend_x":',
      'extend_rent_now has no note',
    ],
    ['an abbreviation that is explained nowhere', 'en', '"Loading', '"XQZ loading', 'terms: XQZ is not explained'],
    ['a message without a note', 'notes', '"extend_confirm":', '"extend_x":', 'extend_confirm has no note'],
    [
      'a note of no message',
      'notes',
      '"extend_confirm":',
      '"extend_x":',
      'notes.json has extend_x, which is no message',
    ],
    ['a note of another placeholder', 'notes', '{months}', '{years}', 'the note of extend_months names {years}'],
    ['a domain that is not explained', 'notes', '"domain"', '"extend_confirm"', 'notes.json does not say in "domain"'],
  ])('%s is refused', { timeout: 60_000 }, async (_, file, text, other, refused) => {
    const path = join(web, 'src/copy/messages/extend', `${file}.json`)
    const before = await readFile(path, 'utf8')
    expect(before).toContain(text)
    await writeFile(path, before.replace(text, other))
    expect(await faults()).toContain(refused)
  })

  test.each([
    ['a term that no message says', '"tenure":', '"tenurex":', 'terms: no message says tenurex'],
    ['a term of the glossary that is missing', '"late fee":', '"late sum":', 'terms: late fee is not explained'],
    ['a term without an explanation', /"dues": ".+"/, '"dues": ""', 'terms: dues is not explained'],
  ])('%s is refused', { timeout: 60_000 }, async (_, text, other, refused) => {
    const path = join(web, 'src/copy/terms.json')
    const before = await readFile(path, 'utf8')
    await writeFile(path, before.replace(text, other))
    expect(await faults()).toContain(refused)
  })

  test('a folder of messages has the name of what says them', { timeout: 120_000 }, async () => {
    await rename(join(web, 'src/copy/messages/extend'), join(web, 'src/copy/messages/keep'))
    expect(await faults()).toContain('keep: no feature, flow or page has this name, and it is not shared')
  })

  test.each(['visits', 'home', 'flows', 'kit'])(
    'what one flow says does not stand in %s',
    { timeout: 60_000 },
    async (domain) => {
      const path = join(web, 'src/copy/messages', domain, 'en.json')
      const before = await readFile(path, 'utf8')
      await writeFile(path, before.replace('{', '{ "extend_loading": "Loading the new rents",'))
      expect(await faults()).toContain(`${domain}: extend_loading is said by extend`)
    },
  )
})
