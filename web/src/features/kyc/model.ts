import type { CompletionStatus, DocumentKey, DocumentStatus, KycData, KycDocument, ProfessionType } from '#/api/kyc'

/** The stored value of somebody who has not chosen a profession. It is no choice. */
const NO_PROFESSION = 1337

/** What can be chosen. */
export function choosable(types: ProfessionType[]): ProfessionType[] {
  return types.filter(({ type }) => type !== NO_PROFESSION)
}

/** Whether a government document is shown from both sides: the back of a driving licence says nothing that is needed. */
export const needsBack = (docType: string) => docType !== 'drivingLicence'

/** The profession that was chosen; none for the value that stands for it. */
export function professionOf({ userProfile, preloadData }: KycData): ProfessionType | undefined {
  return choosable(preloadData.professionTypesFastkycV3).find(({ type }) => type === userProfile.professionType)
}

/** Nothing has to be shown for it any more. */
export function isSettled({ status }: Pick<KycDocument, 'status'>): boolean {
  return status === 'verified' || status === 'skipped' || status === 'needs_review'
}

/** How a document is said to stand: nobody looks at one once it was cancelled, or a partial approval offered or accepted. */
export function shownStatus({ status }: KycDocument, { status: whole }: CompletionStatus): DocumentStatus {
  if (status !== 'needs_review') return status
  if (whole === 'partial_offered' || whole === 'cancelled') return 'uploaded'
  return whole === 'partially_approved' ? 'skipped' : status
}

export type Place = 'done' | 'now' | 'later'

/** Where a document stands: one after the other is shown, because a face is compared with the card before it. */
export function placeOf(document: KycDocument, { currentDocument }: CompletionStatus): Place {
  if (isSettled(document)) return 'done'
  return currentDocument.document === document.document ? 'now' : 'later'
}

/** Whether documents are still taken. */
export function isOpen({ status }: CompletionStatus): boolean {
  return status === 'in_progress' || status === 'partial_offered'
}

/** Whether a document can be brought now: its turn has come, or it lacks for more than a partial approval. */
export function mayBring(document: KycDocument, completion: CompletionStatus): boolean {
  if (!isOpen(completion)) return false
  if (placeOf(document, completion) === 'now') return true
  const lacks = document.status === 'needs_review' || document.status === 'skipped'
  return completion.status === 'partial_offered' && lacks && !IDENTITY.includes(document.document)
}

/** Who somebody is: what is doubtful about it, a person looks at. */
const IDENTITY: DocumentKey[] = ['panCard', 'govtDocDetails', 'profilePic']

/** The document that more than a partial approval needs. */
export function missingFor(completion: CompletionStatus): KycDocument | undefined {
  return completion.currentDocument.kycDocuments.find((document) => mayBring(document, completion))
}

/** What is compared with a document, and is shown again with it. */
const comparedWith: Partial<Record<DocumentKey, DocumentKey[]>> = {
  panCard: ['gstDetails', 'bankDocDetails'],
  govtDocDetails: ['profilePic'],
}

/** What has to be shown again when a document is replaced: of that which was shown. */
export function shownAgain({ document }: KycDocument, { currentDocument }: CompletionStatus): KycDocument[] {
  const compared = comparedWith[document] ?? []
  return currentDocument.kycDocuments.filter(
    (other) => compared.includes(other.document) && other.status !== 'not_started',
  )
}
