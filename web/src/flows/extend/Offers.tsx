import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { Loaded } from '#/kit/Loaded'
import { SpinnerBlock } from '#/ui/Spinner'
import { type ExtendDraft, type Extension, extensionsFor } from './model'
import { extensionQuery } from './queries'

interface OffersProps {
  draft: ExtendDraft
  children(items: Extension[]): ReactNode
}

/** What the server offers for the chosen items and months. */
export function Offers({ draft, children }: OffersProps) {
  const query = useQuery(extensionQuery(draft.chosen))
  return (
    <Loaded query={query} pending={<SpinnerBlock label={m.extend_loading()} />}>
      {(details) => children(extensionsFor(details, draft.months))}
    </Loaded>
  )
}
