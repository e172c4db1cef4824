import type { Drawable } from './jsx-runtime'

const SVG = 'http://www.w3.org/2000/svg'

/** Attributes that React calls by other names than the browser. */
const names: Record<string, string> = {
  className: 'class',
  tabIndex: 'tabindex',
  strokeWidth: 'stroke-width',
  strokeLinecap: 'stroke-linecap',
  strokeLinejoin: 'stroke-linejoin',
}

function setAttribute(node: globalThis.Element, name: string, value: unknown): void {
  if (value === undefined || value === null || typeof value === 'function' || typeof value === 'object') return
  const kept = /^(?:aria|data)-/.test(name)
  if (value === false && !kept) return
  node.setAttribute(names[name] ?? name, value === true && !kept ? '' : String(value))
}

/** Adds to the parent what the element looks like at first. */
export function draw(what: Drawable, parent: globalThis.Element | DocumentFragment): void {
  if (Array.isArray(what)) {
    for (const part of what) draw(part, parent)
  } else if (typeof what === 'string' || typeof what === 'number') {
    parent.append(String(what))
  } else if (typeof what === 'object' && what !== null) {
    const { type, props } = what
    if (typeof type === 'function') draw(type(props), parent)
    else {
      const inSvg = type === 'svg' || (parent as globalThis.Element).namespaceURI === SVG
      const node = inSvg ? document.createElementNS(SVG, type) : document.createElement(type)
      const { children, ...attributes } = props
      for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value)
      draw(children as Drawable, node)
      parent.append(node)
    }
  }
}
