import { m } from '#/copy'
import { LinkButton } from '#/ui/LinkButton'
import { Notice } from '#/ui/Notice'

export default function KycBanner() {
  return (
    <Notice
      tone="due"
      title={m.dues_kyc_pending()}
      action={
        <LinkButton to="/kyc" compact>
          {m.dues_start_kyc()}
        </LinkButton>
      }
    >
      {m.dues_kyc_text()}
    </Notice>
  )
}
