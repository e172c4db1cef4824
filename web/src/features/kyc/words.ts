import type { CompletionStatus, DocumentKey, DocumentStatus, KycDocument } from '#/api/kyc'
import { m } from '#/copy'

const names: Record<DocumentKey, () => string> = {
  panCard: m.kyc_pan_card,
  govtDocDetails: m.kyc_govt_document,
  profilePic: m.kyc_selfie,
  companyEmail: m.kyc_company_email,
  gstDetails: m.kyc_gst,
  collegeName: m.kyc_college,
  parentGovtDocDetails: m.kyc_parent_document,
  bankDocDetails: m.kyc_bank_statement,
}

/** The name of a document. A document that this app does not know keeps the server's name. */
export const documentName = (document: string, label: string) => names[document as DocumentKey]?.() ?? label

const statuses: Record<DocumentStatus, () => string> = {
  not_started: m.kyc_status_open,
  uploaded: m.kyc_status_begun,
  processing: m.kyc_status_processing,
  verified: m.kyc_status_verified,
  needs_review: m.kyc_status_review,
  rejected: m.kyc_status_rejected,
  skipped: m.kyc_status_skipped,
}

export const statusName = (status: DocumentStatus) => statuses[status]()

const professions: Record<number, () => string> = {
  10: m.kyc_profession_salaried,
  20: m.kyc_profession_self_employed,
  30: m.kyc_profession_student,
  40: m.kyc_profession_other,
}

export const professionName = (type: number, label: string) => professions[type]?.() ?? label

const notes: Record<number, () => string> = {
  10: m.kyc_profession_salaried_note,
  20: m.kyc_profession_self_employed_note,
  30: m.kyc_profession_student_note,
  40: m.kyc_profession_other_note,
}

/** The documents that a profession requires besides proof of identity. */
export const professionNote = (type: number) => notes[type]?.()

/** Why a document was refused or is under review, and what to do. The keys are the server's codes. */
const reasons: Record<string, () => string> = {
  no_document: m.kyc_reason_no_document,
  blurred: m.kyc_reason_blurred,
  wrong_document: m.kyc_reason_wrong_document,
  bad_file: m.kyc_reason_bad_file,
  no_face: m.kyc_reason_no_face,
  not_found: m.kyc_reason_not_found,
  consent_denied: m.kyc_reason_consent_denied,
  consent_expired: m.kyc_reason_consent_expired,
  not_linked: m.kyc_reason_not_linked,
  password_incorrect: m.kyc_reason_password,
  other_bank: m.kyc_reason_other_bank,
  bank_unknown: m.kyc_reason_bank_unknown,
  scanned_statement: m.kyc_reason_scanned,
  unsupported_statement: m.kyc_reason_unsupported,
  duplicate_statement: m.kyc_reason_duplicate,
  out_of_date_range: m.kyc_reason_out_of_range,
  months_missing: m.kyc_reason_months_missing,
  session_gone: m.kyc_reason_session_gone,
  not_live: m.kyc_reason_not_live,
  face_differs: m.kyc_reason_face_differs,
  doubtful: m.kyc_reason_doubtful,
  name_differs: m.kyc_reason_name_differs,
  number_invalid: m.kyc_reason_number_invalid,
  not_a_person: m.kyc_reason_not_a_person,
  pan_inactive: m.kyc_reason_pan_inactive,
  pan_duplicate: m.kyc_reason_pan_duplicate,
  pan_of_another_account: m.kyc_reason_pan_of_another,
  pan_differs: m.kyc_reason_pan_differs,
  birth_date_absent: m.kyc_reason_birth_date_absent,
  under_age: m.kyc_reason_under_age,
  expired: m.kyc_reason_expired,
  gst_inactive: m.kyc_reason_gst_inactive,
  not_proprietor: m.kyc_reason_not_proprietor,
  few_months: m.kyc_reason_few_months,
  low_income: m.kyc_reason_low_income,
  holder_differs: m.kyc_reason_holder_differs,
  altered: m.kyc_reason_altered,
  source_down: m.kyc_reason_source_down,
  step_missing: m.kyc_reason_step_missing,
  too_many_tries: m.kyc_reason_too_many_tries,
}

/** Undefined without a reason. A reason that this app does not know gets a general text. */
export const reasonOf = (reason: string | undefined) => reason && (reasons[reason] ?? m.kyc_reason_other)()

/** Replacements for reasons whose text says what comes next, for a verification in which nothing does. */
const overReasons: Record<string, () => string> = {
  not_live: m.kyc_over_not_live,
  doubtful: m.kyc_reason_other,
  not_proprietor: m.kyc_over_not_proprietor,
  too_many_tries: m.kyc_over_too_many_tries,
}

/** The text of a reason, depending on whether the verification goes on or was declined. */
export const reasonIn = ({ status }: Pick<CompletionStatus, 'status'>, reason: string | undefined) =>
  (status === 'declined' && reason && overReasons[reason]?.()) || reasonOf(reason)

/** How many tries a refused document has left, and what happens after the last one. */
export function triesLeft({ document, attemptsLeft }: KycDocument): string {
  if (attemptsLeft > 1) return m.kyc_tries_left({ count: attemptsLeft })
  return document === 'profilePic' ? m.kyc_last_selfie() : m.kyc_last_try()
}

const kinds: Record<string, () => string> = {
  aadhaar: m.kyc_kind_aadhaar,
  passport: m.kyc_kind_passport,
  drivingLicence: m.kyc_kind_driving_licence,
  voterID: m.kyc_kind_voter,
}

/** The types of government documents that can be uploaded. */
export const cardKinds = Object.keys(kinds)

export const kindName = (kind: string) => kinds[kind]?.() ?? kind
