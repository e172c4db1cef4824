import { ChevronRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export const optionClass =
  'flex min-h-12 w-full items-center gap-3 rounded-control px-3 text-left font-semibold text-support hover:bg-brand-soft'

export function OptionContent({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
      <span className="flex-1">{children}</span>
      <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-subtle" />
    </>
  )
}

export interface OptionsProps {
  hasActiveProducts: boolean
  onChat(): void
  /** The customer followed a link, so the panel can close. */
  onLeave(): void
}
