import { m } from '#/copy'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'

export default function KycBanner() {
  return (
    <Notice
      tone="due"
      title={m.home_kyc_pending()}
      action={
        <LinkButton to="/kyc" compact>
          {m.home_start_kyc()}
        </LinkButton>
      }
    >
      {m.home_kyc_text()}
    </Notice>
  )
}
