import type { CompletionStatus, DocumentKey, DocumentStatus, KycData, KycDocument, ProfessionType } from '#/api/kyc'

/** The stored value of a customer without a profession. It cannot be chosen. */
const NO_PROFESSION = 1337

/** The professions that can be chosen. */
export function choosable(types: ProfessionType[]): ProfessionType[] {
  return types.filter(({ type }) => type !== NO_PROFESSION)
}

/** Whether a document needs both sides. The back of a driving licence has nothing that we need. */
export const needsBack = (docType: string) => docType !== 'drivingLicence'

/** The chosen profession, or undefined if none was chosen. */
export function professionOf({ userProfile, preloadData }: KycData): ProfessionType | undefined {
  return choosable(preloadData.professionTypesFastkycV3).find(({ type }) => type === userProfile.professionType)
}

/** Whether nothing more has to be uploaded for the document. */
export function isSettled({ status }: Pick<KycDocument, 'status'>): boolean {
  return status === 'verified' || status === 'skipped' || status === 'needs_review'
}

/**
 * The status to show for a document.
 * After a cancellation or an offered or accepted partial approval, nobody reviews documents any more.
 */
export function shownStatus({ status }: KycDocument, { status: whole }: CompletionStatus): DocumentStatus {
  if (status !== 'needs_review') return status
  if (whole === 'partial_offered' || whole === 'cancelled') return 'uploaded'
  return whole === 'partially_approved' ? 'skipped' : status
}

export type Place = 'done' | 'now' | 'later'

/**
 * The place of a document in the order.
 * They are taken one at a time, because the face is compared with the card.
 */
export function placeOf(document: KycDocument, { currentDocument }: CompletionStatus): Place {
  if (isSettled(document)) return 'done'
  return currentDocument.document === document.document ? 'now' : 'later'
}

/** Whether documents are still accepted. */
export function isOpen({ status }: CompletionStatus): boolean {
  return status === 'in_progress' || status === 'partial_offered'
}

/**
 * Whether the document can be uploaded now: it is its turn, or it is missing for
 * more than a partial approval.
 */
export function mayBring(document: KycDocument, completion: CompletionStatus): boolean {
  if (!isOpen(completion)) return false
  if (placeOf(document, completion) === 'now') return true
  const lacks = document.status === 'needs_review' || document.status === 'skipped'
  return completion.status === 'partial_offered' && lacks && !IDENTITY.includes(document.document)
}

/** The documents that prove identity. Doubts about them are reviewed by a person. */
const IDENTITY: DocumentKey[] = ['panCard', 'govtDocDetails', 'profilePic']

/** The document that is missing for more than a partial approval. */
export function missingFor(completion: CompletionStatus): KycDocument | undefined {
  return completion.currentDocument.kycDocuments.find((document) => mayBring(document, completion))
}

/** The documents that are compared with a document, and must be uploaded again with it. */
const comparedWith: Partial<Record<DocumentKey, DocumentKey[]>> = {
  panCard: ['gstDetails', 'bankDocDetails'],
  govtDocDetails: ['profilePic'],
}

/**
 * The documents that must be uploaded again when this one is replaced. Those not uploaded yet are left out.
 */
export function shownAgain({ document }: KycDocument, { currentDocument }: CompletionStatus): KycDocument[] {
  const compared = comparedWith[document] ?? []
  return currentDocument.kycDocuments.filter(
    (other) => compared.includes(other.document) && other.status !== 'not_started',
  )
}
