import type { components } from './schema'

type Schemas = components['schemas']

/**
 * A document that the customer's profession requires, in its order.
 * `percentage` is the progress once this document and all before it are done.
 */
export type KycDocument = Schemas['KYCStep']
export type DocumentKey = KycDocument['document']
/**
 * `uploaded` means that more is needed: the other side, a mailed code, a password or a second statement.
 */
export type DocumentStatus = KycDocument['status']

/** How far the verification of the customer has come. */
export type CompletionStatus = Schemas['KYCStatus']
export type ProfessionType = Schemas['ProfessionChoice']
export type KycData = Schemas['KYCData']
