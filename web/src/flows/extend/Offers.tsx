import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCustomerId } from '#/api/customer'
import { m } from '#/copy'
import { dataAge } from '#/kit/DataAge'
import { QueryContent } from '#/kit/QueryContent'
import { SpinnerBlock } from '#/ui/Spinner'
import { type ExtendDraft, type Extension, extensionsToShow } from './model'
import { extensionQuery } from './queries'

interface OffersProps {
  draft: ExtendDraft
  /** Another `Offers` on the screen already shows the age of the data and any failure. */
  again?: boolean
  children(items: Extension[]): ReactNode
}

/** The server's offers for the chosen items and months. */
export function Offers({ draft, again = false, children }: OffersProps) {
  const query = useQuery(extensionQuery(useCustomerId(), draft.chosen))
  if (again) return query.data && children(extensionsToShow(query.data, draft))
  return (
    <QueryContent
      query={query}
      pending={<SpinnerBlock label={m.extend_loading()} />}
      failed={m.extend_failed()}
      age={dataAge}
    >
      {(details) => children(extensionsToShow(details, draft))}
    </QueryContent>
  )
}
