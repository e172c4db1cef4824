import { Link, type LinkProps } from '@tanstack/react-router'
import { CirclePlus, FileText, Gift, type LucideIcon, Tag, Wrench } from 'lucide-react'
import { activeProducts, type DashboardData } from '#/api/dashboard'
import { m } from '#/copy'
import { isDirectLogin } from '#/state/session'

interface Action extends Pick<LinkProps, 'to' | 'search'> {
  icon: LucideIcon
  label: string
}

function actionsFor(data: DashboardData): Action[] {
  const forItems: Action[] = [
    { icon: CirclePlus, label: m.home_action_request(), to: '/home', search: { requestType: 'create-new-request' } },
    { icon: Wrench, label: m.home_action_repair(), to: '/home', search: { requestType: 'repair-request' } },
  ]
  const advance: Action = {
    icon: Tag,
    label: m.home_action_advance(),
    to: '/home',
    search: { paymentMode: 'easy-payment', paymentType: 'advance-rental' },
  }
  const invoices: Action = { icon: FileText, label: m.home_action_invoices(), to: '/my-subscriptions/invoices' }
  const referral: Action = { icon: Gift, label: m.banners_referral_title(), to: '/referral' }
  const withItems = activeProducts(data).length > 0
  return [
    ...(withItems ? forItems : []),
    ...(data.sortedBanners.includes('ADVANCE_RENTAL') ? [advance] : []),
    ...(data.latestInvoiceDate ? [invoices] : []),
    ...(withItems || isDirectLogin() ? [] : [referral]),
  ]
}

/** Direct links to the most used pages, without those that have nothing for this customer. */
export function QuickActions({ data }: { data: DashboardData }) {
  const actions = actionsFor(data)
  if (actions.length === 0) return null
  return (
    <nav aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="pb-3 font-bold text-dialog">
        {m.home_quick_actions()}
      </h2>
      <ul className="grid grid-cols-2 gap-3 help:grid-cols-4">
        {actions.map(({ icon: Icon, label, ...link }) => (
          <li key={label} className="grid">
            <Link
              {...link}
              className="grid min-h-24 min-w-0 content-center justify-items-center gap-2 rounded-row bg-surface p-3 text-center font-semibold text-support hover:bg-brand-soft"
            >
              <Icon aria-hidden="true" className="size-6 text-brand-ink" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
