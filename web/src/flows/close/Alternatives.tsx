import { ArrowLeftRight, CalendarCheck, ChevronRight, type LucideIcon, Truck } from 'lucide-react'
import { m } from '#/copy'

interface AlternativesProps {
  onComplete(): void
  onShift(): void
  onTransfer(): void
}

/** What can be done instead of leaving early. */
export function Alternatives({ onComplete, onShift, onTransfer }: AlternativesProps) {
  return (
    <section className="grid gap-1">
      <h4 className="pb-1 font-semibold">{m.closure_alternatives()}</h4>
      <Alternative
        icon={CalendarCheck}
        title={m.closure_alternative_complete()}
        note={m.closure_alternative_complete_note()}
        onPress={onComplete}
      />
      <Alternative
        icon={Truck}
        title={m.closure_alternative_shift()}
        note={m.closure_alternative_shift_note()}
        onPress={onShift}
      />
      <Alternative
        icon={ArrowLeftRight}
        title={m.closure_alternative_transfer()}
        note={m.closure_alternative_transfer_note()}
        onPress={onTransfer}
      />
    </section>
  )
}

interface AlternativeProps {
  icon: LucideIcon
  title: string
  note: string
  onPress(): void
}

function Alternative({ icon: Icon, title, note, onPress }: AlternativeProps) {
  return (
    <button
      type="button"
      className="flex min-h-14 items-center gap-4 rounded-row p-2 text-left hover:bg-brand-soft"
      onClick={onPress}
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-chip bg-brand-soft text-brand-ink">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{title}</span> <span className="text-muted text-support">{note}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-subtle" />
    </button>
  )
}
