import type { ErrorComponentProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ErrorPage } from './ErrorPage'
import { NotFoundPage } from './NotFoundPage'

/** The same pages for where no layout has drawn a <main> around them. */
export function StandaloneError(props: ErrorComponentProps): ReactNode {
  return (
    <main id="content">
      <ErrorPage {...props} />
    </main>
  )
}

export function StandaloneNotFound(): ReactNode {
  return (
    <main id="content">
      <NotFoundPage />
    </main>
  )
}
