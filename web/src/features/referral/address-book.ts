import type { NewContact } from './referrals'
import { contactsOf } from './vcard'

interface Chosen {
  name?: string[]
  tel?: string[]
  email?: string[]
}

interface ContactPicker {
  select(properties: string[], options: { multiple: boolean }): Promise<Chosen[]>
}

const picker = (): ContactPicker | undefined => (navigator as { contacts?: ContactPicker }).contacts

/** Whether the browser can open the phone's address book (Chrome on Android). */
export const hasAddressBook = () => typeof picker()?.select === 'function'

/**
 * The contacts that the customer picks in the phone's address book. Empty if they cancel.
 * Nothing else is read.
 */
export async function chooseContacts(): Promise<NewContact[]> {
  const chosen = (await picker()?.select(['name', 'tel', 'email'], { multiple: true })) ?? []
  const cards = chosen.map(
    ({ name = [], tel = [], email = [] }) =>
      `BEGIN:VCARD\nFN:${oneLine(name[0])}\n${tel.map((number) => `TEL:${oneLine(number)}\n`).join('')}${email[0] ? `EMAIL:${oneLine(email[0])}\n` : ''}END:VCARD`,
  )
  return contactsOf(cards.join('\n'))
}

const oneLine = (text = '') => text.replaceAll(/\s+/g, ' ')
