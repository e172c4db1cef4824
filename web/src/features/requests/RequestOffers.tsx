import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { activeProducts, useDashboard } from '#/api/dashboard'
import { m } from '#/copy'
import type { FlowName } from '#/kit/flow-names'
import { flowIcons } from '#/kit/request-kinds'
import { StartRenting } from '#/kit/StartRenting'
import { isDirectLogin } from '#/state/session'
import { eligibleProducts, flowWords, offeredFlows } from './model'

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

/**
 * The requests that the customer may raise. Each link opens its flow on home.
 * A request for which no item is eligible says so in place of the link.
 */
export function RequestOffers() {
  const { data } = useDashboard()
  const products = data && activeProducts(data)
  return (
    <div className="grid justify-items-start gap-4">
      <ul className="grid w-full gap-1">
        {offeredFlows(isDirectLogin()).map((flow) => (
          <li key={flow}>
            {products && eligibleProducts(flow, products).length === 0 ? (
              <div className={row}>
                <OfferContent flow={flow} note={m.flows_none_eligible({ type: flowWords[flow].type() })} />
              </div>
            ) : (
              <Link to="/home" search={{ requestType: flow }} className={`${row} hover:bg-brand-soft`}>
                <OfferContent flow={flow} note={offers[flow].note()} />
                <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-subtle" />
              </Link>
            )}
          </li>
        ))}
      </ul>
      {products?.length === 0 && <StartRenting />}
    </div>
  )
}

const row = 'flex min-h-14 items-center gap-4 rounded-row p-2'

function OfferContent({ flow, note }: { flow: FlowName; note: string }) {
  const Icon = flowIcons[flow]
  return (
    <>
      <span className="grid size-11 shrink-0 place-items-center rounded-chip bg-brand-soft text-brand-ink">
        <Icon aria-hidden="true" className="size-6" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{offers[flow].title()}</span>
        <span className="text-muted text-support">{note}</span>
      </span>
    </>
  )
}
