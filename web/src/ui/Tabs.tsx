import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { cx } from '#/shared/cx'

export interface TabItem<Id extends string> {
  id: Id
  label: ReactNode
}

export interface TabsProps<Id extends string> {
  label: string
  tabs: TabItem<Id>[]
  selected: NoInfer<Id>
  onSelect(id: NoInfer<Id>): void
  /** The panel of the selected tab. */
  children: ReactNode
}

const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  const base = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    const index = (tabs.findIndex((tab) => tab.id === selected) + step + tabs.length) % tabs.length
    const next = tabs[index]
    if (!next) return
    onSelect(next.id)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[index]?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} onKeyDown={move} className="flex gap-2 overflow-x-auto p-1">
        {tabs.map(({ id, label: words }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            aria-selected={id === selected}
            aria-controls={`${base}-panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
            className={cx(
              'min-h-11 shrink-0 rounded-full px-4 text-support font-semibold',
              id === selected ? 'bg-brand text-on-brand' : 'bg-surface text-muted hover:bg-sunken',
            )}
          >
            {words}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`} className="pt-4">
        {children}
      </div>
    </>
  )
}
