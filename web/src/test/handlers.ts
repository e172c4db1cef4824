import { HttpResponse } from 'msw'
import type { EasyPaymentMeta } from '#/api/auto-debit'
import { aConfig, aDashboard, aUser } from './builders'
import { call, type Fault, http } from './contract'

export const defaultHandlers = [
  http.get(call('/app-config.json'), () => HttpResponse.json(aConfig())),
  http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard())),
  http.get(call('/api/Dashboards/getLedgersData'), () =>
    HttpResponse.json({ invoices: [], totalInvoices: 0, transactions: [] }),
  ),
  http.get(call('/api/Dashboards/getSubscriptions'), () => HttpResponse.json({ subscriptions: [], total: 0 })),
  http.get(call('/api/Dashboards/getServiceRequest'), () => HttpResponse.json({ serviceRequests: [], total: 0 })),
  http.get(call('/api/Dashboards/getRecurringCards'), () => HttpResponse.json({ cards: [] })),
  http.get(call('/api/Dashboards/advanceRentalMeta'), () => HttpResponse.json(nothingToSetUp)),
  http.get(call('/api/Dashboards/upcoming'), () => HttpResponse.json({ requests: [], transfers: [], extensions: [] })),
  http.get(call('/api/ServiceRequests/incomingTransfers'), () => HttpResponse.json({ transfers: [] })),
  http.get(call('/api/RMUsers/:id/getRentalInvoice'), () => fault(404, 'There is no such invoice.')),
  http.get(call('/api/RMUsers/:id/addresses'), () => HttpResponse.json([])),
  http.get(call('/api/RMUsers/:id/getSettlements'), () => HttpResponse.json({ settlements: [], total: 0 })),
  http.get(call('/api/Dashboards/isB2B'), () => HttpResponse.json({ success: false })),
  http.post(call('/api/RMUsers/accessTokenLogin'), () => HttpResponse.json(signedIn())),
  http.post(call('/api/RMUsers/requestLoginCode'), () => HttpResponse.json({ challengeId: 'c-1', resendAfter: 30 })),
  http.post(call('/api/RMUsers/verifyLoginCode'), () => HttpResponse.json(signedIn())),
  http.get(call('/api/RMUsers/7/getNotificationPreferences'), () => HttpResponse.json({ preferences: [] })),
  http.get(call('/api/RMUsers/7/getMessages'), () => HttpResponse.json({ messages: [], next: 0 })),
  http.get(call('/api/RMUsers/sessions'), () => HttpResponse.json({ sessions: [] })),
  http.post(call('/api/RMUsers/logout'), () => HttpResponse.json({ success: true })),
  http.get(call('/api/Haptiks/generateUserAndSessionMap'), () =>
    HttpResponse.json({ auth_code: 'a', uniqueUserSessionId: 'chat-7', userId: 7 }),
  ),
  http.post(call('/api/Chatbots/upsertUserAndSessionMap'), () => HttpResponse.json({ success: true })),
]

const nothingToSetUp: EasyPaymentMeta = {
  advanceRental: { discountText: '', description: '', about: [] },
  autoDebit: { description: '', descriptionCode: '', about: [], aboutCodes: [], paymentOptions: [] },
  maxAmount: 0,
  liveItemInvoiceAmount: 0,
}

export function signedIn(user = aUser()) {
  return { accessTokenId: 'rs1_token', userId: user.id, user, isKept: false }
}

/** An error as the API words it. */
export function fault(statusCode: number, message: string, extra: object = {}): HttpResponse<Fault> {
  return HttpResponse.json({ error: { statusCode, name: 'Error', message, extra } }, { status: statusCode })
}
