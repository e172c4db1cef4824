import { HttpResponse } from 'msw'
import type { DashboardData } from '#/api/dashboard'
import type { components } from '#/api/schema'
import { aDashboard } from './builders'
import { call, http } from './contract'
import { fault } from './handlers'
import { allGateways, aTransaction, razorpayOptions } from './money-builders'
import { server } from './server'

type Transaction = ReturnType<typeof aTransaction>

/** Answers the calls of a payment and records them. A test may change `state` while it runs. */
export function bank(dashboard: Partial<DashboardData>, transaction: Partial<Transaction> = {}) {
  const calls = {
    created: [] as unknown[],
    deposits: 0,
    started: [] as Record<string, unknown>[],
    captured: [] as unknown[],
    asked: 0,
    feedback: 0,
  }
  const state = {
    dashboard: aDashboard(dashboard),
    status: 100 as components['schemas']['OrderStatus']['status'],
    /** Rupees of a payment that arrived too late and is being returned. */
    returned: undefined as number | undefined,
    /** The gateway has no payment. The server learns this only from a request with `refresh`. */
    nothingPaid: false,
    gateways: allGateways,
    skipFeedback: true,
    /** The refusal of the server for starting a payment. */
    refusal: undefined as Parameters<typeof fault> | undefined,
  }
  const open = aTransaction(transaction)
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(state.dashboard)),
    http.post(call('/api/RMUsers/7/createPendingRentTransaction'), async ({ request }) => {
      const body = (await request.json()) as { isAutoDebit: boolean; paymentMethod?: string }
      calls.created.push(body)
      if (state.refusal) return fault(...state.refusal)
      return HttpResponse.json({ ...open, ...body })
    }),
    http.post(call('/api/RMUsers/7/createPendingDepositTransaction'), () => {
      calls.deposits += 1
      if (state.refusal) return fault(...state.refusal)
      return HttpResponse.json(open)
    }),
    http.get(call('/api/payments/paymentgateways'), () => HttpResponse.json(state.gateways)),
    http.post(call('/api/Payments/startPayment'), async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      calls.started.push(body)
      const razorpay = body.gateway === 'razorpay'
      return HttpResponse.json(razorpay ? { razorpayOptions: razorpayOptions() } : { redirectUrl: '/pgRedirect?x=1' })
    }),
    http.post(call('/api/Payments/razorpay/capturePayment'), async ({ request }) => {
      calls.captured.push(((await request.json()) as { data: unknown }).data)
      return HttpResponse.json({ success: true })
    }),
    http.get(call('/api/Payments/orderStatus'), ({ request }) => {
      calls.asked += 1
      const nothingPaid = state.nothingPaid && new URL(request.url).searchParams.get('refresh') === 'true'
      return HttpResponse.json({ status: state.status, returned: state.returned, nothingPaid })
    }),
    http.get(call('/api/RMUsers/7/getFeedbackToCollect'), () => {
      calls.feedback += 1
      return HttpResponse.json({ info: { token: 'f-1', message: 'How was paying with us?', skip: state.skipFeedback } })
    }),
  )
  return { calls, state, open }
}
