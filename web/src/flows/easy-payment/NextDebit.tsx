import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { EasyPaymentMeta, MandateCards } from '#/api/auto-debit'
import { useChanged } from '#/api/changed'
import { type DashboardData, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { ActionError } from '#/kit/ActionError'
import { DebitNote, isComing } from '#/kit/DebitNote'
import { Confirm } from '#/kit/Dialog'
import { formatDay } from '#/kit/dates'
import { toast } from '#/platform/toast'
import { formatRupees } from '#/shared/money'
import { isDirectLogin } from '#/state/session'
import { Button } from '#/ui/Button'
import { skip } from './calls'
import { choiceOf, NEXT_TOAST_MS, nameOf } from './model'

type Debit = NonNullable<DashboardData['debit']>

interface NextDebitProps {
  meta: EasyPaymentMeta
  cards: MandateCards
}

/** The next debit, or why this month's rent is not debited. A planned debit can be skipped. */
export function NextDebit({ meta, cards }: NextDebitProps) {
  const { data } = useDashboard()
  const debit = data?.debit
  if (!debit) return null
  const title = isComing(debit) ? m.easy_payment_next() : m.easy_payment_not_debited()
  return (
    <section aria-label={title} className="mb-4 grid justify-items-start gap-2 rounded-card bg-sunken p-5">
      <h4 className="font-semibold">{title}</h4>
      <DebitNote debit={debit} data={data} />
      {debit.step === 'above_limit' && <WhatNext debit={debit} meta={meta} cards={cards} />}
      {debit.step === 'planned' && !isDirectLogin() && <Skip debit={debit} />}
    </section>
  )
}

/** What helps with the next invoices, if they are as large. */
function WhatNext({ debit, meta, cards }: NextDebitProps & { debit: Debit }) {
  const choice = choiceOf(cards)
  const higher = meta.autoDebit.paymentOptions.length > 0 && meta.maxAmount > debit.limit
  if (choice) return <p className="text-muted">{m.easy_payment_choose_higher({ other: nameOf(choice) })}</p>
  return (
    <p className="text-muted">
      {higher
        ? m.easy_payment_higher({ limit: formatRupees(meta.maxAmount) })
        : m.easy_payment_highest({ limit: formatRupees(debit.limit) })}
    </p>
  )
}

/** Asks for a confirmation, and skips this one debit. */
function Skip({ debit }: { debit: Debit }) {
  const [asking, setAsking] = useState(false)
  const changed = useChanged()
  const { lateFee } = debit
  const fee =
    lateFee && m.easy_payment_skip_fee({ fee: formatRupees(lateFee.amount), feeDate: formatDay(lateFee.date) ?? '' })
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => skip(debit.debitId),
    onSuccess: async () => {
      toast.success(sentences(m.easy_payment_skip_done(), fee), { durationMs: NEXT_TOAST_MS })
      setAsking(false)
      await changed('dashboard')
    },
    onError: () => void changed('dashboard'),
  })
  const openQuestion = () => {
    reset()
    setAsking(true)
  }
  const values = {
    amount: formatRupees(debit.amount),
    invoice: debit.invoiceNumber,
    date: formatDay(debit.date) ?? '',
    payBy: formatDay(debit.payBy) ?? '',
  }
  return (
    <>
      <Button variant="secondary" compact onClick={openQuestion}>
        {m.easy_payment_skip()}
      </Button>
      <Confirm
        open={asking}
        title={m.easy_payment_skip_title()}
        confirmLabel={m.easy_payment_skip_yes()}
        cancelLabel={m.easy_payment_skip_no()}
        busy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setAsking(false)}
      >
        <p className="wrap-anywhere">
          {sentences(
            debit.isOverdue ? m.easy_payment_skip_text_late(values) : m.easy_payment_skip_text(values),
            fee,
            m.easy_payment_skip_later(),
          )}
        </p>
        <ActionError error={error} busy={isPending} onRetry={() => mutate()} />
      </Confirm>
    </>
  )
}

const sentences = (...list: (string | undefined)[]) => list.filter(Boolean).join(' ')
