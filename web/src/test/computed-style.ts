/**
 * Queries by role and clicks check every element and its ancestors for being visible and clickable. After
 * each change, jsdom computes all properties of all elements for that. This took a quarter of the time of all
 * screen tests. Here the three properties are computed by the same rules. jsdom still computes all others.
 */
const INITIAL = { display: 'inline', visibility: 'visible', 'pointer-events': 'auto' }
type Property = keyof typeof INITIAL

export const ofJsdom = window.getComputedStyle

/** The attributes that matter for the three properties in the browser's default style sheet. */
const ATTRIBUTES = ['hidden', 'type']
const plainStyles = new Map<string, Record<Property, string>>()

/** The style of a detached element without an own style attribute. */
function plainStyle(element: Element): Record<Property, string> {
  const attributes = ATTRIBUTES.map((name) => element.getAttribute(name))
  const kind = JSON.stringify([element.namespaceURI, element.localName, ...attributes])
  let style = plainStyles.get(kind)
  if (!style) {
    const alone = document.createElementNS(element.namespaceURI, element.localName)
    for (const name of ATTRIBUTES)
      if (element.hasAttribute(name)) alone.setAttribute(name, element.getAttribute(name) ?? '')
    document.createElement('div').append(alone)
    const all = ofJsdom(alone)
    style = { display: all.display, visibility: all.visibility, 'pointer-events': all.pointerEvents }
    plainStyles.set(kind, style)
  }
  return style
}

function ownStyle(element: Element, property: Property): string {
  return element.hasAttribute('style') ? (element as HTMLElement).style.getPropertyValue(property) : ''
}

const KEYWORDS = new Set(['initial', 'inherit', 'unset', 'revert', 'revert-layer'])

function computed(element: Element, property: Property): string {
  const own = ownStyle(element, property)
  if (KEYWORDS.has(own)) return ofJsdom(element).getPropertyValue(property)
  const plain = plainStyle(element)[property]
  if (property === 'display') return own || plain
  if (own) return own
  if (plain !== INITIAL[property] || !element.parentElement) return plain
  return computed(element.parentElement, property)
}

/** Elements whose style depends on more than their kind and their own style. */
const SPECIAL = new Set(['dialog', 'embed', 'summary'])

function isSpecial(element: Element): boolean {
  if (element.ownerDocument !== document || document.styleSheets.length > 0) return true
  if (element.localName === 'input' && element.getAttribute('type')?.toLowerCase() === 'hidden') return true
  for (let at: Element | null = element; at; at = at.parentElement)
    if (SPECIAL.has(at.localName) || at.hasAttribute('popover')) return true
  return false
}

const isProperty = (name: string | symbol): name is Property => Object.hasOwn(INITIAL, name)

window.getComputedStyle = (element, pseudoElement) => {
  if (pseudoElement || isSpecial(element)) return ofJsdom(element, pseudoElement)
  let others: CSSStyleDeclaration | undefined
  const read = (name: string | symbol) => {
    if (isProperty(name)) return computed(element, name)
    others ??= ofJsdom(element)
    const value: unknown = Reflect.get(others, name)
    return typeof value === 'function' ? value.bind(others) : value
  }
  return new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === 'pointerEvents') return read('pointer-events')
      if (name !== 'getPropertyValue') return read(name)
      return (property: string) => (isProperty(property) ? read(property) : ofJsdom(element).getPropertyValue(property))
    },
  })
}
