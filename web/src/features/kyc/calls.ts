import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import type { DocumentKey } from '#/api/kyc'
import { type Sending, sendFile } from '#/api/send-file'
import { unwrap } from '#/api/unwrap'

/** The data that a KYC step changes. The last step also changes the pending label of the whole app. */
export const byAStep = ['kyc', 'dashboard', 'transfers'] as const

export function setProfession(body: { professionId: number; professionType: number }) {
  return once('kyc-profession', body, (headers) =>
    unwrap(api.POST('/api/UserProfiles/setProfessionV3', { headers, body })),
  )
}

export type Side = 'front' | 'back'

/** A document that the server checks for readability at once. */
export interface Shown {
  document: DocumentKey
  file: File
  side?: Side
  /** The type of government document. */
  docType?: string
  /** The document replaces a verified one. */
  replace?: boolean
}

export function sendDocument({ document, file, side, docType, replace }: Shown, sending: Sending) {
  const form = new FormData()
  form.append('documentType', document)
  if (side) form.append('side', side)
  if (docType) form.append('docType', docType)
  if (replace) form.append('replace', 'true')
  form.append('file', file)
  return sendFile<{ documentId: number }>('/api/Hyperverges/validateAndUpload', form, sending)
}

export interface Statement {
  documentId: number
  entityId: string
}

/**
 * Uploads a bank statement. It is read once `setStatementPassword` was called, even if it has no password.
 */
export function sendStatement(file: File, sending: Sending) {
  const form = new FormData()
  form.append('documentType', 'bankDocDetails')
  form.append('file', file)
  return sendFile<Statement>('/api/Documents/upload', form, sending)
}

export function setStatementPassword(documentId: number, password: string | undefined) {
  return once('kyc-statement', { documentId, password }, (headers) =>
    unwrap(
      api.POST('/api/DocumentDetails/setDetails', {
        headers,
        params: { query: { documentId } },
        body: { password },
      }),
    ),
  )
}

export function fetchPrediction(userId: number, { documentId, entityId }: Statement) {
  return unwrap(
    api.POST('/api/FinboxBankStatement/predictionStatus', { params: { query: { documentId, userId, entityId } } }),
  )
}

export function netBankingLink() {
  return unwrap(api.POST('/api/UserProfiles/getFinboxNetBankingLink'))
}

/** Forwards the query that DigiLocker added to the address when it sent the browser back. */
export function completeDigilocker(query: string) {
  return once('kyc-digilocker', { query }, (headers) =>
    unwrap(api.POST('/api/Hyperverges/completeDigilocker', { headers, body: { query } })),
  )
}

export const digilockerUrl = () => unwrap(api.GET('/api/Hyperverges/getDigilockerUrl'))

export function setCompanyEmail(companyEmail: string) {
  return once('kyc-email', { companyEmail }, (headers) =>
    unwrap(api.POST('/api/UserProfiles/setCompanyEmailV2', { headers, body: { companyEmail } })),
  )
}

export function verifyCompanyEmail(code: string) {
  return once('kyc-company-email', { code }, (headers) =>
    unwrap(api.POST('/api/UserProfiles/verifyCompanyEmail', { headers, body: { code } })),
  )
}

export function saveCollegeName(collegeName: string) {
  return once('kyc-college', { collegeName }, (headers) =>
    unwrap(api.POST('/api/UserProfiles/saveCollegeName', { headers, body: { collegeName } })),
  )
}

export function verifyGst(gstIn: string) {
  return once('kyc-gst', { gstIn }, (headers) =>
    unwrap(api.POST('/api/Hyperverges/setAndVerifyGST', { headers, body: { gstIn } })),
  )
}

export function acceptPartialApproval() {
  return once('kyc-partial', {}, (headers) => unwrap(api.POST('/api/UserProfiles/submitPartialApprove', { headers })))
}

export function cancelVerification() {
  return once('kyc-cancel', {}, (headers) =>
    unwrap(api.POST('/api/UserProfiles/cancelAllPendingKycOrders', { headers })),
  )
}

export function skipBankDetails() {
  return once('kyc-skip-bank', {}, (headers) =>
    unwrap(api.POST('/api/UserProfiles/skipAlternateBankDetails', { headers })),
  )
}

export function takeNameOfPan(userId: number) {
  return once('kyc-pan-name', { userId }, (headers) =>
    unwrap(api.POST('/api/UserProfiles/changeUserNameFromPAN', { headers, body: { userId } })),
  )
}
