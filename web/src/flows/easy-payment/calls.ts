import type { MandateCard } from '#/api/auto-debit'
import { api } from '#/api/client'
import { ApiError } from '#/api/errors'
import { once } from '#/api/idempotency'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'

interface Done {
  success: boolean
  message?: string
}

/** Treats a response with `success: false` as a refusal. */
function done({ success, message }: Done): void {
  if (!success) throw new ApiError(200, 'NotDone', message || m.payments_gateway_failed())
}

/** Makes this mandate the one that is debited. */
export async function activate({ gatewayType, cardId }: MandateCard): Promise<void> {
  const body = { gatewayType, customerCardId: cardId }
  done(
    await once('activate-mandate', body, (headers) =>
      unwrap(api.POST('/api/Dashboards/setActiveCard', { headers, body })),
    ),
  )
}

/** Withdraws a mandate for good. */
export async function remove({ cardId, paymentGateway }: MandateCard): Promise<void> {
  const body = { cardId, paymentGateway }
  done(
    await once('remove-mandate', body, (headers) =>
      unwrap(api.POST('/api/Dashboards/cancelMandate', { headers, body })),
    ),
  )
}

/** Skips one debit. Its invoice stays due. */
export async function skip(debitId: string): Promise<void> {
  const body = { debitId }
  done(await once('skip-debit', body, (headers) => unwrap(api.POST('/api/Dashboards/skipDebit', { headers, body }))))
}
