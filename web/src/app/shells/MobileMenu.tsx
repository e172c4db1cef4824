import { Link, type LinkProps } from '@tanstack/react-router'
import {
  ChevronRight,
  ClipboardList,
  CreditCard,
  Gift,
  LogOut,
  type LucideIcon,
  Package,
  ReceiptText,
  Settings,
  Tag,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '#/copy'
import { logout } from '#/features/session/logout'
import { type FlowName, flowNames } from '#/kit/flow-names'
import { flowIcons } from '#/kit/request-kinds'
import { SaveTag } from '#/kit/SaveTag'

const rowClass = 'flex min-h-13 w-full items-center gap-3 px-4 text-left font-semibold active:bg-brand-soft'
const listClass = 'divided overflow-hidden rounded-row bg-surface'

function RowContent({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-2">{children}</span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-subtle" />
    </>
  )
}

interface RowProps {
  to: LinkProps['to']
  search?: LinkProps['search']
  icon: LucideIcon
  children: ReactNode
}

function Row({ icon, children, ...link }: RowProps) {
  return (
    <li>
      <Link {...link} className={rowClass}>
        <RowContent icon={icon}>{children}</RowContent>
      </Link>
    </li>
  )
}

/** The menu below the page on mobile home. There is no drawer. */
export function MobileMenu() {
  return (
    <nav aria-label={m.app_sidebar()} className="grid gap-5 pt-8">
      <ul className={listClass}>
        <Row icon={Package} to="/my-subscriptions/active-subscriptions">
          {m.app_my_subscription()}
        </Row>
        <Row icon={ReceiptText} to="/my-subscriptions/transactions">
          {m.app_transaction_details()}
        </Row>
        <Row icon={ClipboardList} to="/my-subscriptions/all-requests">
          {m.app_all_service_requests()}
        </Row>
      </ul>
      <RaiseRequest />
      <ul className={listClass}>
        <Row icon={Gift} to="/referral">
          {m.app_referral()}
        </Row>
        <Row icon={UserRound} to="/kyc">
          {m.app_profile()}
        </Row>
        <Row icon={CreditCard} to="/home" search={{ paymentMode: 'easy-payment', paymentType: 'auto-debit' }}>
          {m.app_auto_pay()}
        </Row>
        <Row icon={Tag} to="/home" search={{ paymentMode: 'easy-payment', paymentType: 'advance-rental' }}>
          {m.app_pay_in_advance()} <SaveTag />
        </Row>
        <Row icon={Settings} to="/settings">
          {m.app_settings()}
        </Row>
        <li>
          <button type="button" className={rowClass} onClick={() => void logout()}>
            <RowContent icon={LogOut}>{m.app_logout()}</RowContent>
          </button>
        </li>
      </ul>
    </nav>
  )
}

/** What the menu calls a flow. Null keeps a flow out of the menu. */
const labels: Record<FlowName, (() => string) | null> = {
  'repair-request': m.app_repair,
  'relocate-subscription': m.app_relocate,
  'transfer-ownership': m.app_transfer,
  'close-subscription': m.app_close_subscription,
  // Only agents are offered an extension, in the list of requests.
  'extend-subscription': null,
}

function RaiseRequest() {
  return (
    <section className="grid gap-2">
      <h2 className="px-1 font-semibold text-muted text-support">{m.app_raise_request()}</h2>
      <ul aria-label={m.app_raise_request()} className={listClass}>
        {flowNames.map((requestType) => {
          const label = labels[requestType]
          return (
            label && (
              <Row key={requestType} icon={flowIcons[requestType]} to="/home" search={{ requestType }}>
                {label()}
              </Row>
            )
          )
        })}
      </ul>
    </section>
  )
}
