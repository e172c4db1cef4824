import type { AppConfig } from '#/api/config'
import type { ActiveProduct, DashboardData } from '#/api/dashboard'

export function aConfig(change: Partial<AppConfig> = {}): AppConfig {
  return {
    productName: 'Rento',
    productSlug: 'rento',
    walletName: 'Rentomoney',
    supportEmail: 'help@rento.example',
    supportPhone: '+91 80 4000 0000',
    faqUrl: 'https://help.rento.example/',
    payOrigin: '',
    mapPage: '',
    pushKey: '',
    chat: 'embedded',
    chatPage: '',
    androidApp: '',
    neutralCopy: false,
    sandbox: false,
    demo: false,
    version: 'test',
    ...change,
  }
}

export function aUser(change: Partial<ReturnType<typeof baseUser>> = {}) {
  return { ...baseUser(), ...change }
}

function baseUser() {
  return {
    id: 7,
    userId: 7,
    fullName: 'Asha Rao',
    email: 'asha@example.com',
    mobileNumber: '9000000001',
    created: '2025-03-05T06:00:00Z' as string | null,
    verificationStatus: 'VERIFIED',
    language: 'en',
    languageChosen: false,
  }
}

export function aProduct(change: Partial<ActiveProduct> = {}): ActiveProduct {
  return {
    id: 11,
    deliveryStatus: 200,
    name: 'Wooden sofa set, 3 seater',
    thumbnail: '/media/sofa.svg',
    deliveryDate: '2025-03-14',
    expectedClosureDate: '2027-03-14',
    locationId: 1,
    isCILAllowed: true,
    rent: 1299,
    isAC: false,
    ...change,
  }
}

/** A debit that the bank has, and what is said of it. */
export const aPendingDebit: DashboardData['pendingPayments'][number] = {
  kind: 'due',
  amount: 2500.5,
  since: '2026-11-25T01:00:00Z',
  isAutoDebit: true,
  until: '2026-11-29',
}
export const pendingDebitWords =
  'The debit of ₹2,500.50 is with your bank since 25 Nov 2026. So that nothing is paid twice, you can pay here again once your bank has answered, at the latest after 29 Nov 2026.'

export function aDashboard(change: Partial<DashboardData> = {}): DashboardData {
  return {
    depositBalance: 0,
    totalPayableAmount: 0,
    isAutoDebitRequired: false,
    isAutoDebitInProgress: false,
    hasActiveMandate: false,
    depositDetails: {
      isSettlementReady: false,
      amountPaid: 5000,
      subscriptionDeposit: 5000,
      adjustmentPlusQcAmountPlusAmountRefunded: 0,
      advanceReturned: 0,
      refundOwed: 0,
      beingInspected: 0,
    },
    readyRefund: {
      count: 0,
      amount: 0,
      refundPreference: 0,
      paysDueOfDeposit: 0,
      paysDueOfWallet: 0,
      heldOfDeposit: 0,
      heldOfWallet: 0,
    },
    walletPayouts: [],
    pendingPayments: [],
    notDebited: [],
    transferDeposits: [],
    payNow: { fromWallet: 0, byGateway: change.totalPayableAmount ?? 0 },
    latestInvoiceDate: '2026-11-01',
    oldestOpenInvoiceDate: '2026-11-01',
    totalPendingRentalDueAmount: 0,
    pendingLateFeeAmount: 0,
    rentoMoney: 0,
    hasWalletHistory: true,
    dueParts: [],
    dueDays: [],
    walletDeduction: { amount: 0, date: null },
    eraseOn: null,
    pendingDuesText: '',
    userStatus: { kycPending: false },
    sortedBanners: [],
    activeProductLists: [aProduct(), aProduct({ id: 12, name: 'Double-door fridge, 240 L', isCILAllowed: false })],
    locations: [{ id: 1, name: 'Bangalore', slug: 'bangalore', state: 'Karnataka' }],
    paymentOptions: [],
    hasLiveOrder: true,
    shouldRolloutHaptikFully: true,
    haptikCities: [],
    advanceDiscountPercentage: 5,
    unseenAnswers: 0,
    revision: 1,
    ...change,
  }
}
