import { AreaNotServiceable } from '#/features/address/components/AreaNotServiceable'
import { NewAddressForm, type NewAddressFormProps } from '#/features/address/components/NewAddressForm'
import { useIsDesktop } from '#/shared/use-media'
import { Notice } from '#/ui/Notice'
import { StepHeading } from '../kit/StepHeading'

interface NewPlaceProps extends NewAddressFormProps {
  title: string
  /** The new address is being told to the server. */
  busy?: boolean
  /** Why it will not do. */
  refusal?: string
  /** The area that was found is not served: the news stands above the form, which keeps what was typed. */
  unserved?: { message?: string }
  onBack(): void
}

/** A new address, as one step of a flow. */
export function NewPlace({ title, busy, refusal, unserved, onBack, ...form }: NewPlaceProps) {
  const desktop = useIsDesktop()
  return (
    <>
      {unserved && <AreaNotServiceable message={unserved.message} onBack={onBack} />}
      <div hidden={desktop && unserved !== undefined}>
        <StepHeading>{title}</StepHeading>
        <fieldset disabled={busy} className="grid gap-3">
          <NewAddressForm {...form} />
          {refusal && <Notice tone="danger">{refusal}</Notice>}
        </fieldset>
      </div>
    </>
  )
}
