import { AreaNotServiceable } from '#/features/address/components/AreaNotServiceable'
import { NewAddressForm, type NewAddressFormProps } from '#/features/address/components/NewAddressForm'
import { useIsDesktop } from '#/shared/use-media'
import { StepHeading } from '../kit/StepHeading'

interface NewPlaceProps extends NewAddressFormProps {
  title: string
  /** The chosen area is not served. This is shown above the form, which keeps what was typed. */
  unserved?: { message?: string }
  onBack(): void
}

/** The form for a new address, as a step of a flow. */
export function NewPlace({ title, unserved, onBack, ...form }: NewPlaceProps) {
  const desktop = useIsDesktop()
  return (
    <>
      {unserved && <AreaNotServiceable message={unserved.message} onBack={onBack} />}
      <div hidden={desktop && unserved !== undefined}>
        <StepHeading>{title}</StepHeading>
        <NewAddressForm {...form} />
      </div>
    </>
  )
}
