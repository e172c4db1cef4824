import type { Page } from '@playwright/test'
import { settled } from './accessible'
import { endVerification, invite, verify } from './account-walks'
import { onDesktop } from './browser'
import { choose, press, tabTo, takeDay, takeFile, takeNext, takePlace, tick, write } from './by-keys'
import type { City } from './city'
import { goOffline, goOnline } from './connection'
import { expect, type Persona } from './fixtures'
import { offerToKabir } from './handing-over'
import type { Say } from './words'

/** The page, city and language of a walk. */
export interface Walker {
  page: Page
  city: City
  signIn(persona: Persona, path?: string): Promise<void>
  say: Say
  /** Called with the name of a screen that is worth a look. */
  look(screen: string): Promise<void>
}

const requests = '/my-subscriptions/all-requests'

/** The dialog on top. */
const top = (page: Page) => page.getByRole('dialog').last()
const button = (page: Page, name: string) => top(page).getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => top(page).getByRole('heading', { name, exact: true })

/** Presses buttons of the topmost dialog, one after another. */
async function go(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) await press(page, button(page, name))
}

async function writeBank({ page, say }: Walker, name: string, account: string): Promise<void> {
  await write(page, top(page).getByLabel(say('refund_name')), name)
  await write(page, top(page).getByLabel(say('refund_account')), account)
  await write(page, top(page).getByLabel(say('refund_ifsc')), 'HDFC0000001')
  await expect(top(page).getByLabel(say('refund_bank_name'))).toHaveValue('HDFC Bank')
}

/** Goes from the banner on home to the settlement. */
async function openSettlement({ page, say }: Walker): Promise<void> {
  const name = say('dues_review')
  const main = page.getByRole('main')
  // In some languages other links on home have the same name, and are there while
  // the banner is still loading.
  await settled(page)
  await press(page, main.getByRole('link', { name }).or(main.getByRole('button', { name })).first())
  await expect(page.getByRole('dialog', { name: say('settlement_title') })).toBeVisible()
}

