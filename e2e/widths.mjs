// A flow is drawn differently on a phone and on a desktop, as a sheet or as a dialog, so each is gone through at both
// widths by at least one journey: not every one of its journeys may be `anyWidth`. Playwright itself says what it runs.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

/** The journeys of each folder of web/src/flows: the file that goes through it, and which of its tests do. */
const journeys = {
  'auto-debit-promo': ['landing.spec.ts', /promotion/],
  close: ['close.spec.ts'],
  'create-request': ['landing.spec.ts', /opens its dialog/],
  'easy-payment': ['auto-debit.spec.ts'],
  extend: ['extend.spec.ts'],
  relocate: ['relocate.spec.ts'],
  repair: ['repair.spec.ts'],
  settlement: ['refund.spec.ts'],
  ticket: ['ticket-actions.spec.ts'],
  transfer: ['transfer.spec.ts'],
}
/** What several flows are made of, gone through with them. */
const shared = ['kit', 'location']

/** The tests of a project. */
function testsOf(project) {
  const listed = execFileSync('npx', ['playwright', 'test', '--list', `--project=${project}`], { encoding: 'utf8' })
  const found = [...listed.matchAll(/^ +\[.+?\] › (.+?):\d+:\d+ › (.+)$/gm)]
  return found.map(([, file, name]) => ({ file, name }))
}

/** The tests of a file that run at both widths. */
function atBoth(file) {
  const namesOf = (tests) => tests.filter((one) => one.file === file).map(({ name }) => name)
  return namesOf(desktop).filter((name) => namesOf(phone).includes(name))
}

const [phone, desktop] = ['390', '1440'].map(testsOf)
const faults = []
for (const flow of readdirSync('../web/src/flows')) {
  if (shared.includes(flow)) continue
  const [file, which = /./] = journeys[flow] ?? []
  if (!file) faults.push(`web/src/flows/${flow}: name its journeys in e2e/widths.mjs`)
  else if (!atBoth(file).some((name) => which.test(name)))
    faults.push(`web/src/flows/${flow}: no test of ${file} goes through it at both widths`)
}
for (const flow of [...Object.keys(journeys), ...shared])
  if (!existsSync(`../web/src/flows/${flow}`)) faults.push(`e2e/widths.mjs: there is no flow ${flow}`)
process.stdout.write(
  `${[...faults, `widths: ${Object.keys(journeys).length} flows, ${faults.length} faults`].join('\n')}\n`,
)
process.exit(faults.length ? 1 : 0)
