import type { CompletionStatus, DocumentKey, DocumentStatus, KycData, KycDocument } from '#/api/kyc'

const NO_PROFESSION = 1337

/** The documents of each profession, with the percentage that each one completes. */
const professions: Record<number, Partial<Record<DocumentKey, number>>> = {
  10: { panCard: 20, govtDocDetails: 45, profilePic: 65, companyEmail: 80, bankDocDetails: 100 },
  20: { panCard: 20, govtDocDetails: 45, profilePic: 65, gstDetails: 80, bankDocDetails: 100 },
  30: { panCard: 20, govtDocDetails: 40, profilePic: 55, collegeName: 70, parentGovtDocDetails: 100 },
  40: { panCard: 25, govtDocDetails: 50, profilePic: 75, bankDocDetails: 100 },
}

export function aKycData(professionType = NO_PROFESSION): KycData {
  return {
    userProfile: {
      fullName: 'Asha Rao',
      mobileNumber: '9000000001',
      email: 'asha@example.in',
      professionType,
    },
    professionIds: [],
    preloadData: {
      professionTypesFastkycV3: [
        { id: 1, type: 10, label: 'Salaried' },
        { id: 2, type: 20, label: 'Self-employed or business' },
        { id: 3, type: 30, label: 'Student' },
        { id: 4, type: 40, label: 'Freelancer or other' },
        { id: 5, type: NO_PROFESSION, label: 'None' },
      ],
      blockedEmailDomains: ['gmail.com', 'yahoo.co.in'],
    },
  }
}

/** The state of a verification: a profession, and the statuses of its documents. */
export interface Verification extends Partial<CompletionStatus> {
  profession?: number
  documents?: Partial<Record<DocumentKey, DocumentStatus | Partial<KycDocument>>>
}

const settled = ['verified', 'skipped', 'needs_review']

export function aCompletion({ profession, documents = {}, ...rest }: Verification = {}): CompletionStatus {
  const kycDocuments = Object.entries(professions[profession ?? 0] ?? {}).map(([key, percentage]): KycDocument => {
    const given = documents[key as DocumentKey] ?? 'not_started'
    const known = typeof given === 'string' ? { status: given } : given
    return {
      document: key as DocumentKey,
      label: key,
      percentage,
      status: 'not_started',
      skippable: false,
      attemptsLeft: 3,
      ...known,
    }
  })
  const open = kycDocuments.findIndex(({ status }) => !settled.includes(status))
  const done = open < 0 ? kycDocuments : kycDocuments.slice(0, open)
  const status = rest.status ?? (profession ? 'in_progress' : 'not_started')
  const takesSteps = status === 'in_progress' || status === 'partial_offered'
  return {
    status,
    percentage: done.at(-1)?.percentage ?? 0,
    currentDocument: { document: takesSteps ? kycDocuments[open]?.document : undefined, kycDocuments },
    panDetails: kycDocuments.find(({ document }) => document === 'panCard'),
    kycPending: true,
    canChangeProfession: true,
    waitingOrders: [],
    ...rest,
  }
}

type WaitingOrder = CompletionStatus['waitingOrders'][number]

/** An accepted transfer of the named products, which is given up if the verification is cancelled. */
export function aWaitingOrder(products: string[], change: Partial<WaitingOrder> = {}): WaitingOrder {
  return {
    ticketId: 'TKT-42',
    status: 'in_progress',
    from: 'Asha Rao',
    created: '2026-11-20T10:00:00Z',
    items: products.map((productName, index) => ({
      orderItemId: index + 1,
      productName,
      thumbnail: '',
      rent: 500,
      deposit: 2000,
      tenureEndDate: '2027-06-30',
      locationId: 1,
    })),
    deposit: 2000,
    depositDue: 2000,
    depositPaid: 0,
    kycPending: true,
    agreementDue: false,
    giverOwes: false,
    ...change,
  }
}

/** The documents of a profession before the given one are verified, so that it is its turn. */
export function verifiedUpTo(
  profession: number,
  document: DocumentKey,
  more: Verification['documents'] = {},
): Verification {
  const keys = Object.keys(professions[profession] ?? {})
  const before = keys.slice(0, keys.indexOf(document))
  return { profession, documents: { ...Object.fromEntries(before.map((key) => [key, 'verified' as const])), ...more } }
}
