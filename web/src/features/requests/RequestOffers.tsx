import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { m } from '#/copy'
import type { FlowName } from '#/kit/flow-names'
import { flowIcons } from '#/kit/request-kinds'
import { isDirectLogin } from '#/state/session'
import { offeredFlows } from './model'

interface Offer {
  title(): string
  note(): string
}

const offers: Record<FlowName, Offer> = {
  'transfer-ownership': {
    title: m.requests_offer_transfer,
    note: m.requests_offer_transfer_note,
  },
  'relocate-subscription': {
    title: m.requests_offer_relocate,
    note: m.requests_offer_relocate_note,
  },
  'close-subscription': {
    title: m.requests_offer_close,
    note: m.requests_offer_close_note,
  },
  'repair-request': {
    title: m.requests_offer_repair,
    note: m.requests_offer_repair_note,
  },
  'extend-subscription': { title: m.requests_offer_extend, note: m.requests_offer_extend_note },
}

/** The requests that the customer may raise. Each link opens its flow on home. */
export function RequestOffers() {
  return (
    <ul className="grid gap-1">
      {offeredFlows(isDirectLogin()).map((flow) => (
        <li key={flow}>
          <OfferLink flow={flow} {...offers[flow]} />
        </li>
      ))}
    </ul>
  )
}

function OfferLink({ flow, title, note }: Offer & { flow: FlowName }) {
  const Icon = flowIcons[flow]
  return (
    <Link
      to="/home"
      search={{ requestType: flow }}
      className="flex min-h-14 items-center gap-4 rounded-row p-2 hover:bg-brand-soft"
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-chip bg-brand-soft text-brand-ink">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{title()}</span>
        <span className="text-muted text-support">{note()}</span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-subtle" />
    </Link>
  )
}
