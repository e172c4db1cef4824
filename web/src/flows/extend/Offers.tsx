import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { SectionError } from '#/ui/SectionError'
import { SpinnerBlock } from '#/ui/Spinner'
import { type ExtendDraft, type Extension, extensionsFor } from './model'
import { extensionQuery } from './queries'

interface OffersProps {
  draft: ExtendDraft
  children(items: Extension[]): ReactNode
}

/** What the server offers for the chosen items and months. */
export function Offers({ draft, children }: OffersProps) {
  const { data, error, refetch, isFetching } = useQuery(extensionQuery(draft.chosen))
  if (data) return children(extensionsFor(data, draft.months))
  if (!error) return <SpinnerBlock label={m.extend_loading()} />
  return (
    <SectionError
      title={m.errors_section()}
      message={error.message}
      retryLabel={m.shell_retry()}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}
