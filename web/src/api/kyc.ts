import type { components } from './schema'

type Schemas = components['schemas']

/** A document of the profession, in its order; percentage is what is done once it and all before it are. */
export type KycDocument = Schemas['KYCStep']
export type DocumentKey = KycDocument['document']
/** `uploaded` waits for more: the other side, the code of a mail, a password, a second statement. */
export type DocumentStatus = KycDocument['status']

/** How far the verification of the customer is. */
export type CompletionStatus = Schemas['KYCStatus']
export type ProfessionType = Schemas['ProfessionChoice']
export type KycData = Schemas['KYCData']
