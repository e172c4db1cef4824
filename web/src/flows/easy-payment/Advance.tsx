import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AdvancePackage, advanceOptionsQuery, advancePackageQuery } from '#/api/advance-rent'
import type { EasyPaymentMeta } from '#/api/auto-debit'
import { useCustomerId } from '#/api/customer'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { PayDues } from '#/features/payments/components/PayDues'
import { dataAge } from '#/kit/DataAge'
import { Dialog } from '#/kit/Dialog'
import { formatDay } from '#/kit/dates'
import { QueryContent } from '#/kit/QueryContent'
import { useIsDesktop } from '#/shared/use-media'
import { SpinnerBlock } from '#/ui/Spinner'
import { StepHeading } from '../kit/StepHeading'
import { AdvanceOptionsForm } from './AdvanceOptionsForm'
import { AdvancePackageView, PaidUntil } from './AdvancePackageView'
import { isDue } from './model'
import { ADVANCE_KNOW_MORE, ADVANCE_PACKAGE, useGoToAdvance } from './steps'
import { useAboutAdvance } from './use-about'

interface AdvanceProps {
  step: string | undefined
  meta: EasyPaymentMeta
  onBack(): void
}

/** The screens of rent in advance: the options, how it works, and the package that was bought. */
export function Advance({ step, meta, onBack }: AdvanceProps) {
  const desktop = useIsDesktop()
  if (step === ADVANCE_PACKAGE) return <Package />
  if (step !== ADVANCE_KNOW_MORE) return <Options meta={meta} />
  return (
    <>
      {!desktop && <Options meta={meta} />}
      <KnowMore meta={meta} onBack={onBack} />
    </>
  )
}

const loading = () => ({
  pending: <SpinnerBlock label={m.easy_payment_advance_loading()} />,
  failed: m.easy_payment_advance_failed(),
  age: dataAge,
})

/**
 * The options of rent in advance.
 * An active package says until when rent is paid and when the next months can be paid.
 */
function Options({ meta }: Pick<AdvanceProps, 'meta'>) {
  const customer = useCustomerId()
  const options = useQuery(advanceOptionsQuery(customer))
  const bought = useQuery(advancePackageQuery(customer))
  const goTo = useGoToAdvance()
  return (
    <QueryContent query={options} {...loading()}>
      {(offered) => (
        <QueryContent query={bought} {...loading()} age={null}>
          {({ package: one }) => (
            <>
              {one && <PaidUntil one={one} />}
              {offered.rentalOptions.every(isDue) ? (
                <NoMonths bought={one} />
              ) : (
                <AdvanceOptionsForm offered={offered} meta={meta} onKnowMore={() => goTo(ADVANCE_KNOW_MORE)} />
              )}
            </>
          )}
        </QueryContent>
      )}
    </QueryContent>
  )
}

/**
 * Without months to choose from, there is no form. The screen says why, and dues can be paid.
 * After an active package the next months can be paid, unless everything is picked up by then.
 */
function NoMonths({ bought }: { bought: AdvancePackage | undefined }) {
  const items = useDashboard().data?.activeProductLists ?? []
  const active = bought?.state === 'active' && !items.every(({ pickupDate }) => pickupDate) ? bought : undefined
  return (
    <>
      {!bought && <StepHeading>{m.easy_payment_advance_title()}</StepHeading>}
      <div className="grid gap-5">
        <p className="text-muted">
          {active
            ? m.easy_payment_advance_after({ date: formatDay(active.to) ?? m.kit_not_available() })
            : m.easy_payment_advance_no_months()}
        </p>
        <PayDues />
      </div>
    </>
  )
}

interface WithoutOfferProps {
  step: string | undefined
  /** Shown to customers who never paid rent in advance. */
  children: ReactNode
}

/**
 * Shows the last package if nothing is offered, as after the last item has left. Its vouchers stay available.
 */
export function WithoutOffer({ step, children }: WithoutOfferProps) {
  const bought = useQuery(advancePackageQuery(useCustomerId()))
  return (
    <QueryContent query={bought} {...loading()}>
      {({ package: one }) => {
        if (!one) return children
        return step === ADVANCE_PACKAGE ? <AdvancePackageView one={one} /> : <PaidUntil one={one} />
      }}
    </QueryContent>
  )
}

function Package() {
  const bought = useQuery(advancePackageQuery(useCustomerId()))
  return (
    <QueryContent query={bought} {...loading()}>
      {({ package: one }) => (one ? <AdvancePackageView one={one} /> : <p>{m.easy_payment_advance_none()}</p>)}
    </QueryContent>
  )
}

/** A page on desktop, a sheet above the options on mobile. */
function KnowMore({ meta, onBack }: Pick<AdvanceProps, 'meta' | 'onBack'>) {
  if (!useIsDesktop()) {
    return (
      <Dialog title={m.easy_payment_advance_know_title()} onClose={onBack}>
        <About meta={meta} />
      </Dialog>
    )
  }
  return (
    <>
      <StepHeading>{m.easy_payment_advance_know_title()}</StepHeading>
      <About meta={meta} />
    </>
  )
}

function About({ meta }: Pick<AdvanceProps, 'meta'>) {
  const { description, points } = useAboutAdvance(meta)
  return (
    <div className="grid gap-4">
      <p>{description}</p>
      <ul className="grid list-disc gap-2 pl-5">
        {points.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
