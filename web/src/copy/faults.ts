import { getLocale } from './paraglide/runtime.js'

interface Fault {
  message: string
  readonly extra: Record<string, unknown>
}

/** Texts by the code of a fault, one file per language. English has none: it is what the server sends (api/faults.json). */
const languages = import.meta.glob<Record<string, string>>('./faults/*.json', { import: 'default' })

/** Puts the message of a fault into the language of the screen; one that has no text there stays as it is. */
export async function translate(fault: Fault): Promise<void> {
  const { code, values = {} } = fault.extra as { code?: string; values?: Record<string, string> }
  const texts = await languages[`./faults/${getLocale()}.json`]?.()
  const text = texts?.[code ?? '']
  if (!text) return
  fault.message = text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place)
  if (fault.extra.message) fault.extra.message = fault.message
}
