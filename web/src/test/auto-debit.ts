import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import type {
  Captured,
  EasyPaymentMeta,
  MandateCard,
  MandateCards,
  SetUpByCheckout,
  SetUpBySdk,
} from '#/api/auto-debit'
import { call, http, keeping } from './contract'
import { fault } from './handlers'
import { aPaymentOption, razorpayOptions } from './money-builders'
import { server } from './server'

export const aCard = (change: Partial<MandateCard> = {}): MandateCard => ({
  cardId: 'c-1',
  gatewayType: 'RAZORPAY',
  paymentGateway: 'RAZORPAY',
  paymentMethod: 'Card',
  method: 'card',
  status: 'confirmed',
  cardName: 'HDFC Visa',
  cardNumber: '4242',
  expDate: '09/2029',
  mandateAmount: 10000,
  metaData: {},
  ...change,
})

export const aUpiCard = (change: Partial<MandateCard> = {}): MandateCard => ({
  cardId: 'u-1',
  gatewayType: 'BILLDESK',
  paymentGateway: 'BILLDESK',
  paymentMethod: 'UPI',
  method: 'upi',
  status: 'confirmed',
  upi: 'asha@okbank',
  metaData: {},
  ...change,
})

export const options = [
  aPaymentOption({ uniqueId: 'o-upi', name: 'UPI' }),
  aPaymentOption({
    uniqueId: 'o-card',
    name: 'Debit or credit card',
    nameCode: 'payment.card',
    paymentMethod: 'card',
    authorized: 1,
  }),
  aPaymentOption({
    uniqueId: 'o-bank',
    name: 'Net banking',
    nameCode: 'payment.net_banking',
    paymentMethod: 'emandate',
  }),
]

export const aMeta = (change: Partial<EasyPaymentMeta> = {}): EasyPaymentMeta => ({
  advanceRental: {
    discountText: 'Save 5%',
    maxDiscountPercentage: 5,
    description: 'Pay ahead.',
    descriptionCode: 'advance.about',
    about: ['The discount is on each month.'],
    aboutCodes: [],
  },
  autoDebit: {
    description: 'Your rent is paid on time, by itself.',
    descriptionCode: 'mandate.about',
    about: ['You are told a day before.', 'You can stop it at any time.'],
    aboutCodes: [],
    paymentOptions: options,
    tooLowOptions: [],
  },
  maxAmount: 15000,
  liveItemInvoiceAmount: 2598,
  ...change,
})

const { gatewayName: _, ...checkoutOptions } = razorpayOptions()
const byCheckout: SetUpByCheckout = {
  ...checkoutOptions,
  cardId: 'c-1',
  customer_id: 'cust_1',
  method: 'upi',
  recurring: true,
  pageUrl: '/pay/m-501',
}

const bySdk: SetUpBySdk = {
  cardId: 'u-1',
  pageUrl: '/pay/m-502',
  merchantId: 'RENTO',
  bdOrderId: 'BD1',
  authToken: 't',
  amount: 0,
  scriptUrl: '/sandbox/sdk.js',
  styleUrl: '/sandbox/sdk.css',
  returnUrl: '/pay/m-502/return',
}

/** Answers the calls of auto debit and records them. A test may change `state` while it runs. */
export function mandates(cards: MandateCards = { cards: [] }, meta = aMeta()) {
  const asked = {
    cards: [] as string[],
    options: [] as string[],
    captured: [] as unknown[],
    activated: [] as unknown[],
    removed: [] as unknown[],
    bank: [] as unknown[],
  }
  const state = {
    cards,
    meta,
    captured: { success: true, card: aCard() } as Captured,
    /** What the bank says when it is asked. */
    atBank: { success: false, card: aCard({ status: 'initiated' }) } as Captured,
    changed: { success: true } as { success: boolean; message?: string },
    /** The refusal of the server for starting, capturing, changing and removing. */
    refusal: undefined as Parameters<typeof fault> | undefined,
    /** Called when a new mandate is captured. */
    onCapture: () => {},
  }
  const query = (request: Request) => new URL(request.url).search
  const capture = (body: unknown) => {
    asked.captured.push(body)
    state.onCapture()
  }
  server.use(
    http.get(call('/api/Dashboards/getRecurringCards'), ({ request }) => {
      asked.cards.push(query(request))
      return HttpResponse.json(state.cards)
    }),
    http.get(call('/api/Dashboards/advanceRentalMeta'), () => HttpResponse.json(state.meta)),
    http.get(call('/api/UserProfiles/getRazorPayOptions'), ({ request }) => {
      asked.options.push(`checkout${query(request)}`)
      return state.refusal ? fault(...state.refusal) : HttpResponse.json(byCheckout)
    }),
    http.get(call('/api/UserProfiles/getBilldeskOptions'), ({ request }) => {
      asked.options.push(`sdk${query(request)}`)
      return state.refusal ? fault(...state.refusal) : HttpResponse.json(bySdk)
    }),
    keeping(call('/api/Payments/razorpay/captureRecurringAuthPayment'), capture, () =>
      state.refusal ? fault(...state.refusal) : HttpResponse.json(state.captured),
    ),
    keeping(call('/api/Payments/billdesk/captureBilldeskRecurringAuthToken'), capture, () =>
      state.refusal ? fault(...state.refusal) : HttpResponse.json(state.captured),
    ),
    keeping(
      call('/api/Dashboards/checkMandate'),
      (body) => asked.bank.push(body),
      () => HttpResponse.json(state.atBank),
    ),
    keeping(
      call('/api/Dashboards/setActiveCard'),
      (body) => asked.activated.push(body),
      () => (state.refusal ? fault(...state.refusal) : HttpResponse.json(state.changed)),
    ),
    keeping(
      call('/api/Dashboards/cancelMandate'),
      (body) => asked.removed.push(body),
      () => (state.refusal ? fault(...state.refusal) : HttpResponse.json(state.changed)),
    ),
  )
  return { asked, state }
}

/** Sends the message of the gateway's page that the customer has confirmed auto debit, with its proof. */
export async function confirmMandate(): Promise<void> {
  const checkout = await screen.findByTitle<HTMLIFrameElement>('Approve Auto Debit')
  const proof = { razorpay_payment_id: 'pay_m', razorpay_order_id: 'order_m', razorpay_signature: 'sig' }
  const data = { type: 'rento:payment', outcome: 'success', ...proof }
  window.dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: checkout.contentWindow }))
}
