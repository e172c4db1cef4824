import { Mail } from 'lucide-react'
import { type AppConfig, useAppConfig } from '#/api/config'
import type { ActiveProduct } from '#/api/dashboard'
import { m } from '#/copy'
import { type SessionUser, useSessionUser } from '#/platform/session'
import { formatMobile } from '#/shared/phone'
import { Button } from '#/ui/Button'
import { AnchorButton } from '#/ui/LinkButton'

interface ContinueByMailProps {
  title: string
  products: ActiveProduct[]
}

/** A letter to the support team that already says who asks and what for. */
export function requestLetter(
  { supportEmail }: Pick<AppConfig, 'supportEmail'>,
  user: SessionUser | undefined,
  { title, products }: ContinueByMailProps,
): string {
  const body = m.requests_by_mail_body({
    name: user?.fullName ?? '',
    phone: user ? formatMobile(user.mobileNumber) : '',
    products: products.map((product) => `${product.name} (${product.id})`).join(', '),
  })
  return `mailto:${supportEmail}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`
}

/** Continue is disabled, and says why, until at least one item is ticked. */
export function ContinueByMail(props: ContinueByMailProps) {
  const config = useAppConfig()
  const user = useSessionUser()
  const label = (
    <>
      <Mail aria-hidden="true" className="size-5" />
      {m.requests_by_mail()}
    </>
  )
  if (props.products.length === 0) {
    return (
      <Button wide disabled disabledReason={m.requests_tick_one()}>
        {label}
      </Button>
    )
  }
  return (
    <AnchorButton wide href={requestLetter(config, user, props)}>
      {label}
    </AnchorButton>
  )
}
