import { HttpResponse } from 'msw'
import type { EasyPaymentMeta } from '#/api/auto-debit'
import { aConfig, aDashboard, aUser } from './builders'
import { call, type Fault, http } from './contract'
import { aCompletion, aKycData } from './kyc'

export const defaultHandlers = [
  http.get(call('/app-config.json'), () => HttpResponse.json(aConfig())),
  http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard())),
  http.get(call('/api/Dashboards/getLedgersData'), () =>
    HttpResponse.json({ invoices: [], totalInvoices: 0, transactions: [] }),
  ),
  http.get(call('/api/Dashboards/getSubscriptions'), () => HttpResponse.json({ subscriptions: [], total: 0 })),
  http.get(call('/api/Dashboards/getServiceRequest'), () => HttpResponse.json({ serviceRequests: [], total: 0 })),
  http.get(call('/api/Dashboards/getRecurringCards'), () => HttpResponse.json({ cards: [] })),
  http.get(call('/api/Dashboards/advanceRentalPackage'), () => HttpResponse.json({})),
  http.get(call('/api/Dashboards/advanceRentalMeta'), () => HttpResponse.json(nothingToSetUp)),
  http.get(call('/api/Dashboards/upcoming'), () => HttpResponse.json({ requests: [], transfers: [], extensions: [] })),
  http.get(call('/api/ServiceRequests/incomingTransfers'), () => HttpResponse.json({ transfers: [] })),
  http.get(call('/api/RMUsers/:id/getRentalInvoice'), () => fault(404, 'There is no such invoice.')),
  http.get(call('/api/RMUsers/:id/addresses'), () => HttpResponse.json([])),
  http.get(call('/api/RMUsers/:id/getSettlements'), () => HttpResponse.json({ settlements: [], total: 0 })),
  http.get(call('/api/Dashboards/isB2B'), () => HttpResponse.json({ success: false })),
  http.get(call('/api/Hyperverges/getKYCData'), () => HttpResponse.json(aKycData())),
  http.get(call('/api/Hyperverges/completionStatusV3'), () => HttpResponse.json(aCompletion())),
  http.post(call('/api/RMUsers/accessTokenLogin'), () => HttpResponse.json(signedIn())),
  http.post(call('/api/RMUsers/requestLoginCode'), () => HttpResponse.json({ challengeId: 'c-1', resendAfter: 30 })),
  http.post(call('/api/RMUsers/verifyLoginCode'), () => HttpResponse.json(signedIn())),
  http.get(call('/api/RMUsers/7/getNotificationPreferences'), () => HttpResponse.json({ preferences: [] })),
  http.get(call('/api/RMUsers/:id/getConsents'), () =>
    HttpResponse.json({ consents: [{ purpose: 'analytics', isGiven: false }] }),
  ),
  http.get(call('/api/RMUsers/7/getMessages'), () => HttpResponse.json({ messages: [], next: 0 })),
  http.get(call('/api/RMUsers/sessions'), () => HttpResponse.json({ sessions: [] })),
  http.get(call('/api/Dashboards/referrals'), () =>
    HttpResponse.json({
      referralCode: 'k3x9m2qa',
      referralLink: 'https://rento.example/invite/k3x9m2qa',
      rewardAmount: 500,
      friendRewardAmount: 500,
      mostAYear: 20,
      canJoin: false,
      referrals: [],
    }),
  ),
  http.get(call('/api/UserContactLists/getContactList'), () => HttpResponse.json({ contacts: [] })),
  http.get(call('/api/UserContactLists/getContactListCount'), () => HttpResponse.json({ count: 0 })),
  http.post(call('/api/RMUsers/logout'), () => HttpResponse.json({ success: true })),
  http.get(call('/api/Haptiks/generateUserAndSessionMap'), () =>
    HttpResponse.json({ auth_code: 'a', uniqueUserSessionId: 'chat-7', userId: 7 }),
  ),
  http.get(call('/api/Chatbots/conversation'), () =>
    HttpResponse.json({ state: 'assistant', messages: [], earlier: false, quickReplies: [] }),
  ),
  http.post(call('/api/Chatbots/markSeen'), () => HttpResponse.json({ success: true })),
  http.post(call('/api/Chatbots/upsertUserAndSessionMap'), () => HttpResponse.json({ success: true })),
]

const nothingToSetUp: EasyPaymentMeta = {
  advanceRental: {
    discountText: '',
    maxDiscountPercentage: 0,
    description: '',
    descriptionCode: '',
    about: [],
    aboutCodes: [],
  },
  autoDebit: { description: '', descriptionCode: '', about: [], aboutCodes: [], paymentOptions: [], tooLowOptions: [] },
  maxAmount: 0,
  liveItemInvoiceAmount: 0,
}

export function signedIn(user = aUser()) {
  return { accessTokenId: 'rs1_token', userId: user.id, user, isKept: false, isByLink: false }
}

/** An error in the format of the API. */
export function fault(statusCode: number, message: string, extra: object = {}): HttpResponse<Fault> {
  return HttpResponse.json({ error: { statusCode, name: 'Error', message, extra } }, { status: statusCode })
}
