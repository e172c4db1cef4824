// Journeys find elements by what a person perceives: role, name, label or text.
// Only the CSS selectors below are allowed.
// Code that runs in the page finds by elements, roles and other attributes, but not by classes or ids.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The document, which has a language but no name, and the map on the provider's page, which is not ours. */
const allowed = new Set(["'html'", "'#map'"])

const forbidden = [
  [/\.locator\(\s*([^,)]*)/g, 'find it by role, name, label or text'],
  [/\b(force: true)/g, 'a forced click passes where nobody could press'],
  [/\b(getByTestId)\(/g, 'find it by role, name, label or text'],
  [/\b(page\.\$\$?|(?<!window\.)dispatchEvent)\(/g, 'act as a person does'],
  [/\b(axe\.run|axe-core)/g, 'support/accessible.ts has axe'],
]

/** Calls that find elements in the page, with the selector if it is written in the call. */
const inPage = /\b(?:querySelector(?:All)?|closest|matches)(?:<\w+>)?\(\s*('[^']*'|"[^"]*"|`[^`]*`|[^,)]*)/g
const byName = /\b(getElement(?:ById|sByClassName))\(/g

/** What is wrong with a selector, if anything. Values of attributes are not checked. */
function faultOf(selector) {
  if (!/^['"`]/.test(selector)) return 'write the selector where it is used'
  return (
    /[.#]|\[(?:class|id)\b/.test(selector.replace(/\[(?!class|id)[^\]]*\]/g, '')) && 'find it by element, role or label'
  )
}

/** This file, and the stand-in for Google's script, which finds elements as that does. */
const others = ['locators.mjs', 'google.js']
/** Files that call `rmSync` with `force: true`, which is no click. */
const removing = ['support/template.ts', 'support/city.ts', 'lighthouse.mjs']

const isOurs = (name) => !others.includes(basename(name))
const files = [
  ...readdirSync('.').filter((name) => name.endsWith('.mjs')),
  ...['journeys', 'support', 'screens'].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name))),
].filter(isOurs)
const faults = []
for (const file of files) {
  const text = readFileSync(file, 'utf8')
  const at = (index) => `${file}:${text.slice(0, index).split('\n').length}`
  for (const { 1: selector, index } of text.matchAll(inPage)) {
    const why = faultOf(selector)
    if (why) faults.push(`${at(index)}: ${selector}: ${why}`)
  }
  for (const { 1: found, index } of text.matchAll(byName))
    faults.push(`${at(index)}: ${found}: find it by element, role or label`)
  for (const [pattern, why] of forbidden) {
    for (const { 1: found, index } of text.matchAll(pattern)) {
      const helper = file === 'support/accessible.ts' && why.includes('axe')
      const folder = removing.includes(file) && found === 'force: true'
      if (allowed.has(found) || helper || folder) continue
      faults.push(`${at(index)}: ${found}: ${why}`)
    }
  }
}
process.stdout.write(`${[...faults, `locators: ${files.length} files, ${faults.length} faults`].join('\n')}\n`)
process.exit(faults.length ? 1 : 0)
