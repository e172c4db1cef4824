import { CircleCheck, CircleX, Clock, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { Chip, type ChipTone } from '#/ui/Chip'

interface Look {
  tone: ChipTone
  icon: ReactNode
  word(): string
}

const icon = 'size-4 shrink-0'
const paid = <CircleCheck aria-hidden="true" className={icon} />
const clock = <Clock aria-hidden="true" className={icon} />
const cross = <CircleX aria-hidden="true" className={icon} />

const looks: Record<string, Look> = {
  paid: { tone: 'success', icon: paid, word: m.invoices_status_paid },
  due: { tone: 'due', icon: clock, word: m.invoices_status_due },
  part_paid: { tone: 'due', icon: clock, word: m.invoices_status_part_paid },
  overdue: { tone: 'danger', icon: clock, word: m.invoices_status_overdue },
  credited: { tone: 'neutral', icon: <Undo2 aria-hidden="true" className={icon} />, word: m.invoices_status_credited },
  issued: { tone: 'neutral', icon: paid, word: m.invoices_status_issued },
  succeeded: { tone: 'success', icon: paid, word: m.invoices_status_success },
  open: { tone: 'neutral', icon: clock, word: m.invoices_status_open },
  pending: { tone: 'due', icon: clock, word: m.invoices_status_pending },
  expired: { tone: 'neutral', icon: cross, word: m.invoices_status_expired },
  not_back: { tone: 'danger', icon: cross, word: m.invoices_status_not_back },
  failed: { tone: 'danger', icon: cross, word: m.invoices_status_failed },
}

/** The state of an invoice or payment, as a word, an icon and a colour. */
export function StatusChip({ status }: { status: string }) {
  const look = looks[status]
  if (!look) return <Chip>{status}</Chip>
  return (
    <Chip tone={look.tone} icon={look.icon}>
      {look.word()}
    </Chip>
  )
}
