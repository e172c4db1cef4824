import DOMPurify, { type Config } from 'dompurify'

interface PolicyFactory {
  createPolicy(
    name: string,
    rules: { createHTML(html: string): string; createScriptURL(url: string): string },
  ): Config['TRUSTED_TYPES_POLICY']
}

/** The sanitiser's parser gets the raw text through this policy, and no other code gets the policy. */
function policy(): Config['TRUSTED_TYPES_POLICY'] {
  const factory = (window as { trustedTypes?: PolicyFactory }).trustedTypes
  return factory?.createPolicy('app-html', { createHTML: (html) => html, createScriptURL: (url) => url })
}

const purifier = DOMPurify(window)
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer')
})

const trusted = policy()
const rules: Config = {
  ALLOWED_TAGS: ['b', 'i', 'br', 'p', 'ul', 'li', 'a'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^https:\/\//i,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ...(trusted ? { TRUSTED_TYPES_POLICY: trusted } : {}),
}

/** Keeps a few inline tags and secure links of the server's HTML. Returns nodes, not a string to parse. */
export function safeFragment(html: string): DocumentFragment {
  return purifier.sanitize(html, { ...rules, RETURN_DOM_FRAGMENT: true })
}
