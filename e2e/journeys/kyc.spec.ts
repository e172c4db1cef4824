import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { browser, onDesktop } from '../support/browser'
import { anyWidth, connect, expect, quick, test } from '../support/fixtures'
import {
  answerDigilocker,
  bring,
  codeTo,
  expectVerified,
  goOn,
  gstinOf,
  specimen,
  statement,
  uploadOf,
} from '../support/kyc'

// KYC from the first document to the decision, with specimens that the sandbox can read.
// The personas' names and dates of birth are those of docs/demo.md.

/** The file that the camera shows. This worker writes it before a page opens the camera. */
const seen = join(tmpdir(), `rento-camera-${process.pid}.mjpeg`)
const camera = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${seen}`,
]
test.use({
  ownCity: true,
  launchOptions: { ...browser.launchOptions, args: [...browser.launchOptions.args, ...camera] },
})

const dev = { name: 'Dev Malhotra', born: '1994-03-12' }
const pooja = { name: 'Pooja Hegde', born: '1996-04-18' }
const rhea = { name: 'Rhea Fernandes', born: '1989-07-23' }

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function choose(page: Page, profession: string): Promise<void> {
  await page.getByRole('radio', { name: profession }).check()
  await button(page, 'Continue').click()
  await expect(page.getByRole('list', { name: 'Your documents' })).toBeVisible()
}

/** Opens the next document of the list. */
async function openNext(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(title(page, name)).toBeVisible()
}

/** Takes a photo with the camera and uses it at once. */
async function takeSelfie(page: Page): Promise<void> {
  await button(page, 'Open the camera').click()
  await button(page, 'Take the photo').click()
  await button(page, 'Use this photo').click()
}

test(
  'a salaried customer comes from home to the end, through refusals (KYC-01 to KYC-07)',
  quick,
  async ({ page, city, signIn, browser: chromium }) => {
    const selfie = await specimen(city, dev, { kind: 'selfie' })
    writeFileSync(seen, selfie.buffer)
    await signIn('dev')
    await page.getByRole('main').getByRole('link', { name: 'Start KYC' }).click()
    await expect(title(page, 'Profile (KYC)')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Start KYC' }).click()
    await choose(page, 'Salaried')
    await openNext(page, 'PAN card')

    // A wrong card, a blurred picture, and the right card.
    await bring(page, 'PAN card', await specimen(city, dev, { kind: 'aadhaar' }))
    await expect(
      page.getByRole('main').getByText('This is another document than the one that is asked for.'),
    ).toBeVisible()
    await bring(page, 'PAN card', await specimen(city, dev, { kind: 'panCard', flaw: 'blurred' }))
    await expect(page.getByRole('main').getByText('The picture is not sharp enough.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('main').getByText('The picture is not sharp enough.')).toBeVisible()
    await bring(page, 'PAN card', await specimen(city, dev, { kind: 'panCard', form: 'pdf' }))
    await expectVerified(page)
    await expect(page.getByRole('main').getByText(dev.name)).toBeVisible()
    await goOn(page, 'Government ID')

    // DigiLocker: denied, then allowed.
    await answerDigilocker(page, dev, 'Deny')
    await expect(page.getByText(/^DigiLocker did not share your documents/).first()).toBeVisible()
    await page.getByRole('link', { name: 'Continue', exact: true }).or(button(page, 'Continue')).click()
    await expect(page.getByRole('main').getByText(/^You did not agree in DigiLocker/)).toBeVisible()
    await answerDigilocker(page, dev, 'Allow')
    await expectVerified(page)
    await expect(page).toHaveURL(/documents\?document=govtDocDetails$/)
    await goOn(page, 'Selfie')
    await takeSelfie(page)
    await expectVerified(page)
    await goOn(page, 'Company e-mail')

    // The code is typed on another device, which received the mail.
    await page.getByLabel('E-mail at your company').fill('dev@gmail.com')
    await button(page, 'Send the code').click()
    await expect(page.getByText('Please use the e-mail address that your employer gave you.')).toBeVisible()
    await page.getByLabel('E-mail at your company').fill('dev@specimen-works.in')
    await button(page, 'Send the code').click()
    await expect(page.getByText('We have sent a code to dev@specimen-works.in.')).toBeVisible()
    const laptop = await chromium.newContext({ ...browser, baseURL: city.url })
    await connect(laptop, city)
    const other = await laptop.newPage()
    await other.goto('/demo/as/dev?redirectUrl=%2Fkyc')
    await other.getByRole('link', { name: 'Continue: Company e-mail' }).click()
    await other.getByLabel('Code', { exact: true }).fill(await codeTo(city, 'dev@specimen-works.in'))
    await expectVerified(other)
    await laptop.close()
    // The first device updates by itself.
    await expectVerified(page)
    await goOn(page, 'Bank statement')

    // A PDF with a password, which is wrong at first.
    await bring(page, 'Statement as a PDF', await statement(city, dev, { password: 'dev1994' }))
    await page.getByLabel('Password of the PDF').fill('wrong')
    await button(page, 'Have it read').click()
    await expect(page.getByRole('main').getByText('The password of the PDF is not right.')).toBeVisible()
    await page.getByLabel('Password of the PDF').fill('dev1994')
    await button(page, 'Have it read').click()
    await expectVerified(page)
    await page.getByRole('link', { name: 'See the state of my KYC' }).click()
    await expect(page.getByRole('main').getByText('KYC Completed')).toBeVisible()
    await page.goto('/dashboard/home')
    await expect(
      page
        .getByRole('main')
        .getByRole('button', { name: /^Active Items|Start KYC/ })
        .or(page.getByRole('heading', { level: 2 }))
        .first(),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'Start KYC' })).toHaveCount(0)
    if (onDesktop(page)) await expect(page.getByRole('complementary').getByText('KYC Completed')).toBeVisible()
  },
)

test(
  'who has begun goes on, another face is refused, and a student shows an ID of a parent',
  anyWidth,
  async ({ page, city, signIn }) => {
    await signIn('pooja', '/kyc')
    await expect(page.getByText('45% done').first()).toBeVisible()
    await page.getByRole('link', { name: 'Continue: Selfie' }).click()
    await bring(page, 'Selfie', await specimen(city, pooja, { kind: 'selfie', flaw: 'other' }))
    await expect(
      page
        .getByRole('main')
        .getByText(/^The face is not that of your ID/)
        .first(),
    ).toBeVisible()
    await bring(page, 'Selfie', await specimen(city, pooja, { kind: 'selfie' }))
    await expectVerified(page)

    // The proof of identity stays, whatever the profession.
    await page.goto('/dashboard/kyc')
    await page.getByRole('link', { name: 'Change profession' }).click()
    await choose(page, 'Student')
    await openNext(page, 'College')
    await page.getByLabel('Name of your college').fill("St. Joseph's University")
    await button(page, 'Save').click()
    await expectVerified(page)
    await goOn(page, "Parent's government ID")
    const parent = { name: 'Ramesh Hegde', born: '1968-01-20' }
    await page.getByLabel('Kind of document').selectOption('Passport')
    await bring(page, 'Front', await specimen(city, parent, { kind: 'passport' }))
    await expect(uploadOf(page, 'Front').getByText('Received')).toBeVisible()
    await page.reload()
    await expect(uploadOf(page, 'Front').getByText('Received')).toBeVisible()
    await bring(page, 'Back', await specimen(city, parent, { kind: 'passport', side: 'back' }))
    await expectVerified(page)
    await page.getByRole('link', { name: 'See the state of my KYC' }).click()
    await expect(page.getByRole('main').getByText('KYC Completed')).toBeVisible()
  },
)

test('a business is verified in part, because its statement is thin', anyWidth, async ({ page, city, signIn }) => {
  const leela = { name: 'Leela Gowda', born: '1990-05-05' }
  await signIn('leela', '/kyc/documents/business')
  await expect(page.getByRole('radio', { name: 'Self-employed or business' })).toBeChecked()
  await choose(page, 'Self-employed or business')
  await openNext(page, 'PAN card')
  await bring(page, 'PAN card', await specimen(city, leela, { kind: 'panCard', form: 'png' }))
  await expectVerified(page)
  await goOn(page, 'Government ID')
  await page.getByText('With photos of a card').click()
  await page.getByLabel('Kind of document').selectOption('Driving licence')
  await bring(page, 'Front', await specimen(city, leela, { kind: 'drivingLicence' }))
  await expectVerified(page)
  await goOn(page, 'Selfie')
  await bring(page, 'Selfie', await specimen(city, leela, { kind: 'selfie' }))
  await expectVerified(page)
  await goOn(page, 'GST registration')
  const gstin = await gstinOf(city, leela)
  await page.getByLabel('GSTIN').fill(`${gstin.slice(0, 14)}${gstin.endsWith('1') ? '2' : '1'}`)
  await button(page, 'Look it up').click()
  await expect(page.getByText('This cannot be a GSTIN: please compare it with your certificate.')).toBeVisible()
  await page.getByLabel('GSTIN').fill(gstin)
  await button(page, 'Look it up').click()
  await expectVerified(page)
  await goOn(page, 'Bank statement')
  await bring(page, 'Statement as a PDF', await statement(city, leela, { months: 2, salary: 0 }))
  await button(page, 'Have it read').click()
  await expect(page.getByText('Please add another statement, or leave it out.')).toBeVisible()
  await button(page, 'Leave it out').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave it out' }).click()
  await page.getByRole('link', { name: 'See the state of my KYC' }).click()
  await expect(page.getByText('You can have a partial approval')).toBeVisible()
  await button(page, 'Accept the partial approval').click()
  const question = page.getByRole('dialog', { name: 'Accept the partial approval?' })
  await expect(question.getByText(/This can then not be added any more: Bank statement/)).toBeVisible()
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(question).toHaveCount(0)
  await button(page, 'Accept the partial approval').click()
  await question.getByRole('button', { name: 'Accept the partial approval' }).click()
  await expect(page.getByText(/^With a partial approval: one proof was left out/)).toBeVisible()
})

test(
  'the proof that lacks is brought from the bank, after a change of mind there',
  anyWidth,
  async ({ page, signIn }) => {
    await signIn('rhea', '/kyc')
    await page.getByRole('link', { name: 'Add: Bank statement' }).click()
    await expect(title(page, 'Bank statement')).toBeVisible()
    await expectAccessible(page)
    await button(page, 'Open net banking').click()
    await expect(page.getByRole('heading', { name: 'Net banking (sandbox)' })).toBeVisible()
    await button(page, 'Leave').click()
    await expect(title(page, 'Bank statement')).toBeVisible()
    await button(page, 'Open net banking').click()
    await page.getByLabel('Name').fill(rhea.name)
    await button(page, 'Sign in and share').click()
    await expectVerified(page)
    await page.getByRole('link', { name: 'See the state of my KYC' }).click()
    await expect(page.getByRole('main').getByText('KYC Completed')).toBeVisible()
  },
)

test('Back leads out of a document, and a verification is cancelled and begun anew', async ({ page, signIn }) => {
  await signIn('pooja', '/kyc')
  await page.getByRole('link', { name: 'Continue: Selfie' }).click()
  await expect(title(page, 'Selfie')).toBeFocused()
  await expectAccessible(page)
  await page.goBack()
  await expect(title(page, 'Profile (KYC)')).toBeVisible()
  await button(page, 'Cancel verification').click()
  const question = page.getByRole('dialog')
  await expect(question.getByText('No order waits for your verification, so none is cancelled.')).toBeVisible()
  await expect(question.getByText(/^What you have shown is kept, encrypted/)).toBeVisible()
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(question).toHaveCount(0)
  await button(page, 'Cancel verification').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel verification' }).click()
  await expect(page.getByText('The verification is cancelled')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Start KYC' }).click()
  await choose(page, 'Freelancer or other')
  await openNext(page, 'Selfie')
})

test(
  'a verification that was declined says so at home, why, and what can be done',
  anyWidth,
  async ({ page, signIn }) => {
    await signIn('tanvi')
    const said = page.getByRole('main').getByRole('alert').filter({ hasText: 'KYC declined' })
    await expect(said).toContainText('The tax office says that this PAN is not active.')
    await expect(said).toContainText(/You can try again from \d{1,2} \w{3} \d{4}\./)
    await expect(page.getByRole('main').getByRole('link', { name: 'Start KYC' })).toHaveCount(0)
    await said.getByRole('link', { name: 'See the state of my KYC' }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'PAN card' })
    await expect(card).toHaveText(/Not accepted.*this PAN is not active\.\s*$/)
    await expectAccessible(page)
    await page.goto('/dashboard/kyc/documents?document=panCard')
    await expect(page.getByText('Nothing can be added to your verification now.')).toBeVisible()
    await expect(page.getByText('Another document comes first.')).toHaveCount(0)
  },
)
