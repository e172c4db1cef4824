import { useCallback } from 'react'
import { safeFragment } from '#/platform/safe-html'

/** The server's text about the dues, with more markup than `plainParts` supports. */
export default function DuesText({ html }: { html: string }) {
  const fill = useCallback((holder: HTMLElement | null) => holder?.replaceChildren(safeFragment(html)), [html])
  return (
    <div ref={fill} className="[&_a]:font-semibold [&_a]:text-brand-ink [&_a]:underline [&_li]:ml-5 [&_li]:list-disc" />
  )
}