/** Ways through the product with the keyboard only, from the first page to the end. */
export const walks: Record<string, (walker: Walker) => Promise<void>> = {
  'a refund to a bank, and by UPI': async (walker) => {
    const { page, signIn, say, look } = walker
    await signIn('chitra')
    await openSettlement(walker)
    await look('settlement')
    await press(page, top(page).getByRole('button', { name: say('refund_to_wallet') }))
    await expect(button(page, say('refund_wallet_no'))).toBeVisible()
    await look('settlement, into the wallet')
    await go(page, say('refund_wallet_no'), say('refund_to_bank'))
    await expect(heading(page, say('refund_to_bank'))).toBeVisible()
    await look('bank form')
    await writeBank(walker, 'Chitra 1', '12')
    await go(page, say('refund_save'))
    await expect(top(page).getByText(say('refund_account_invalid'))).toBeVisible()
    await look('bank form, refused')
    await writeBank(walker, 'Chitra Iyer', '50100012345678')
    await go(page, say('refund_save'))
    await expect(top(page).getByText('XXXX5678')).toBeVisible()
    await look('settlement, to the bank')
    await go(page, say('settlement_change'), say('refund_to_upi'))
    await expect(heading(page, say('refund_to_upi'))).toBeVisible()
    await look('UPI form')
    await write(page, top(page).getByLabel(say('refund_upi_id')), 'chitra@okhdfcbank')
    await go(page, say('refund_save'))
    await expect(top(page).getByText('chitra@okhdfcbank')).toBeVisible()
    await look('settlement, by UPI')
  },

  'a refund that is held': async (walker) => {
    const { page, city, signIn, say, look } = walker
    await city.sandbox({ provider: 'razorpayx', outcomes: [{ call: 'validation', outcome: 'invalid' }] })
    await signIn('chitra')
    await openSettlement(walker)
    await go(page, say('refund_to_bank'))
    await writeBank(walker, 'Chitra Iyer', '50100012345678')
    await go(page, say('refund_save'))
    await expect(top(page).getByText('XXXX5678')).toBeVisible()
    await city.advance('PT1H')
    await page.goto('/dashboard/home')
    const again = page.getByRole('main').getByRole('link', { name: say('dues_refund_enter') })
    await expect(again).toBeVisible()
    await look('home, held')
    await press(page, again)
    await expect(top(page).getByText(say('settlement_held'))).toBeVisible()
    await look('settlement, held')
    await writeBank(walker, 'Chitra Iyer', '60100012349999')
    await go(page, say('refund_save'))
    await expect(top(page).getByText('XXXX9999')).toBeVisible()
    await city.advance('P2D')
    await page.reload()
    await expect(top(page).getByText(say('settlement_reference'))).toBeVisible()
    await look('settlement, paid')
  },

  'a closure': async ({ page, signIn, say, look }) => {
    await signIn('jaya', '/home?requestType=close-subscription')
    await tick(page, top(page).getByRole('checkbox').first())
    await tick(page, top(page).getByRole('checkbox').nth(1))
    await look('close 1')
    await go(page, say('flows_continue'))
    await expect(heading(page, say('location_moved_question'))).toBeVisible()
    await look('close 2')
    await go(page, say('address_add_row'))
    await expect(top(page).getByRole('application')).toBeVisible()
    await look('close 2, new place')
    await go(page, say('kit_back'), say('address_continue'))
    await expect(heading(page, say('close_pickup_heading'))).toBeVisible()
    await look('close 3')
    await takeDay(page, top(page))
    await takeNext(page, top(page).getByRole('combobox', { name: say('close_reason') }))
    await look('close 3, chosen')
    await go(page, say('flows_continue'))
    await expect(heading(page, say('refund_how'))).toBeVisible()
    await look('close 4')
    await go(page, say('refund_to_bank'))
    await look('close 4, bank form')
    await go(page, say('kit_back'), say('refund_to_upi'))
    await look('close 4, UPI form')
    await go(page, say('kit_back'))
    await press(page, top(page).getByRole('button', { name: say('refund_to_wallet') }))
    await expect(heading(page, say('close_charges_heading'))).toBeVisible()
    await press(
      page,
      top(page)
        .getByText(like(say('close_tenure_ends', { day: '.*' })))
        .first(),
    )
    await look('close 5')
    await go(page, say('close_how'))
    await expect(heading(page, say('close_calculation_heading'))).toBeVisible()
    await look('close 5, calculation')
    await go(page, say('flows_go_back'), say('close_anyway'))
    await expect(heading(page, say('flows_created_title'))).toBeVisible()
    await look('closure created')
    await go(page, say('close_pay_later'))
    await expect(page.getByRole('dialog')).toHaveCount(0)

    await page.goto(`/dashboard${requests}`)
    await press(page, page.getByRole('article').first().getByRole('link'))
    await expect(top(page).getByText(say('ticket_history'))).toBeVisible()
    await look('ticket of a closure')
    await go(page, say('ticket_reschedule'))
    await takeDay(page, top(page))
    await expect(top(page).getByText(say('closures_charge_new'))).toBeVisible()
    await look('closure, another day')
    await go(page, say('kit_back'), say('ticket_revoke'))
    await expect(top(page).getByRole('listitem').first()).toBeVisible()
    await look('closure, taken back')
    await go(page, say('ticket_revoke_confirm'))
    await expect(top(page).getByText(say('kit_status_revoked')).first()).toBeVisible()
  },

  'a relocation': async ({ page, signIn, say, look }) => {
    await signIn('esha', '/home?requestType=relocate-subscription')
    await tick(page, top(page).getByRole('checkbox').first())
    await go(page, say('flows_continue'))
    await expect(heading(page, say('relocate_pickup_place'))).toBeVisible()
    await choose(page, top(page).getByRole('radio').first())
    await look('relocate 2')
    await go(page, say('address_continue'))
    await expect(heading(page, say('relocate_pickup_day'))).toBeVisible()
    await expect(top(page).getByRole('radio').first()).toBeVisible()
    await go(page, say('flows_continue'))
    await expect(top(page).getByRole('alert')).toHaveText(say('relocate_slot_first'))
    await look('relocate 3, nothing chosen')
    await choose(page, top(page).getByRole('radio', { disabled: false }).first())
    await go(page, say('flows_continue'))
    await expect(heading(page, say('relocate_drop_place'))).toBeVisible()
    await look('relocate 4')
    await go(page, say('address_add_row'))
    await expect(top(page).getByRole('application')).toBeVisible()
    await look('relocate 4, new place')
    await newPlace(page, say, look, 'relocate 4')
    await expect(heading(page, say('relocate_drop_day'))).toBeVisible()
    await go(page, say('relocate_submit'))
    await expect(top(page).getByRole('alert')).toHaveText(say('relocate_day_first'))
    await look('relocate 5, no day')
    await takeDay(page, top(page))
    await expect(top(page).getByRole('region', { name: say('relocate_review') })).toBeVisible()
    await look('relocate 5')
    await go(page, say('relocate_submit'))
    await expect(heading(page, say('flows_created_title'))).toBeVisible()
    await look('relocation created')
    await press(page, top(page).getByRole('link', { name: say('flows_created_status') }))

    await press(page, page.getByRole('article').first().getByRole('link'))
    await expect(top(page).getByText(say('ticket_history'))).toBeVisible()
    await look('ticket of a relocation')
    await go(page, say('ticket_address_change'))
    await expect(button(page, say('address_add_row'))).toBeVisible()
    await look('ticket, correct the address')
    await go(page, say('address_add_row'))
    await expect(top(page).getByRole('application')).toBeVisible()
    await look('ticket, new address')
    await page.keyboard.press('Escape')
    await expect(button(page, say('address_add_row'))).toBeVisible()
    await page.keyboard.press('Escape')
    await go(page, say('ticket_reschedule'))
    await choose(page, top(page).getByRole('radio', { disabled: false }).first())
    await look('relocation, another time')
  },

  'a relocation to where nobody goes': async ({ page, signIn, say, look }) => {
    await signIn('jaya', '/home?requestType=relocate-subscription')
    await tick(page, top(page).getByRole('checkbox').first())
    await go(page, say('flows_continue'))
    await choose(page, top(page).getByRole('radio').first())
    await go(page, say('address_continue'))
    await expect(top(page).getByRole('grid')).toBeVisible()
    await takeDay(page, top(page))
    await look('relocate 3, a day')
    await go(page, say('flows_continue'), say('address_continue'))
    await expect(top(page).getByRole('alert')).toHaveText(say('address_please_select'))
    await look('relocate 4, no address')
    await go(page, say('address_add_row'))
    const street = top(page).getByRole('combobox', { name: say('address_search') })
    await write(page, street, 'lucknow')
    await expect(page.getByRole('option', { name: 'Lucknow, Uttar Pradesh, India' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: say('address_unserved_title') })).toBeVisible()
    await look('area not serviceable')
    await go(page, say('address_other'))
    await expect(street).toBeVisible()
  },

  'a repair': async ({ page, signIn, say, look }) => {
    await signIn('esha', '/home?requestType=repair-request')
    await tick(page, top(page).getByRole('checkbox').first())
    await tick(page, top(page).getByRole('checkbox').nth(1))
    await go(page, say('flows_continue'))
    await choose(page, top(page).getByRole('radio').first())
    await look('repair, place')
    await go(page, say('address_continue'))
    await expect(heading(page, say('repair_problems'))).toBeVisible()
    await look('repair, problems')
    await go(page, say('repair_next_product'))
    await expect(top(page).getByText(say('repair_photos_missing'))).toBeVisible()
    await look('repair, nothing said')
    const photo = { name: 'IMG_0001.png', mimeType: 'image/png', buffer: await aPhoto(page) }
    for (const [index, next] of [say('repair_next_product'), say('repair_submit')].entries()) {
      const part = top(page).getByRole('region').nth(index)
      await write(page, part.getByLabel(say('repair_message')), `The leg ${'wobbles and '.repeat(20)}squeaks.`)
      const front = say('uploads_choose', { photo: say('repair_angle_front') })
      await takeFile(page, part.getByLabel(front), photo)
      await expect(part.getByRole('img')).toBeVisible()
      if (index === 0) {
        await page.route('**/ServiceRequestImages/upload', (route) => route.abort(), { times: 1 })
        const side = say('uploads_choose', { photo: say('repair_angle_side') })
        await takeFile(page, part.getByLabel(side), photo)
        const drop = say('uploads_remove', { photo: say('repair_angle_side') })
        await expect(button(page, drop)).toBeVisible()
        await look('repair, a photo and one that failed')
        await go(page, drop)
      }
      await go(page, next)
    }
    await expect(heading(page, say('flows_created_title'))).toBeVisible()
    await look('repair created')
    await press(page, top(page).getByRole('link', { name: say('flows_created_status') }))
    await press(page, page.getByRole('article').first().getByRole('link'))
    await expect(top(page).getByRole('img')).toBeVisible()
    await look('ticket of a repair')
  },

  'what can be done about a request': async ({ page, city, signIn, say, look }) => {
    await signIn('indu', requests)
    const name = say('kit_kind_repair')
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await press(page, card.getByRole('link'))
    await expect(top(page).getByText(say('ticket_history'))).toBeVisible()
    await look('ticket')
    await go(page, say('ticket_reschedule'), say('ticket_reschedule_confirm'))
    await expect(top(page).getByRole('alert')).toHaveText(say('ticket_choose_first'))
    await look('put off, nothing chosen')
    await takeDay(page, top(page))
    await write(page, top(page).getByLabel(say('close_reason')), 'I am away until then.')
    await look('put off')
    await go(page, say('ticket_reschedule_confirm'))
    await expect(top(page).getByText('I am away until then.')).toBeVisible()
    await look('ticket, put off')
    await go(page, say('ticket_revoke'))
    await expect(top(page).getByRole('listitem').first()).toBeVisible()
    await look('take back')
    await goOffline(page)
    await go(page, say('ticket_revoke_confirm'))
    await expect(top(page).getByRole('alert')).toContainText(say('api_not_sent'))
    await look('take back, offline')
    await goOnline(page)
    await go(page, say('flows_keep'))

    await city.advance('PT3H')
    const { visitDate } = await visitOf(city)
    await city.advanceTo(`${visitDate}T06:00:00+05:30`)
    await page.reload()
    await go(page, say('ticket_cancel'))
    await expect(heading(page, say('ticket_cancel_title'))).toBeVisible()
    await look('cancel')
    await go(page, say('ticket_cancel_confirm'))
    await expect(page.getByText(say('wa_cancellation_ask'))).toBeVisible()
    const main = page.getByRole('main')
    await press(page, main.getByRole('button', { name: say('wa_cancellation_send') }))
    await expect(main.getByText(say('wa_cancellation_choose'))).toBeVisible()
    await look('why cancelled')
    await choose(page, main.getByRole('radio').first())
    await press(page, main.getByRole('button', { name: say('wa_cancellation_send') }))
    await expect(main.getByText(say('wa_cancellation_thanks'))).toBeVisible()
    await look('cancelled')
    await press(page, main.getByRole('link', { name: say('wa_cancellation_all_requests') }))
    await press(page, card.getByRole('link'))
    await expect(top(page).getByText(say('ticket_history'))).toBeVisible()
    await look('ticket, cancelled')
  },

  'an extension': async ({ page, signIn, say, look }) => {
    await signIn('esha', '/home?requestType=extend-subscription')
    await tick(page, top(page).getByRole('checkbox').first())
    await tick(page, top(page).getByRole('checkbox').nth(1))
    await go(page, say('flows_continue'))
    await expect(heading(page, say('extend_months_title'))).toBeVisible()
    await look('extend 2')
    await go(page, say('flows_continue'))
    await expect(button(page, say('extend_confirm'))).toBeVisible()
    await look('extend 3')
    await goOffline(page)
    await go(page, say('extend_confirm'))
    await expect(top(page).getByRole('alert')).toContainText(say('api_not_sent'))
    const age = like(say('kit_as_of', { time: '.*' }))
    await expect(top(page).getByText(age), 'how old the figures are is said once').toHaveCount(1)
    await look('extend 3, offline')
    await goOnline(page)
    await go(page, say('extend_confirm'))
    const goBack = page.getByRole('link', { name: say('flows_go_back') })
    await expect(goBack).toBeVisible()
    await look('extension created')
    await press(page, goBack)
    const rows = page.getByRole('main').getByRole('link', { name: like(say('upcoming_extension', { item: '.*' })) })
    await expect(rows.first()).toBeVisible()
    await look('home, extended')
    await press(page, rows.first())
    await expect(button(page, say('extend_take_back'))).toBeVisible()
    await look('agreed extension')
    await go(page, say('extend_take_back'))
    await expect(rows).toHaveCount(1)
  },

  'a transfer': async ({ page, signIn, say, look }) => {
    await signIn('jaya', '/home?requestType=transfer-ownership')
    const number = top(page).getByLabel(say('transfer_phone_label'))
    const sendTo = async (digits: string) => {
      await write(page, number, digits)
      await go(page, say('flows_continue'))
      await expect(button(page, say('transfer_send'))).toBeVisible()
    }
    await tick(page, top(page).getByRole('checkbox').first())
    await look('transfer 1')
    await go(page, say('flows_continue'))
    await expect(top(page).getByText(say('transfer_term_city'))).toBeVisible()
    await look('transfer 1, before it goes on')
    await go(page, say('flows_continue'))
    await expect(number).toBeVisible()
    await look('transfer 2')
    await sendTo('9111111111')
    await look('transfer 2, to whom')
    await go(page, say('transfer_send'))
    await expect(button(page, say('transfer_not_user_again'))).toBeVisible()
    await look('transfer 2, nobody has the number')
    await go(page, say('transfer_not_user_again'))
    await sendTo('9000000011')
    await go(page, say('transfer_send'))
    await expect(page.getByText(say('transfer_created_text'))).toBeVisible()
    await look('transfer created')
  },

  'a transfer that is taken over': async ({ page, city, signIn, say, look }) => {
    await offerToKabir(city)
    await signIn('kabir', requests)
    const main = page.getByRole('main')
    const inMain = (key: string) => press(page, main.getByRole('button', { name: say(key), exact: true }))
    await expect(main.getByRole('radio').first()).toBeVisible()
    await inMain('transfers_accept')
    await expect(main.getByRole('alert')).toHaveText(say('transfers_address_first'))
    await look('transfer offered, no address')
    await inMain('transfers_decline')
    await expect(button(page, say('transfers_decline_not'))).toBeVisible()
    await look('declining a transfer')
    await go(page, say('transfers_decline_not'))
    await choose(page, main.getByRole('radio').first())
    await inMain('transfers_accept')
    await expect(main.getByText(say('transfers_deposit_due'))).toBeVisible()
    await look('transfer accepted')
    await inMain('transfers_give_up')
    await expect(button(page, say('transfers_decline_not'))).toBeVisible()
    await look('giving a transfer up')
    await go(page, say('transfers_decline_not'))
    await pay(page, say, async () => {})
    await page.goto(`/dashboard${requests}`)
    await expect(main.getByText(say('transfers_waiting_title'))).toBeVisible()
    await look('transfer, the agreement is missing')
    await city.advance('P1D')
    await page.reload()
    await expect(main.getByText(say('transfers_incoming_yours'))).toBeVisible()
    await look('transfer, taken over')

    await page.evaluate(() => localStorage.clear())
    await signIn('jaya', requests)
    await press(page, page.getByRole('article').first().getByRole('link'))
    await expect(top(page).getByText(say('ticket_history'))).toBeVisible()
    await look('ticket of a transfer')
    await page.goto('/dashboard/home?showSettlement=true')
    await expect(top(page).getByText(say('settlement_inspecting_transfer'))).toBeVisible()
    await look('settlement of a transfer')
  },

  referral: async ({ page, signIn, say, look }) => {
    await signIn('hari', '/referral')
    const main = page.getByRole('main')
    await expect(main.getByText(say('referral_state_joined'))).toBeVisible()
    await look('referral, friends in several states')
    await write(page, main.getByLabel(say('referral_name'), { exact: true }), 'Meera')
    await write(page, main.getByLabel(say('referral_mobile')), '9876500001')
    await press(page, main.getByRole('button', { name: say('referral_contacts_add') }))
    await expect(main.getByText(say('referral_consent_missing'))).toBeVisible()
    await look('referral, consent is missing')
    await tick(page, main.getByRole('checkbox', { name: say('referral_consent') }))
    await press(page, main.getByRole('button', { name: say('referral_contacts_add') }))
    const contact = main.getByRole('checkbox', { name: /Meera/ })
    await expect(contact).toBeVisible()
    await tick(page, contact)
    await look('referral, a contact is chosen')
    await press(page, main.getByRole('button', { name: say('referral_contacts_invite', { count: '1' }) }))
    await expect(contact).toHaveCount(0)
    await look('referral, a contact is invited')
    await page.evaluate(() => localStorage.clear())
    await signIn('veda', '/referral')
    await write(page, main.getByLabel(say('referral_join_code')), 'zzzz9999')
    await press(page, main.getByRole('button', { name: say('referral_join') }))
    await expect(main.getByLabel(say('referral_join_code'))).toHaveAttribute('aria-invalid', 'true')
    await look('referral, an unknown code')
  },

  settings: async ({ page, city, signIn, say, look }) => {
    await city.token('asha') // another session
    await signIn('asha', '/settings')
    const main = page.getByRole('main')
    const box = main.getByRole('checkbox').first()
    await expect(box).toBeChecked()
    await choose(page, main.getByRole('radio', { name: say('settings_theme_dark') }))
    await look('settings, dark')
    await tabTo(page, box)
    await page.keyboard.press('Space')
    await expect(box).not.toBeChecked()
    await look('settings, a way is off')
    await goOffline(page)
    await tabTo(page, box)
    await page.keyboard.press('Space')
    await expect(main.getByText(say('settings_messages_not_kept'))).toBeVisible()
    await look('settings, a choice that was not kept')
    await goOnline(page)
    await press(page, main.getByRole('button', { name: say('kit_retry') }))
    await expect(box).toBeChecked()
    const message = main.getByText(/₹/).first()
    await press(page, message)
    await press(page, main.getByRole('button', { name: say('settings_told_more') }))
    await look('settings, messages')
    await press(page, main.getByRole('button', { name: say('settings_sessions_end_others') }))
    await expect(main.getByText(say('settings_sessions_ended'))).toBeVisible()
    await look('settings, signed in only here')
    // A customer who already uses Hindi stays there.
    await press(page, main.getByRole('button', { name: /^हिन्दी/ }))
    await expect(main.getByRole('heading', { level: 1, name: 'सेटिंग' })).toBeVisible()
  },

  'rent in advance that was paid': async ({ page, signIn, say, look }) => {
    await signIn('omkar')
    await look('home, rent paid in advance')
    await page.goto('/dashboard/home?paymentMode=easy-payment&paymentType=advance-rental')
    await expect(button(page, say('easy_payment_advance_see'))).toBeVisible()
    await look('rent in advance, paid')
    await go(page, say('easy_payment_advance_see'))
    await expect(heading(page, say('easy_payment_advance_movements'))).toBeVisible()
    await look('package of rent in advance')
    await press(page, top(page).getByRole('link', { name: like(say('kit_voucher_receipt', { number: '' }).trim()) }))
    await expect(page.getByRole('img').first()).toBeVisible()
    await look('voucher')
  },

  documents: async ({ page, signIn, say, look }) => {
    await signIn('kabir', '/my-subscriptions/transactions')
    const main = page.getByRole('main')
    const sheet = main.getByRole('img').first()
    await press(page, main.getByRole('link', { name: say('papers_statement') }))
    await expect(sheet).toBeVisible()
    await look('account statement')
    if (!onDesktop(page)) {
      await press(page, main.getByRole('button', { name: say('papers_larger') }))
      await look('account statement, larger')
    }
    await tabTo(page, main.getByLabel(say('papers_from')))
    // The first day of a month, in whatever order the parts of the date are.
    await page.keyboard.type('01012026')
    await press(page, main.getByRole('button', { name: say('papers_show_days') }))
    await expect(page).toHaveURL((url) => url.searchParams.has('from'))
    await expect(sheet).toBeVisible()
    await look('account statement of some days')
    for (const type of ['wallet', 'deposit']) {
      await page.goto(`/dashboard/print-pdf/${type}`)
      await expect(sheet).toBeVisible()
      await look(`statement, ${type}`)
    }
    await page.goto('/dashboard/print-pdf/receipt')
    await expect(main.getByText(say('papers_none'))).toBeVisible()
    await look('no such document')
    await page.goto('/dashboard/my-subscriptions/rental-invoice')
    await expect(main.getByRole('link', { name: say('kit_see_paper') })).toBeVisible()
    await look('invoice')
    await press(page, main.getByRole('link', { name: say('kit_see_paper') }))
    await expect(sheet).toBeVisible()
    await look('invoice on paper')
  },

  'signing in': async ({ page, say, look }) => {
    await page.goto('/dashboard/login')
    const mobile = page.getByLabel(say('session_mobile'))
    await expect(mobile).toBeVisible()
    await look('sign in')
    await write(page, mobile, '9000000004')
    await press(page, page.getByRole('button', { name: say('session_send_code') }))
    const code = page.getByLabel(say('session_code'))
    await write(page, code, '000000')
    await expect(page.getByRole('alert')).toBeVisible()
    await look('sign in, a wrong code')
    await write(page, code, '123456')
    await expect(page).toHaveURL(/\/dashboard\/home$/)
  },

  help: async ({ page, signIn, say, look }) => {
    await signIn('esha')
    const help = page.getByRole('complementary', { name: say('help_title') })
    await press(page, help.getByRole('button', { name: say('help_button') }))
    await expect(help.getByRole('heading', { name: say('help_title') })).toBeFocused()
    await look('help')
    await press(page, help.getByRole('button', { name: say('help_see_all') }))
    await expect(help.getByRole('heading', { name: say('help_all_title') })).toBeFocused()
    await look('help, all')
    await press(page, help.getByRole('button', { name: say('help_chat') }))
    const onPhone = page.getByRole('dialog', { name: say('help_chat_title') })
    const chat = onDesktop(page) ? help : onPhone
    await expect(chat.getByRole('heading', { name: say('help_chat_title') })).toBeFocused()
    await expect(page.getByRole('textbox', { name: say('help_write') })).toBeVisible()
    await look('help, the chat')
    await page.keyboard.press('Escape')
    await expect(help.getByRole('button', { name: say('help_button') })).toBeFocused()
  },

  'an account that is kept': async ({ page, city, signIn, say, look }) => {
    await signIn('leela', '/settings')
    await press(page, page.getByRole('main').getByRole('button', { name: say('settings_delete'), exact: true }))
    await look('delete account')
    await go(page, say('settings_delete_confirm'))
    await expect(page.getByRole('main').getByRole('button', { name: say('settings_delete_keep') })).toBeVisible()
    await look('settings, deletion planned')
    await page.goto('/dashboard/home')
    await expect(page.getByRole('main').getByRole('button', { name: say('settings_delete_keep') })).toBeVisible()
    await look('home, deletion planned')
    await city.advance('P6D')
    await page.evaluate(() => localStorage.clear())
    await page.goto('/dashboard/login')
    await write(page, page.getByLabel(say('session_mobile')), '9000000012')
    await press(page, page.getByRole('button', { name: say('session_send_code') }))
    await write(page, page.getByLabel(say('session_code')), '123456')
    await expect(page.getByText(say('session_delete_kept'))).toBeVisible()
    await look('home, account kept')
    await press(page, page.getByRole('main').getByRole('button', { name: say('kit_close') }))
    await expect(page.getByText(say('session_delete_kept'))).toHaveCount(0)
  },

  'a payment with auto debit': async ({ page, signIn, say, look }) => {
    await signIn('asha')
    await press(page, payNow(page, say))
    await expect(button(page, say('auto_debit_promo_not_interested'))).toBeVisible()
    await look('promotion of auto debit')
    await go(page, say('auto_debit_promo_continue'))
    await expect(heading(page, say('payments_choose_mode'))).toBeVisible()
    await look('ways to set auto debit up')
  },

  'rent in advance, and setting auto debit up': async ({ page, signIn, say, look }) => {
    await signIn('indu', '/home?paymentMode=easy-payment&paymentType=advance-rental')
    await tick(
      page,
      top(page).getByRole('checkbox', { name: like(say('easy_payment_advance_months', { months: '6' })) }),
    )
    await expect(top(page).getByText(say('easy_payment_advance_total'))).toBeVisible()
    await look('rent in advance')
    await go(page, say('easy_payment_know_more'))
    await expect(heading(page, say('easy_payment_advance_know_title'))).toBeVisible()
    await look('rent in advance, how it works')
    await page.goto('/dashboard/home?paymentMode=easy-payment&paymentType=auto-debit')
    await go(page, say('easy_payment_add'))
    await expect(heading(page, say('easy_payment_add_title'))).toBeVisible()
    await look('ways of auto debit')
    await press(page, top(page).getByRole('listitem').getByRole('button').first())
    await expect(heading(page, say('easy_payment_confirm_title'))).toBeVisible()
    await look('confirming auto debit')
  },

  'auto debit: one debit skipped, another payment mode, and one removed': async (walker) => {
    const { page, signIn, say, look } = walker
    await signIn('gauri', '/home?paymentMode=easy-payment&paymentType=auto-debit')
    await expect(button(page, say('easy_payment_skip'))).toBeVisible()
    await look('auto debit')
    await go(page, say('easy_payment_skip'))
    await expect(button(page, say('easy_payment_skip_yes'))).toBeVisible()
    await look('skipping a debit')
    await go(page, say('easy_payment_skip_yes'))
    await expect(page.getByRole('region', { name: say('easy_payment_not_debited') })).toBeVisible()
    await expect(button(page, say('easy_payment_skip_yes'))).toHaveCount(0)
    await look('auto debit, a debit skipped')
    await go(page, say('easy_payment_change_mode'))
    await expect(button(page, say('easy_payment_change'))).toBeVisible()
    await look('payment modes')
    await choose(page, top(page).getByRole('radio').nth(1))
    // The terms are checked at first.
    await go(page, say('easy_payment_change'))
    await expect(button(page, say('easy_payment_know_more'))).toBeVisible()
    await press(page, button(page, say('easy_payment_delete', { name: 'HDFC Bank XXXX XXXX XXXX 7701' })))
    await expect(button(page, say('easy_payment_remove_yes'))).toBeVisible()
    await look('removing a payment mode')
    await go(page, say('easy_payment_remove_yes'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },

  'a verification of who somebody is': verify,

  'a verification that ends otherwise': endVerification,

  'friends who are invited': invite,

  'a payment, and feedback': async ({ page, signIn, say, look }) => {
    await signIn('kabir')
    await pay(page, say, look)
    await expect(heading(page, say('feedback_title'))).toBeVisible()
    await look('feedback')
    await choose(page, top(page).getByRole('radio').nth(2))
    await write(page, top(page).getByLabel(say('feedback_comment_label')), 'The driver came late. '.repeat(12))
    await look('feedback, rated')
    await goOffline(page)
    await go(page, say('feedback_submit'))
    await expect(top(page).getByRole('alert')).toContainText(say('api_not_sent'))
    await look('feedback, offline')
    await goOnline(page)
    await go(page, say('kit_retry'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  },
}

/** Matches a text with any values in its placeholders. */
function like(text: string): RegExp {
  return new RegExp(`^${text.replaceAll('+', '\\+')}`)
}

const payNow = (page: Page, say: Say) =>
  page
    .getByRole('main')
    .getByRole('button', { name: say('dues_pay_now'), exact: true })
    .first()

/** Pays what is due. The provider's page is not ours, so a click is used there. */
async function pay(page: Page, say: Say, look: Walker['look']): Promise<void> {
  await press(page, payNow(page, say))
  await expect(top(page).getByRole('checkbox')).toBeVisible()
  await look('gateways')
  await press(page, top(page).getByRole('button', { name: /₹/ }))
  await page.frameLocator('iframe').getByRole('button', { name: 'Success', exact: true }).click()
  await expect(heading(page, say('payments_success_title'))).toBeVisible()
  await look('payment made')
  await go(page, say('payments_success_done'))
}

/** Goes from the search to the address that is saved with the request. */
async function newPlace(page: Page, say: Say, look: Walker['look'], screen: string): Promise<void> {
  const street = top(page).getByRole('combobox', { name: say('address_search') })
  await takePlace(page, street, 'koramangala', 'Koramangala, Bengaluru, Karnataka 560034, India')
  if (!onDesktop(page)) await go(page, say('address_continue'))
  await write(page, top(page).getByLabel(say('address_flat')), '4B')
  await look(`${screen}, new place with fields`)
  await go(page, onDesktop(page) ? say('address_save') : say('address_proceed'))
}

async function aPhoto(page: Page): Promise<Buffer> {
  const data = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    for (let i = 0; i < 48; i++) {
      context.fillStyle = `hsl(${(i * 47) % 360} 70% 50%)`
      context.fillRect((i % 8) * 80, Math.floor(i / 8) * 80, 80, 80)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return Buffer.from(data, 'base64')
}

async function visitOf(city: City): Promise<{ visitDate?: string }> {
  const { serviceRequests } = await city.get<{ serviceRequests: { requestType: number; visitDate?: string }[] }>(
    await city.token('indu'),
    '/api/Dashboards/getServiceRequest',
  )
  return serviceRequests.find(({ requestType }) => requestType === 20) ?? {}
}
