import type { Page } from '@playwright/test'
import { choose, press, tabTo, takeFile, tick, write } from './by-keys'
import { expect } from './fixtures'
import { codeTo, type File, specimen, statement, uploadOf } from './kyc'
import type { Walker } from './walks'

// Walks through what belongs to a customer's account, with the keyboard only.

const dev = { name: 'Dev Malhotra', born: '1994-03-12' }

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** KYC from the first document to the last, with refusals on the way. */
export async function verify({ page, city, signIn, say, look }: Walker): Promise<void> {
  const main = page.getByRole('main')
  const goOn = async (document: string) => {
    await press(page, main.getByRole('link', { name: say('kyc_continue'), exact: true }))
    await expect(title(page, say(document))).toBeVisible()
    await look(document)
  }
  const bring = async (label: string, choice: string, file: File) =>
    takeFile(page, uploadOf(page, say(label)).getByLabel(say(choice)), file)
  const expectVerified = async (document: string) => {
    await expect(main.getByText(say('kyc_status_verified'), { exact: true })).toBeVisible()
    await look(`${document}, verified`)
  }

  await signIn('dev', '/kyc')
  await expect(title(page, say('kyc_title'))).toBeVisible()
  await look('KYC, not begun')
  await press(page, main.getByRole('link', { name: say('kyc_start') }))
  await look('the choice of a profession')
  await choose(page, page.getByRole('radio', { name: say('kyc_profession_salaried') }))
  await press(page, main.getByRole('button', { name: say('kyc_continue'), exact: true }))
  await expect(page.getByRole('list', { name: say('kyc_list') })).toBeVisible()
  await look('the list of documents')

  await goOn('kyc_pan_card')
  await bring('kyc_pan_card', 'kyc_choose_file', await specimen(city, dev, { kind: 'aadhaar' }))
  await expect(main.getByText(say('kyc_reason_wrong_document'))).toBeVisible()
  await look('PAN card, another document')
  await bring('kyc_pan_card', 'kyc_choose_file', await specimen(city, dev, { kind: 'panCard' }))
  await expectVerified('PAN card')

  await goOn('kyc_govt_document')
  await press(page, main.getByText(say('kyc_card_upload')))
  await look('government ID, with a card')
  await press(page, main.getByRole('button', { name: say('kyc_digilocker_go') }))
  // The page of DigiLocker is not ours, so it is used without the keyboard rules.
  await page.getByLabel('Name').fill(dev.name)
  await page.getByLabel('Date of birth').fill(dev.born)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await expectVerified('government ID')

  await goOn('kyc_selfie')
  await bring('kyc_selfie', 'kyc_choose_photo', await specimen(city, dev, { kind: 'selfie', flaw: 'other' }))
  await expect(main.getByText(say('kyc_reason_face_differs')).first()).toBeVisible()
  await look('selfie, another face')
  await bring('kyc_selfie', 'kyc_choose_photo', await specimen(city, dev, { kind: 'selfie' }))
  await expectVerified('selfie')

  await goOn('kyc_company_email')
  await write(page, page.getByLabel(say('kyc_company_email_address')), 'dev@specimen-works.in')
  await press(page, main.getByRole('button', { name: say('kyc_company_email_send') }))
  const code = page.getByLabel(say('kyc_code'), { exact: true })
  await expect(code).toBeVisible()
  await look('company e-mail, the code')
  await write(page, code, await codeTo(city, 'dev@specimen-works.in'))
  await expectVerified('company e-mail')

  await goOn('kyc_bank_statement')
  await bring('kyc_bank_pdf', 'kyc_choose_pdf', await statement(city, dev, { password: 'dev1994' }))
  const password = page.getByLabel(say('kyc_bank_password'))
  const read = main.getByRole('button', { name: say('kyc_bank_read') })
  await write(page, password, 'wrong')
  await press(page, read)
  await expect(main.getByText(say('kyc_reason_password'))).toBeVisible()
  await look('bank statement, a wrong password')
  await write(page, password, 'dev1994')
  await press(page, read)
  await expectVerified('bank statement')
  await press(page, main.getByRole('link', { name: say('kyc_see_state') }))
  await expect(main.getByText(say('kyc_completed'))).toBeVisible()
  await look('KYC, complete')
}

/** Accepts a partial approval, and cancels the verification. The consequences of each are looked at first. */
export async function endVerification({ page, signIn, say, look }: Walker): Promise<void> {
  const main = page.getByRole('main')
  const question = page.getByRole('dialog')
  await signIn('rhea', '/kyc')
  await press(page, main.getByRole('button', { name: say('kyc_partial_accept') }))
  await expect(question.getByText(say('kyc_partial_after'))).toBeVisible()
  await look('partial approval')
  await press(page, question.getByRole('button', { name: say('kyc_partial_not') }))
  await press(page, main.getByRole('button', { name: say('kyc_cancel') }))
  await expect(question.getByText(say('kyc_cancel_kept'))).toBeVisible()
  await look('cancelling the verification')
  await press(page, question.getByRole('button', { name: say('kyc_cancel') }))
  await expect(main.getByText(say('kyc_cancelled'))).toBeVisible()
  await look('KYC, cancelled')
}

/** Invites a friend by mail, saves and removes contacts, and enters a code. */
export async function invite({ page, signIn, say, look }: Walker): Promise<void> {
  const main = page.getByRole('main')
  await signIn('veda', '/referral')
  await expect(main.getByLabel(say('referral_email'))).toBeVisible()
  await look('referral, nobody invited')
  await write(page, main.getByLabel(say('referral_join_code')), 'zzzz9999')
  await press(page, main.getByRole('button', { name: say('referral_join'), exact: true }))
  await expect(main.getByRole('alert').first()).toBeVisible()
  await look('referral, a code that nobody has')
  await write(page, main.getByLabel(say('referral_email')), 'a.friend@example.in')
  await press(page, main.getByRole('button', { name: say('referral_email_send') }))
  await expect(main.getByRole('list').first()).toContainText('a.friend@example.in')
  await look('referral, somebody invited')
  await write(page, main.getByLabel(say('referral_name'), { exact: true }), 'Meera')
  await write(page, main.getByLabel(say('referral_mobile')), '9876500001')
  await press(page, main.getByRole('button', { name: say('referral_contacts_add') }))
  await expect(main.getByText(say('referral_consent_missing'))).toBeVisible()
  await look('referral, a contact without consent')
  await tick(page, main.getByRole('checkbox', { name: say('referral_consent') }))
  await press(page, main.getByRole('button', { name: say('referral_contacts_add') }))
  const remove = main.getByRole('button', { name: say('referral_contacts_remove', { name: 'Meera' }) })
  await tabTo(page, remove)
  await look('referral, a contact')
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(0)
}
