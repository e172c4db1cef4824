/** Stands for React's own in the first view: an element is what it is made of. */
export type Component = (props: Record<string, unknown>) => Drawable

export interface Element {
  type: string | Component
  props: Record<string, unknown>
}

export type Drawable = Element | Drawable[] | string | number | boolean | null | undefined

export function jsx(type: Element['type'], props: Element['props']): Element {
  return { type, props }
}

export const jsxs: typeof jsx = (type, props) => jsx(type, props)

export const Fragment: Component = ({ children }) => children as Drawable
