// A flow is drawn differently on a phone and on desktop, as a sheet or a dialog. So at
// least one journey of each flow must run at both widths, which means that not all of them
// may be `anyWidth`. A journey that runs at one width must not check the width, because
// its branch for the other width would never run. Playwright itself lists what it runs.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The journeys of each folder in web/src/flows: the file, and a pattern for the names of its tests. */
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
/** Parts that several flows share. They are tested with those flows. */
const shared = ['kit', 'location']

/** What a journey checks about position, size, overlap or focus. Such a journey must not be `anyWidth`. */
const aboutWidth = /onDesktop|toBeFocused|activeElement|toBeInViewport|getBoundingClientRect|setViewportSize/
/** How a journey sets its screen sizes, which an `ownSizes` journey does. */
const setsSizes = /setViewportSize|expectFitsEverywhere|turn\(/

/** The tests of a project. */
function testsOf(project) {
  const listed = execFileSync('npx', ['playwright', 'test', '--list', `--project=${project}`], { encoding: 'utf8' })
  const found = [...listed.matchAll(/^ +\[.+?\] › (.+?):(\d+):\d+ › (.+)$/gm)]
  return found.map(([, file, line, name]) => ({ file, line: Number(line), name }))
}

const isOn = (tests, { file, name }) => tests.some((one) => one.file === file && one.name === name)

/** The source of a test, up to the line that closes what its first line opened. */
function sourceOf({ file, line }) {
  const lines = readFileSync(`journeys/${file}`, 'utf8')
    .split('\n')
    .slice(line - 1)
  const margin = /^ */.exec(lines[0])[0]
  const end = lines.findIndex((text, at) => at > 0 && (text.startsWith(`${margin}}`) || text.startsWith(`${margin})`)))
  return lines.slice(0, end + 1).join('\n')
}

const [phone, desktop, walked] = ['390', '1440', 'walk-1440'].map(testsOf)
const faults = []
for (const flow of readdirSync('../web/src/flows')) {
  if (shared.includes(flow)) continue
  const [file, which = /./] = journeys[flow] ?? []
  const atBoth = phone.filter((test) => test.file === file && isOn(desktop, test))
  if (!file) faults.push(`web/src/flows/${flow}: name its journeys in e2e/widths.mjs`)
  else if (!atBoth.some(({ name }) => which.test(name)))
    faults.push(`web/src/flows/${flow}: no test of ${file} goes through it at both widths`)
}
for (const flow of [...Object.keys(journeys), ...shared])
  if (!existsSync(`../web/src/flows/${flow}`)) faults.push(`e2e/widths.mjs: there is no flow ${flow}`)
// What the walk covers at the other width belongs to `make walk`.
for (const test of phone.filter((one) => !isOn([...desktop, ...walked], one))) {
  const source = sourceOf(test)
  const where = `e2e/journeys/${test.file}:${test.line}`
  if (/ownSizes/.test(source)) {
    if (!setsSizes.test(source)) faults.push(`${where}: ownSizes, and sets no size itself`)
  } else if (aboutWidth.test(source))
    faults.push(`${where}: anyWidth, and says "${aboutWidth.exec(source)[0]}": go through it at both widths`)
}
process.stdout.write(
  `${[...faults, `widths: ${Object.keys(journeys).length} flows, ${phone.length} journeys, ${desktop.length} of them at both widths, ${faults.length} faults`].join('\n')}\n`,
)
process.exit(faults.length ? 1 : 0)
