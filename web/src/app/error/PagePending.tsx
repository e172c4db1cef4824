import type { ReactNode } from 'react'
import { m } from '#/copy'
import { SpinnerBlock } from '#/ui/Spinner'

export function PagePending(): ReactNode {
  return <SpinnerBlock label={m.kit_loading()} />
}
