import { isCompleteMobile, normaliseMobile } from '#/shared/phone'
import type { NewContact } from './referrals'

/**
 * The people of a vCard file (versions 2.1 to 4.0, as phones write them) who have an Indian mobile number.
 * Only the first number and the first e-mail address of each person are kept, and
 * repeated numbers are dropped.
 */
export function contactsOf(file: string): NewContact[] {
  const found = new Map<string, NewContact>()
  for (const card of cardsOf(file)) {
    const mobileNumber = valuesOf(card, 'TEL')
      .map((tel) => normaliseMobile(tel.replace(/^tel:/i, '')))
      .find((digits) => isCompleteMobile(digits) && digits >= '6')
    const name = (valuesOf(card, 'FN')[0] ?? nameOf(valuesOf(card, 'N')[0]) ?? '').trim().slice(0, 100)
    const email = valuesOf(card, 'EMAIL')[0]?.trim()
    if (mobileNumber && name && !found.has(mobileNumber)) found.set(mobileNumber, { name, mobileNumber, email })
  }
  return [...found.values()]
}

interface Line {
  name: string
  value: string
}

function cardsOf(file: string): Line[][] {
  const cards: Line[][] = []
  for (const line of linesOf(file)) {
    if (line.name === 'BEGIN') cards.push([])
    else if (line.name !== 'END') cards.at(-1)?.push(line)
  }
  return cards
}

/**
 * Joins folded lines. A continuation starts with a blank.
 * In quoted-printable text, the line before it ends with "=".
 */
function linesOf(file: string): Line[] {
  const unfolded = file.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]/g, '')
  const lines: Line[] = []
  let open = ''
  for (const line of unfolded.split('\n')) {
    const whole = open + line
    if (/ENCODING=QUOTED-PRINTABLE/i.test(whole) && whole.endsWith('=')) {
      open = whole.slice(0, -1)
      continue
    }
    open = ''
    const colon = whole.indexOf(':')
    if (colon < 0) continue
    const [field = '', ...parameters] = whole.slice(0, colon).split(';')
    lines.push({
      name: (field.split('.').at(-1) ?? '').toUpperCase(),
      value: decoded(whole.slice(colon + 1), parameters),
    })
  }
  return lines
}

const isQuoted = (parameters: string[]) => parameters.some((parameter) => /QUOTED-PRINTABLE/i.test(parameter))

function decoded(value: string, parameters: string[]): string {
  if (!isQuoted(parameters)) return value.replaceAll(/\\n/gi, ' ').replaceAll(/\\([,;\\])/g, '$1')
  const bytes: number[] = []
  for (let at = 0; at < value.length; at += 1) {
    const hex = value[at] === '=' ? value.slice(at + 1, at + 3) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      at += 2
    } else bytes.push(value.charCodeAt(at) & 0xff)
  }
  return new TextDecoder().decode(new Uint8Array(bytes))
}

const valuesOf = (card: Line[], name: string) => card.filter((line) => line.name === name).map((line) => line.value)

/** From "family name;given name;…" to "given name family name". */
const nameOf = (structured?: string) => structured?.split(';').slice(0, 2).reverse().join(' ')
