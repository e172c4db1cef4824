import { LogOut, Mail, Phone } from 'lucide-react'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { logout } from '#/features/session/logout'
import { useIsDesktop } from '#/shared/use-media'
import { PlugArt } from '#/ui/art/PlugArt'
import { Button } from '#/ui/Button'
import { EmptyState } from '#/ui/EmptyState'
import { AnchorButton } from '#/ui/LinkButton'

/** All that a business customer sees. The logout button is here where no menu has it. */
export function B2BNotice() {
  const { supportEmail, supportPhone } = useAppConfig()
  const desktop = useIsDesktop()
  const actions = (
    <div className="flex flex-wrap justify-center gap-3">
      {supportEmail && (
        <AnchorButton href={`mailto:${supportEmail}`}>
          <Mail aria-hidden="true" className="size-5" />
          {m.app_email_support()}
        </AnchorButton>
      )}
      {supportPhone && (
        <AnchorButton variant="secondary" href={`tel:${supportPhone.replace(/\s/g, '')}`}>
          <Phone aria-hidden="true" className="size-5" />
          {m.app_call_support({ phone: supportPhone })}
        </AnchorButton>
      )}
      {!desktop && (
        <Button variant="quiet" onClick={() => void logout()}>
          <LogOut aria-hidden="true" className="size-5" />
          {m.app_logout()}
        </Button>
      )}
    </div>
  )
  return <EmptyState as="h1" art={<PlugArt />} title={m.app_b2b_notice()} action={actions} />
}
