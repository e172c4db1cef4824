import { useNavigate } from '@tanstack/react-router'
import { BellOff, CircleCheck, ShieldCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { AutoDebitTerms } from '#/features/payments/components/AutoDebitTerms'
import { Dialog } from '#/kit/Dialog'
import { track } from '#/platform/analytics'
import { toast } from '#/platform/toast'
import type { DialogProps } from '#/shared/dialog-props'
import { requestPayment } from '#/state/payment-request'
import { PlugArt } from '#/ui/art/PlugArt'
import { Button } from '#/ui/Button'
import { PromoSlides } from './PromoSlides'

/**
 * Advertises auto debit, or says what the customer misses without it.
 * Customers who have auto debit only get a toast that says so.
 */
export default function AutoDebitPromo({ notInterested = false, onClose }: DialogProps) {
  const { data, isPending } = useDashboard()
  const active = data?.hasActiveMandate === true
  const shown = !isPending && !active
  useEffect(() => {
    if (shown) track('auto debit dialog shown', { view: notInterested ? 'not-interested' : 'default' })
  }, [shown, notInterested])
  const told = useRef(false)
  useEffect(() => {
    if (!active || told.current) return
    told.current = true
    toast.success(m.auto_debit_promo_already_set())
    onClose()
  }, [active, onClose])
  if (!shown) return null
  return notInterested ? <MissingOut onClose={onClose} /> : <Promotion onClose={onClose} />
}

interface ViewProps {
  onClose(): void
}

function setAutoDebit() {
  requestPayment({ type: 'due', autoDebit: true })
}

function Promotion({ onClose }: ViewProps) {
  const navigate = useNavigate()
  const notInterested = () =>
    void navigate({ to: '.', search: (search) => ({ ...search, notInterested: 'true' as const }) })
  const footer = (
    <div className="button-pair">
      <Button wide onClick={setAutoDebit}>
        {m.auto_debit_promo_continue()}
      </Button>
      <Button wide variant="secondary" onClick={notInterested}>
        {m.auto_debit_promo_not_interested()}
      </Button>
    </div>
  )
  const benefits = [
    { icon: ShieldCheck, text: m.auto_debit_promo_benefit_waived() },
    { icon: CircleCheck, text: m.auto_debit_promo_benefit_no_late() },
    { icon: BellOff, text: m.auto_debit_promo_benefit_forget() },
  ]
  return (
    <Dialog title={m.auto_debit_promo_title()} onClose={onClose} footer={footer}>
      <p className="pb-4 text-muted">{m.auto_debit_promo_text()}</p>
      <PromoSlides />
      <ul className="grid gap-3 pt-4">
        {benefits.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3 rounded-row border border-line p-4 font-semibold">
            <Icon aria-hidden="true" className="size-6 shrink-0 text-brand-ink" />
            {text}
          </li>
        ))}
      </ul>
      <div className="pt-4">
        <AutoDebitTerms />
      </div>
    </Dialog>
  )
}

function MissingOut({ onClose }: ViewProps) {
  const rentOnly = () => requestPayment({ type: 'due', autoDebit: false })
  const footer = (
    <div className="button-pair">
      <Button wide onClick={setAutoDebit}>
        {m.auto_debit_promo_set()}
      </Button>
      <Button wide variant="secondary" onClick={rentOnly}>
        {m.auto_debit_promo_rent_only()}
      </Button>
    </div>
  )
  return (
    <Dialog title={m.auto_debit_promo_missing_title()} onClose={onClose} footer={footer}>
      <div className="grid justify-items-center gap-4 py-4 text-center">
        <PlugArt />
        <p className="text-muted">{m.auto_debit_promo_missing_text()}</p>
      </div>
    </Dialog>
  )
}
