import * as v from 'valibot'
import { api } from '#/api/client'
import { once } from '#/api/idempotency'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { m } from '#/copy'
import { isCompleteMobile } from '#/shared/phone'

export type Referrals = components['schemas']['Referrals']
export type Referral = components['schemas']['Referral']
export type CameBy = components['schemas']['CameBy']
export type Contact = components['schemas']['Contact']

export const inviteByMail = (emailId: string) =>
  once('invite-by-mail', emailId, (headers) =>
    unwrap(api.POST('/api/RMUsers/sendReferralInviteEmail', { headers, body: { emailId } })),
  )

export const joinReferral = (referralCode: string) =>
  once('join-referral', referralCode, (headers) =>
    unwrap(api.POST('/api/Dashboards/joinReferral', { headers, body: { referralCode } })),
  )

export type NewContact = Pick<Contact, 'name' | 'mobileNumber' | 'email'>

/** The most contacts that one call accepts. */
export const MOST_ADDED = 100

export const addContacts = (contacts: NewContact[]) =>
  once('add-contacts', contacts, (headers) =>
    unwrap(api.POST('/api/UserContactLists/addContacts', { headers, body: { contacts, consent: true } })),
  )

export const removeContact = (contactId: number) =>
  once('remove-contact', contactId, (headers) =>
    unwrap(api.POST('/api/UserContactLists/removeContact', { headers, body: { contactId } })),
  )

/** The most contacts that one call invites. */
export const MOST_INVITED = 20

export const inviteContacts = (contactIds: number[]) =>
  once('invite-contacts', contactIds, (headers) =>
    unwrap(api.POST('/api/UserContactLists/invite', { headers, body: { contactIds } })),
  )

export const emailSchema = v.object({
  emailId: v.pipe(
    v.string(),
    v.trim(),
    v.email(() => m.referral_email_invalid()),
  ),
})

export const codeSchema = v.object({
  referralCode: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, () => m.referral_code_missing()),
  ),
})

export const contactSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, () => m.referral_name_missing()),
    v.maxLength(100),
  ),
  mobileNumber: v.pipe(
    v.string(),
    v.check(isCompleteMobile, () => m.referral_mobile_invalid()),
  ),
  consent: v.literal(true, () => m.referral_consent_missing()),
})
