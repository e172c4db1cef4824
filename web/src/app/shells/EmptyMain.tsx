import type { ReactNode } from 'react'
import { OfflineBar } from './OfflineBar'

export function EmptyMain({ children }: { children: ReactNode }) {
  return (
    <>
      <OfflineBar />
      <main id="content" tabIndex={-1} className="gutter mx-auto max-w-[920px] py-8 print:max-w-none print:p-0">
        {children}
      </main>
    </>
  )
}
