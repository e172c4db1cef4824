import { m } from '#/copy'
import { firstNameOf } from '#/shared/person'
import { formatMobile } from '#/shared/phone'
import { useDocumentTitle } from '#/shared/use-document-title'
import { useSessionUser } from '#/state/session'

/** The heading of home. On mobile it has phone and e-mail, because there is no sidebar. */
export function HomeGreeting({ contact = false }: { contact?: boolean }) {
  const user = useSessionUser()
  const name = firstNameOf(user?.fullName)
  useDocumentTitle(m.app_dashboard())
  return (
    <div className="grid gap-0.5 pt-2 pb-5">
      <h1 className="wrap-anywhere font-bold text-page">
        {name ? m.app_greeting({ name }) : m.app_greeting_nameless()}
      </h1>
      {contact && user?.mobileNumber && (
        <p className="tabular text-muted text-support">{formatMobile(user.mobileNumber)}</p>
      )}
      {contact && user?.email && <p className="break-all text-muted text-support">{user.email}</p>}
    </div>
  )
}
