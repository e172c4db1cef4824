/** A pattern that is replaced, unless a match `isSafe`. */
interface Rule {
  form: RegExp
  replace: string
  isSafe?(found: string): boolean
}

/** Whether the text is the name of something in a program. */
const isName = (text: string) => /^[\w$.:\-[\]]{1,60}$/.test(text)

/**
 * The rules, in the order in which they are applied.
 * `internal/errorreport/scrub.go` has the same rules, and one table of tests covers both.
 */
const rules: Rule[] = [
  // A browser quotes the text that is not JSON. It is somebody's data.
  { form: /["“].*["”]( is not valid JSON)/gs, replace: '[text]$1' },
  // A secret after its name, and any credentials of a header.
  { form: /\b(bearer|basic)\s+[^\s"',;]+/gi, replace: '$1 [secret]' },
  {
    form: /((?:authorization|access[_-]?token|token|password|passwd|secret|api[_-]?key|otp|pin|cookie|sentry_key)["']?\s*[:=]\s*["']?)(?:(?:bearer|basic)\s+)?[^\s"'&,;]+/gi,
    replace: '$1[secret]',
  },
  // The query and the fragment of a URL.
  { form: /([\w/.)\]])[?#][^\s"'<>]*=[^\s"'<>]*/g, replace: '$1?[query]' },
  // An e-mail address or a UPI id, and a user in a URL.
  { form: /[^\s"'<>()[\]{},;:/=|@]+(?:@|%40)[^\s"'<>()[\]{},;:/=|@]+/gi, replace: '[mail]' },
  { form: /\beyJ[\w-]+(?:\.[\w-]*)*/g, replace: '[token]' },
  { form: /\brs1_[\w-]+/g, replace: '[token]' },
  { form: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, replace: '[token]' },
  { form: /[\w-]*[A-Za-z0-9_]{20,}[\w-]*/g, replace: '[token]', isSafe: (found) => !/\d/.test(found) },
  // GSTIN, PAN and IFSC, in any case.
  { form: /\d{2}[a-z]{5}\d{4}[a-z][0-9a-z]z[0-9a-z]/gi, replace: '[gstin]' },
  { form: /[a-z]{5}[ -]?\d{4}[ -]?[a-z]\b/gi, replace: '[pan]' },
  { form: /\b[a-z]{4}0[0-9a-z]{6}\b/gi, replace: '[ifsc]' },
  // An IP address.
  { form: /\b\d{1,3}(?:\.\d{1,3}){3}\b/g, replace: '[ip]' },
  { form: /\b[0-9a-f]{1,4}(?::[0-9a-f]{0,4}){3,7}/gi, replace: '[ip]' },
  // Phones, Aadhaar, accounts, codes, pincodes, ids: six or more digits of any script, with the separators
  // that people write between them.
  { form: /\+?\(?\p{Nd}(?:[\s().\-–/_]{0,2}\p{Nd}){5,}/gu, replace: '[number]' },
  // Any other quoted text stays only if it is the name of something in a program.
  {
    form: /"[^"]*"|“[^”]*”|'[^'\n]{41,}'/g,
    replace: '[text]',
    isSafe: (found) => isName(found.replace(/^["“”]+|["“”]+$/g, '')),
  },
]

function withoutPercents(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The text without anything that leads to a person or opens something: credentials, tokens, queries,
 * mail addresses and UPI ids, PAN, GSTIN, IFSC, IP addresses, and any six digits in a row.
 * Percent-encoding is decoded first. Invisible characters, which would split digits, are removed.
 */
export function scrub(text: string): string {
  let clean = withoutPercents(text).replace(/\p{Cf}/gu, '')
  for (const { form, replace, isSafe } of rules) {
    clean = isSafe ? clean.replace(form, (found) => (isSafe(found) ? found : replace)) : clean.replace(form, replace)
  }
  return clean
}
