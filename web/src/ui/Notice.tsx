import { CircleAlert, CircleCheck, Clock, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '#/shared/cx'

export type NoticeTone = 'info' | 'due' | 'danger' | 'success'

const looks = {
  info: { icon: Info, className: 'bg-brand-soft text-brand-ink' },
  due: { icon: Clock, className: 'bg-accent-soft text-accent-ink' },
  danger: { icon: CircleAlert, className: 'bg-danger-soft text-danger-ink' },
  success: { icon: CircleCheck, className: 'bg-success-soft text-success-ink' },
} as const

export interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  /** One action. */
  action?: ReactNode
  className?: string
}

/** A lasting condition in words, icon and colour. A danger notice is announced at once. */
export function Notice({ tone = 'info', title, children, action, className }: NoticeProps) {
  const { icon: Icon, className: look } = looks[tone]
  return (
    <div role={tone === 'danger' ? 'alert' : undefined} className={cx('flex gap-3 rounded-row p-4', look, className)}>
      <Icon aria-hidden="true" className="size-5 shrink-0 translate-y-0.5" />
      <div className="grid min-w-0 flex-1 gap-1 text-support">
        {title && <p className="text-body font-semibold">{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
    </div>
  )
}
