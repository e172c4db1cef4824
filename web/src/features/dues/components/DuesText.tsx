import { useEffect, useRef } from 'react'
import { safeFragment } from '#/platform/safe-html'

/** The server's text about the dues, with more markup than `plainParts` supports. */
export default function DuesText({ html }: { html: string }) {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    holder.current?.replaceChildren(safeFragment(html))
  }, [html])
  return (
    <div
      ref={holder}
      className="[&_a]:font-semibold [&_a]:text-brand-ink [&_a]:underline [&_li]:ml-5 [&_li]:list-disc"
    />
  )
}
