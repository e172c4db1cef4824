import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { b2bQuery } from '#/features/session/queries'
import { QueryContent } from '#/kit/QueryContent'
import { firstScreenShown } from '#/platform/first-screen'
import { SpinnerBlock } from '#/ui/Spinner'
import { B2BNotice } from './B2BNotice'

/** Business customers get only the notice. No dashboard loads before the answer is known. */
export function B2BGate({ children }: { children: ReactNode }) {
  const query = useQuery(b2bQuery(useCustomerId()))
  return (
    <QueryContent
      query={query}
      pending={<SpinnerBlock label={m.app_b2b_checking()} className="min-h-96" />}
      failed={m.app_b2b_failed()}
      age={null}
    >
      {(isB2B) => (isB2B ? <Notice /> : children)}
    </QueryContent>
  )
}

function Notice() {
  useEffect(firstScreenShown, [])
  return (
    <main id="content" tabIndex={-1} className="pb-28">
      <B2BNotice />
    </main>
  )
}
