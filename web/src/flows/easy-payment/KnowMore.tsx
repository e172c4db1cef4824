import type { EasyPaymentMeta } from '#/api/auto-debit'
import { m } from '#/copy'
import { AutoDebitTerms } from '#/features/payments/components/AutoDebitTerms'
import { Dialog } from '#/kit/Dialog'
import { useIsDesktop } from '#/shared/use-media'
import { StepHeading } from '../kit/StepHeading'
import { Benefits } from './Manage'
import { useAbout } from './use-about'

interface KnowMoreProps {
  meta: EasyPaymentMeta
  onBack(): void
}

/** A page on desktop. On mobile, a sheet above the first screen, which the caller keeps rendered. */
export function KnowMore({ meta, onBack }: KnowMoreProps) {
  if (!useIsDesktop()) {
    return (
      <Dialog title={m.easy_payment_know_title()} onClose={onBack}>
        <About meta={meta} />
      </Dialog>
    )
  }
  return (
    <>
      <StepHeading>{m.easy_payment_know_title()}</StepHeading>
      <About meta={meta} />
    </>
  )
}

function About({ meta }: Pick<KnowMoreProps, 'meta'>) {
  const { description, points } = useAbout(meta)
  return (
    <div className="grid gap-4">
      <p>{description || m.easy_payment_banner_text()}</p>
      <Benefits />
      <AutoDebitTerms />
      <ul className="grid list-disc gap-2 pl-5">
        {points.map((text) => (
          <li key={text}>{text}</li>
        ))}
        <li>{m.easy_payment_limit()}</li>
      </ul>
    </div>
  )
}
