import { expect, type Locator, type Page } from '@playwright/test'
import type { City } from './city'

/** The person for whom the sandbox creates specimens. */
export interface Holder {
  name: string
  born: string
}

/** A file as a browser uploads it. */
export interface File {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A specimen: the kind of document, its side, and what is wrong with it. */
export interface Specimen {
  kind: 'panCard' | 'aadhaar' | 'passport' | 'drivingLicence' | 'voterID' | 'selfie'
  side?: 'front' | 'back'
  flaw?: string
  form?: 'jpeg' | 'png' | 'pdf'
}

export interface Statement {
  months?: number
  salary?: number
  password?: string
  fail?: string
}

async function load(city: City, path: string, query: Record<string, string>): Promise<File> {
  const answer = await fetch(`${city.url}/sandbox/specimens/${path}?${new URLSearchParams(query)}`)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  const [mimeType = ''] = (answer.headers.get('Content-Type') ?? '').split(';')
  const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1] ?? path
  return { name, mimeType, buffer: Buffer.from(await answer.arrayBuffer()) }
}

export function specimen(city: City, holder: Holder, { kind, side = 'front', flaw = '', form = 'jpeg' }: Specimen) {
  const query = { ...holder, gender: 'F', address: '1 Specimen Street', pincode: '560001', kind, side, flaw, form }
  return load(city, 'document', query)
}

export function statement(city: City, { name }: Holder, { months = 6, salary = 65_000, password, fail }: Statement) {
  const query = {
    bank: 'hdfc',
    name,
    months: `${months}`,
    salary: `${salary}`,
    password: password ?? '',
    fail: fail ?? '',
  }
  return load(city, 'statement', query)
}

/** The GSTIN of a holder's business, as the page of specimens shows it. */
export async function gstinOf(city: City, holder: Holder): Promise<string> {
  const query = new URLSearchParams({ ...holder, address: '1 Specimen Street' })
  const page = await (await fetch(`${city.url}/sandbox/specimens?${query}`)).text()
  const gstin = /GSTIN (\w{15})/.exec(page)?.[1]
  if (!gstin) throw new Error('the page of specimens tells no GSTIN')
  return gstin
}

/** The newest code that was mailed to an address. */
export async function codeTo(city: City, email: string): Promise<string> {
  const find = async () => {
    const inbox = await fetch(`${city.url}/demo/inbox?to=${encodeURIComponent(email)}`)
    const { messages } = (await inbox.json()) as { messages: { body: string }[] }
    return /\b\d{6}\b/.exec(messages[0]?.body ?? '')?.[0] ?? ''
  }
  await expect.poll(find, `a code to ${email}`).not.toBe('')
  return find()
}

/** The part of the screen that takes one picture or PDF, by its label. */
export const uploadOf = (page: Page, label: string): Locator => page.getByRole('region', { name: label, exact: true })

/** Chooses a file with the visible button. */
export async function bring(page: Page, label: string, file: File): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await uploadOf(page, label)
    .getByText(/^Choose a (?:photo|PDF)/)
    .click()
  await (await chooser).setFiles(file)
}

/** Goes on to the next document after this one was accepted. */
export async function goOn(page: Page, next: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: next, exact: true })).toBeVisible()
}

export async function expectVerified(page: Page): Promise<void> {
  await expect(page.getByRole('main').getByText('Verified', { exact: true })).toBeVisible()
}

/** Enters a person on DigiLocker's page, and allows or denies the consent. */
export async function answerDigilocker(page: Page, holder: Holder, answer: string): Promise<void> {
  await page.getByRole('button', { name: 'Open DigiLocker' }).click()
  await expect(page.getByRole('heading', { name: 'DigiLocker (sandbox)' })).toBeVisible()
  await page.getByLabel('Name').fill(holder.name)
  await page.getByLabel('Date of birth').fill(holder.born)
  await page.getByRole('button', { name: answer, exact: true }).click()
}
