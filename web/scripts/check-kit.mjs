// What the kit has a part for is not made by hand elsewhere: a dialog, a retry, a close button, why something was not
// done, and how a number or a moment is written. Each rule shows by an example that it still finds what it is against.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const src = fileURLToPath(new URL('../src', import.meta.url))
const english = (domain) => JSON.parse(readFileSync(join(src, `copy/messages/${domain}/en.json`), 'utf8'))

/** What each rule finds, what to use instead, in which folders and files it may stand beside the kit, and an example. */
const rules = [
  {
    finds: /ResponsiveDialog|@base-ui\/react\/(?:dialog|drawer)/g,
    use: 'Dialog of #/kit/Dialog, or #/kit/Popup',
    within: ['ui/'],
    example: "import { Drawer } from '@base-ui/react/drawer'",
  },
  {
    finds: /role="alert"/g,
    use: 'WhyNot of #/kit/WhyNot, or a field of #/ui',
    within: ['ui/', 'first-view/'],
    example: '<p role="alert">',
  },
  {
    finds: /\bm\.kit_retry\b/g,
    use: 'Retry of #/kit/Failed',
    except: ['first-view/missing.tsx'], // it is drawn without React, before the app is there
    example: '<Button>{m.kit_retry()}</Button>',
  },
  { finds: /\bm\.kit_close\b/g, use: 'Close or CloseIcon of #/kit/Close', example: '<Button>{m.kit_close()}</Button>' },
  {
    finds: /<Notice\b(?![^<]*title=)[^<]*tone="danger"/g,
    use: 'WhyNot of #/kit/WhyNot, or NotDone of #/kit/NotDone for an error',
    example: '<Notice tone="danger">{error.message}</Notice>',
  },
  {
    finds: /\.toLocale\w*\(/g,
    use: '#/kit/dates, or formatRupees of #/shared/money',
    except: ['shared/person.ts'], // the capital of a name
    example: 'total.toLocaleString()',
  },
  {
    finds: /\bIntl\.\w+/g,
    use: '#/kit/dates, or formatRupees of #/shared/money',
    except: ['shared/money.ts', 'copy/index.ts'], // amounts themselves, and what a language calls itself
    example: 'new Intl.NumberFormat()',
  },
]

const faults = []
for (const { finds, example } of rules)
  if (!example.match(finds)) faults.push(`check-kit: ${finds} does not find ${example}`)

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d|gen)\.tsx?$/.test(entry.name))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)))
  .filter((file) => !/^(kit|test|copy\/paraglide)\//.test(file))
for (const { finds, use, within = [], except = [] } of rules) {
  const bound = files.filter((file) => !within.some((folder) => file.startsWith(folder)))
  const found = bound.filter((file) => readFileSync(join(src, file), 'utf8').match(finds))
  for (const file of found) if (!except.includes(file)) faults.push(`${file}: ${finds.source} is the kit's: use ${use}`)
  for (const file of except) if (!found.includes(file)) faults.push(`check-kit: ${file} needs no exception any more`)
}

// A message that says the same as one of these buttons is another label for it.
const labels = [english('kit').kit_retry, english('kit').kit_close].map((label) => label.toLowerCase())
for (const domain of readdirSync(join(src, 'copy/messages')))
  for (const [key, text] of Object.entries(english(domain)))
    if (domain !== 'kit' && typeof text === 'string' && labels.includes(text.toLowerCase().replace(/\W+$/, '')))
      faults.push(`${domain}: ${key} is "${text}" once more: use Retry of #/kit/Failed or Close of #/kit/Close`)

for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(`kit: ${files.length} files, ${faults.length} faults\n`)
if (faults.length || files.length < 300) process.exitCode = 1
