// What a person perceives finds things in journeys: roles, names, labels, texts. CSS finds only what is listed here. What
// runs in the page has no such helpers: it finds by elements, roles and other attributes, not by classes and ids.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** The document itself, which has a language but no name, and the map on the provider's page, which is not ours. */
const allowed = new Set(["'html'", "'#map'"])

const forbidden = [
  [/\.locator\(\s*([^,)]*)/g, 'find it by role, name, label or text'],
  [/\b(force: true)/g, 'a forced click passes where nobody could press'],
  [/\b(getByTestId)\(/g, 'find it by role, name, label or text'],
  [/\b(page\.\$\$?|(?<!window\.)dispatchEvent)\(/g, 'act as a person does'],
  [/\b(axe\.run|axe-core)/g, 'support/accessible.ts has axe'],
]

/** What finds in the page, with the selector where it stands in the call. */
const inPage = /\b(?:querySelector(?:All)?|closest|matches)(?:<\w+>)?\(\s*('[^']*'|"[^"]*"|`[^`]*`|[^,)]*)/g
const byName = /\b(getElement(?:ById|sByClassName))\(/g

/** Why a selector is none that a person could mean; the values of attributes may say what they like. */
function faultOf(selector) {
  if (!/^['"`]/.test(selector)) return 'write the selector where it is used'
  return (
    /[.#]|\[(?:class|id)\b/.test(selector.replace(/\[(?!class|id)[^\]]*\]/g, '')) && 'find it by element, role or label'
  )
}

/** This file, and what stands for Google's script and finds as that does. */
const others = ['locators.mjs', 'google.js']
/** Whose forced `rmSync` of a folder is no click. */
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
