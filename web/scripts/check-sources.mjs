// Checks that code uses the shared parts instead of its own: dialogs, retry and close buttons, refusals,
// number and date formats, query keys, refetching, forms, and links out of the app.
// Each rule has an example that it must find.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const src = fileURLToPath(new URL('../src', import.meta.url))
const english = (domain) => JSON.parse(readFileSync(join(src, `copy/messages/${domain}/en.json`), 'utf8'))

/** What each rule finds, what to use instead, the folders and files where it is allowed, and an example. */
const kitRules = [
  {
    finds: /ResponsiveDialog|@base-ui\/react\/(?:dialog|drawer)/g,
    use: 'Dialog of #/kit/Dialog, or #/kit/Popup',
    within: ['ui/'],
    example: "import { Drawer } from '@base-ui/react/drawer'",
  },
  {
    finds: /role="alert"/g,
    use: 'InlineError of #/kit/InlineError, or a field of #/ui',
    within: ['ui/'],
    example: '<p role="alert">',
  },
  {
    finds: /\bm\.kit_retry\b/g,
    use: 'RetryButton of #/kit/LoadError',
    example: '<Button>{m.kit_retry()}</Button>',
  },
  {
    finds: /\bm\.kit_close\b/g,
    use: 'CloseButton or CloseIconButton of #/kit/CloseButton',
    example: '<Button>{m.kit_close()}</Button>',
  },
  {
    finds: /<Notice\b(?![^<]*title=)[^<]*tone="danger"/g,
    use: 'InlineError of #/kit/InlineError, or ActionError of #/kit/ActionError for an error',
    example: '<Notice tone="danger">{error.message}</Notice>',
  },
  {
    finds: /\.toLocale\w*\(/g,
    use: '#/kit/dates, or formatRupees of #/shared/money',
    except: ['shared/person.ts'], // the capital letter of a name
    example: 'total.toLocaleString()',
  },
  {
    finds: /\bIntl\.\w+/g,
    use: '#/kit/dates, or formatRupees of #/shared/money',
    except: ['shared/money.ts', 'copy/index.ts'], // amounts, and the languages' own names
    example: 'new Intl.NumberFormat()',
  },
].map((rule) => ({ ...rule, within: ['kit/', ...(rule.within ?? [])] }))

const rules = [
  ...kitRules,
  {
    finds: /queryKey:(?!\s*(?:customerKey\(|fixedKey\(|readonly ))/g,
    use: 'customerKey or fixedKey of #/api/keys',
    example: "queryKey: ['chat']",
  },
  {
    finds: /\b(?:invalidate|refetch|reset|remove)Queries\(/g,
    use: 'useChanged of #/api/changed, which names what has changed',
    except: ['api/changed.ts'],
    example: 'client.invalidateQueries()',
  },
  {
    finds: /\ballChanged\(/g,
    use: 'useChanged of #/api/changed: only a payment, a sign-in and the stream of changes ask for everything anew',
    except: ['api/changed.ts', 'app/live-service.ts', 'app/shells/PaymentSlot.tsx', 'features/session/sign-in.ts'],
    example: 'allChanged(client)',
  },
  {
    finds: /\?\.id\s*(?:\?\?|\|\|)\s*\d/g,
    use: 'customerId of #/api/customer: there is no customer 0',
    example: 'user?.id ?? 0',
  },
  {
    finds: /new QueryClient\(/g,
    use: 'createQueryClient of #/app/router, whose changes wait for no network',
    except: ['app/router.ts'],
    example: 'new QueryClient()',
  },
  {
    finds: /(?:useMutation|mutationOptions)\([\s\S]*networkMode: '(?!always)/g,
    use: 'networkMode as it is: what changes something is tried at once',
    example: "useMutation({ networkMode: 'online' })",
  },
  {
    finds: /<form\b(?!\s*\{\.\.\.\w+\.props\})/g,
    use: 'useForm of #/kit/form',
    example: '<form onSubmit={send}>',
  },
  {
    finds:
      /(?:href=\{?|leave\.(?:to|replace)\()["'`]\/(?!dashboard\/)|(?<!pageHref\()["'`]\/[\w${}()-]*\?(?:popup|isUserLoggedOut)=/g,
    use: 'pageHref of #/copy/pages, which tells the page the language of the screen',
    example: 'leave.to("/terms")',
  },
]

const faults = []
for (const { finds, example } of rules)
  if (!example.match(finds)) faults.push(`check-sources: ${finds} does not find ${example}`)

const files = readdirSync(src, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d|gen)\.tsx?$/.test(entry.name))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)))
  .filter((file) => !/^(test|copy\/paraglide)\//.test(file))
for (const { finds, use, within = [], except = [] } of rules) {
  const bound = files.filter((file) => !within.some((folder) => file.startsWith(folder)))
  const found = bound.filter((file) => readFileSync(join(src, file), 'utf8').match(finds))
  for (const file of found) if (!except.includes(file)) faults.push(`${file}: ${finds.source}: use ${use}`)
  for (const file of except)
    if (!found.includes(file)) faults.push(`check-sources: ${file} needs no exception any more`)
}

// Finds messages that duplicate the label of one of these buttons.
const labels = [english('kit').kit_retry, english('kit').kit_close].map((label) => label.toLowerCase())
for (const domain of readdirSync(join(src, 'copy/messages')))
  for (const [key, text] of Object.entries(english(domain)))
    if (domain !== 'kit' && typeof text === 'string' && labels.includes(text.toLowerCase().replace(/\W+$/, '')))
      faults.push(
        `${domain}: ${key} is "${text}" once more: use RetryButton of #/kit/LoadError or CloseButton of #/kit/CloseButton`,
      )

for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(`sources: ${files.length} files, ${faults.length} faults\n`)
if (faults.length || files.length < 300) process.exitCode = 1
