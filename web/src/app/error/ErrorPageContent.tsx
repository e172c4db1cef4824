import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { m } from '#/copy'
import { RetryButton } from '#/kit/LoadError'
import { CloudOffArt } from '#/ui/art/CloudOffArt'
import { buttonClass } from '#/ui/button-class'
import { EmptyState } from '#/ui/EmptyState'
import { errorMessage } from './message'
import { NotFoundPage } from './NotFoundPage'
import { errorStatus } from './status'

export function ErrorPageContent({ error }: ErrorComponentProps) {
  const router = useRouter()
  const status = errorStatus(error)
  if (status === 404) return <NotFoundPage />
  const actions = (
    <div className="flex flex-wrap justify-center gap-3">
      <RetryButton variant="primary" onClick={() => void router.invalidate()} />
      <Link to="/home" className={buttonClass({ variant: 'secondary' })}>
        {m.app_go_home()}
      </Link>
    </div>
  )
  return (
    <EmptyState as="h1" art={<CloudOffArt />} title={errorMessage(error) ?? m.kit_went_wrong()} action={actions}>
      <p>{m.app_error_text()}</p>
      <p className="pt-2 text-subtle">{m.app_error_status({ status })}</p>
    </EmptyState>
  )
}
