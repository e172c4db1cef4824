import type { LucideIcon } from 'lucide-react'
import { CalendarCheck, CircleCheck, CircleX, Clock, Undo2, Wrench } from 'lucide-react'
import { m } from '#/copy'
import { Chip, type ChipTone } from '#/ui/Chip'

interface Look {
  tone: ChipTone
  icon: LucideIcon
  word(): string
}

const looks: Record<string, Look> = {
  raised: { tone: 'due', icon: Clock, word: m.kit_status_raised },
  scheduled: { tone: 'brand', icon: CalendarCheck, word: m.kit_status_scheduled },
  in_progress: { tone: 'brand', icon: Wrench, word: m.kit_status_in_progress },
  done: { tone: 'success', icon: CircleCheck, word: m.kit_status_done },
  revoked: { tone: 'neutral', icon: Undo2, word: m.kit_status_revoked },
  cancelled: { tone: 'neutral', icon: CircleX, word: m.kit_status_cancelled },
}

/** The state of a request as a word, an icon and a colour. */
export function RequestStatus({ status }: { status: string }) {
  const look = looks[status]
  if (!look) return <Chip>{status}</Chip>
  const Icon = look.icon
  return (
    <Chip tone={look.tone} icon={<Icon aria-hidden="true" className="size-4 shrink-0" />}>
      {look.word()}
    </Chip>
  )
}
