import { getLocale } from './paraglide/runtime.js'

interface Fault {
  message: string
  readonly extra: Record<string, unknown>
}

/** What stands at the places of a message: as the server says it, and the codes of what has texts of its own. */
interface Told {
  readonly code?: string
  readonly values?: Record<string, string>
  readonly words?: Record<string, string[]>
}

/** Texts by the code of a fault, one file per language. English has none: it is what the server sends (api/faults.json). */
const languages = import.meta.glob<Record<string, string>>('./faults/*.json', { import: 'default' })

/** A text of the server by its code, in the language of the screen; one that has none stays as the server says it. */
export async function textOf(code: string | undefined, english: string): Promise<string> {
  const texts = code ? await languages[`./faults/${getLocale()}.json`]?.() : undefined
  return texts?.[code ?? ''] ?? english
}

/** Puts the message of a fault into the language of the screen; one that has no text there stays as it is. */
export async function translate(fault: Fault): Promise<void> {
  const { code, values = {}, words = {} } = fault.extra as Told
  const texts = await languages[`./faults/${getLocale()}.json`]?.()
  const text = texts?.[code ?? '']
  if (!text) return
  const value = (name: string) => words[name]?.map((word) => texts?.[word] ?? values[name]).join(', ') ?? values[name]
  fault.message = text.replace(/\{(\w+)\}/g, (place, name: string) => value(name) ?? place)
  if (fault.extra.message) fault.extra.message = fault.message
}
