import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { m } from '#/copy'
import { CloudOffArt } from '#/ui/art/CloudOffArt'
import { Button } from '#/ui/Button'
import { buttonClass } from '#/ui/button-class'
import { errorMessage } from './message'
import NotFoundContent from './NotFoundContent'
import { errorStatus } from './status'

export default function ErrorPageContent({ error }: ErrorComponentProps) {
  const router = useRouter()
  const status = errorStatus(error)
  if (status === 404) return <NotFoundContent />
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-4 px-5 py-16 text-center">
      <CloudOffArt />
      <p className="text-subtle text-support">{m.app_error_status({ status })}</p>
      <h1 className="font-bold text-page">{errorMessage(error) ?? m.kit_went_wrong()}</h1>
      <p className="text-muted">{m.app_error_text()}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => void router.invalidate()}>{m.kit_retry()}</Button>
        <Link to="/home" className={buttonClass({ variant: 'secondary' })}>
          {m.app_go_home()}
        </Link>
      </div>
    </section>
  )
}
