import type { ReactNode } from 'react'
import { useDocumentTitle } from '#/shared/use-document-title'

export interface PageTitleProps {
  /** Also the title of the browser tab. */
  children: string
  /** A count or a link at the end of the line. */
  aside?: ReactNode
}

export function PageTitle({ children, aside }: PageTitleProps) {
  useDocumentTitle(children)
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-3 pb-5">
      <h1 className="font-bold text-page">{children}</h1>
      {aside && <div className="text-muted text-support">{aside}</div>}
    </div>
  )
}
