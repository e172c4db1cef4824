import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { m } from '#/copy'
import { Boundary } from '#/kit/Boundary'
import { OfflineLoadError } from '#/kit/lazy-part'
import { MissingPart } from '#/kit/MissingPart'
import { isMissingPart } from '#/platform/chunk-guard'
import { reportError } from '#/platform/reporter'
import { ErrorPageContent } from './ErrorPageContent'
import { PagePending } from './PagePending'

/**
 * What a route shows when it has failed. If this page fails too, one last sentence is shown.
 * A page whose chunk is missing is reloaded once, or waits for a network.
 */
export function ErrorPage(props: ErrorComponentProps): ReactNode {
  const { error } = props
  const router = useRouter()
  const isMissing = isMissingPart(error)
  const report = useEffectEvent(() => reportError(error, { place: 'route' }))
  useEffect(() => {
    if (!isMissing) report()
  }, [isMissing])
  const content = (
    <Boundary place="error page" fallback={() => <ErrorInErrorPage />}>
      <ErrorPageContent {...props} />
    </Boundary>
  )
  if (!isMissing) return content
  return (
    <MissingPart
      error={error}
      onRetry={() => void router.invalidate()}
      onGivenUp={report}
      pending={<PagePending />}
      offline={(tryAgain, busy) => (
        <>
          <h1 className="visually-hidden">{m.kit_part_failed()}</h1>
          <OfflineLoadError tryAgain={tryAgain} busy={busy} />
        </>
      )}
      failed={content}
    />
  )
}

/** Plain on purpose, because it must not need anything that could be at fault. */
function ErrorInErrorPage() {
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-4 px-5 py-16 text-center">
      <h1 className="font-bold text-dialog">{m.app_error_in_error_page()}</h1>
      <a href="/dashboard/home" className="font-semibold text-brand-ink underline">
        {m.app_go_home()}
      </a>
    </section>
  )
}
