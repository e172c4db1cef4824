import type { Locator, Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { onDesktop, withMotion } from '../support/browser'
import { goOffline, goOnline } from '../support/connection'
import { expect, ownSizes, test } from '../support/fixtures'
import { atProvider, chooseGateway, expectPaid, openRazorpay } from '../support/paying'
import { atFourfoldZoom, expectFits, setLetters } from '../support/reflow'

// The focus stays in a dialog and returns to the control that opened it.
// Nothing in a dialog is too small for a finger.

test.use(withMotion)

const has = (dialog: Locator) => dialog.evaluate((element) => element.contains(document.activeElement))

/** Opens a dialog with the keyboard, tabs through it, and leaves it with its X. */
async function expectFocusKept(page: Page, opener: Locator, dialog: Locator): Promise<void> {
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expectFits(page, 'zoomed')
  const close = dialog.getByRole('button', { name: 'Close', exact: true })
  const atClose = () => close.evaluate((element) => element === document.activeElement)
  let rounds = 0
  for (let pressed = 0; rounds < 2; pressed++) {
    expect(pressed, 'X is reached').toBeLessThan(80)
    await page.keyboard.press('Tab')
    await expect.poll(() => has(dialog), `after Tab number ${pressed + 1}`).toBe(true)
    if (await atClose()) rounds++
  }
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => has(dialog), 'after going back').toBe(true)
  await close.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
}

/** Sets the smallest room for a dialog: a phone at 400 % zoom, or a desktop with text at 200 %. */
async function zoomIn(page: Page): Promise<void> {
  if (onDesktop(page)) await setLetters(page, '200%')
  else await page.setViewportSize(atFourfoldZoom)
}

test('zoomed in, a dialog can be read and left, the focus stays in it and comes back to what has opened it', async ({
  page,
  signIn,
}) => {
  await signIn('kabir')
  await zoomIn(page)
  await settled(page)
  const main = page.getByRole('main')
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await expectFocusKept(page, main.getByRole('link', { name: 'Why this amount?' }).first(), dialog('Why this amount?'))
  await expectFocusKept(page, main.getByRole('button', { name: /Pay Now/ }), dialog('Choose payment mode'))
  await expectFocusKept(
    page,
    page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link', { name: /repair/i }),
    dialog('Repair Request'),
  )
  await page.goto('/dashboard/settings')
  await zoomIn(page)
  await expectFocusKept(page, main.getByRole('button', { name: 'Add New Address' }), dialog('Add New Address'))
  await expectFocusKept(page, main.getByRole('button', { name: 'Delete account' }), dialog('Delete your account?'))
})

test.describe('after a payment', () => {
  test.use({ ownCity: true })

  test(
    'each of the ten numbers fits a finger on a screen of 328 px, and what was not sent is sent by trying again',
    ownSizes,
    async ({ page, signIn }) => {
      await page.setViewportSize({ width: 328, height: 640 })
      await signIn('kabir')
      await chooseGateway(page)
      await openRazorpay(page)
      await atProvider(page, 'Success')
      await expectPaid(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
      const popup = page.getByRole('dialog', { name: 'Rate your experience' })
      await expect(popup).toBeVisible()
      await settled(page)
      const numbers = popup.getByRole('group').getByText(/^\d+$/)
      await expect(numbers).toHaveCount(10)
      for (const number of await numbers.all()) {
        // A finger meets the label, which contains the number.
        const { width, height } = await number.evaluate((text) => {
          const target = text.closest('label') ?? text
          return target.getBoundingClientRect()
        })
        expect(Math.round(height), 'height').toBeGreaterThanOrEqual(44)
        expect(width, 'width').toBeGreaterThanOrEqual(28)
      }
      await popup.getByText('10', { exact: true }).click()
      await expect(popup.getByRole('radio', { checked: true })).toHaveAccessibleName(/10/)

      await popup.getByText('9', { exact: true }).click()
      await popup.getByPlaceholder('Tell us more...').fill('The driver was early.')
      await goOffline(page)
      await popup.getByRole('button', { name: 'Submit' }).click()
      const alert = popup.getByRole('alert')
      await expect(alert).toContainText('You are offline, so this was not sent and nothing was done.')
      const again = alert.getByRole('button', { name: 'Try again' })
      await expect(again).toBeInViewport({ ratio: 1 })
      await expect(popup.getByPlaceholder('Tell us more...')).toHaveValue('The driver was early.')
      await expect(popup.getByRole('radio', { checked: true })).toHaveAccessibleName(/9/)
      await goOnline(page)
      const sent = page.waitForRequest('**/submitFeedback')
      await again.click()
      expect((await sent).postDataJSON()).toEqual({
        feedbackData: expect.objectContaining({ rating: 9, comment: 'The driver was early.' }),
      })
      await expect(page.getByText('Thank you for your valuable feedback!')).toBeVisible()
      await expect(popup).toBeHidden()
    },
  )
})
