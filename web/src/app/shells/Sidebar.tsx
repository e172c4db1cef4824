import { Link, type LinkProps } from '@tanstack/react-router'
import { CreditCard, Gift, House, type LucideIcon, Package, Plus, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import { formatMonthYear } from '#/kit/dates'
import { cx } from '#/shared/cx'
import { initialOf } from '#/shared/person'
import { useSessionUser } from '#/state/session'
import { Avatar } from '#/ui/Avatar'
import { KycLabel } from './KycLabel'

const row = 'flex items-center gap-3 rounded-control px-4 font-semibold text-muted'
const rowClass = `${row} min-h-11 hover:bg-brand-soft`
const activeProps = { className: 'bg-brand-soft text-brand-ink', 'aria-current': 'page' } as const

interface ItemProps {
  to: LinkProps['to']
  search?: LinkProps['search']
  icon?: LucideIcon
  children: ReactNode
}

function Item({ icon: Icon, children, ...link }: ItemProps) {
  return (
    <li>
      <Link
        {...link}
        className={Icon ? rowClass : `${rowClass} pl-12 text-support`}
        activeProps={activeProps}
        activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
      >
        {Icon && <Icon aria-hidden="true" className="size-5" />}
        {children}
      </Link>
    </li>
  )
}

function Group({ icon: Icon, title, children }: { icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <li>
      <p className={cx(row, 'min-h-9')}>
        <Icon aria-hidden="true" className="size-5" />
        {title}
      </p>
      <ul aria-label={title}>{children}</ul>
    </li>
  )
}

/**
 * The sidebar. It ends above the corner with the help button. In a window of 900 px it does not scroll, even below an
 * agent's line.
 */
export function Sidebar() {
  return (
    <aside className="sticky top-(--header) max-h-[calc(100dvh-var(--above-bar)-var(--header)-4.25rem)] overflow-y-auto pt-4 pb-1">
      <Person />
      <nav aria-label={m.app_sidebar()} className="mt-3">
        <ul className="grid gap-1">
          <Item icon={House} to="/home">
            {m.app_dashboard()}
          </Item>
          <Group icon={Package} title={m.app_my_subscription()}>
            <Item to="/my-subscriptions/transactions">{m.app_transactions()}</Item>
            <Item to="/my-subscriptions/invoices">{m.app_invoices()}</Item>
            <Item to="/my-subscriptions/all-requests">{m.app_all_requests()}</Item>
            <Item to="/my-subscriptions/active-subscriptions">{m.app_active_items()}</Item>
            <Item to="/my-subscriptions/closed-subscriptions">{m.app_closed_items()}</Item>
          </Group>
          <Group icon={CreditCard} title={m.app_easy_payment()}>
            <Item to="/home" search={{ paymentMode: 'easy-payment', paymentType: 'auto-debit' }}>
              {m.app_auto_debit()}
            </Item>
            <Item to="/home" search={{ paymentMode: 'easy-payment', paymentType: 'advance-rental' }}>
              {m.app_advance_rental()}
            </Item>
          </Group>
          <Item icon={Gift} to="/referral">
            {m.app_referral()}
          </Item>
          <Item icon={UserRound} to="/kyc">
            {m.app_profile_kyc()}
          </Item>
        </ul>
        <CreateRequest />
      </nav>
    </aside>
  )
}

function CreateRequest() {
  return (
    <Link
      to="/home"
      search={{ requestType: 'create-new-request' }}
      className="mt-2 flex min-h-12 items-center gap-3 rounded-control border-[1.5px] border-control px-4 font-semibold text-brand-ink hover:bg-brand-soft"
    >
      <Plus aria-hidden="true" className="size-5" />
      {m.app_create_request()}
    </Link>
  )
}

function Person() {
  const user = useSessionUser()
  const { data } = useDashboard()
  const joined = formatMonthYear(user?.created) ?? m.kit_not_available()
  return (
    <div className="flex items-center gap-3 px-1">
      <Avatar large initial={initialOf(user?.fullName)} />
      <div className="grid min-w-0 gap-0.5">
        <div className="min-h-6">{data && <KycLabel pending={data.userStatus.kycPending} />}</div>
        <p className="truncate font-bold text-card">{user?.fullName}</p>
        <p className="text-label text-subtle">{m.app_joined({ date: joined })}</p>
      </div>
    </div>
  )
}
