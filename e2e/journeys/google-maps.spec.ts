import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { onDesktop } from '../support/browser'
import { chooseOption } from '../support/choosing'
import { anyWidth, expect, quick, test } from '../support/fixtures'
import { setForCities } from '../support/settings'

const script = fileURLToPath(new URL('../support/google.js', import.meta.url))
const line = 'Central Avenue, Hiranandani Gardens, Mumbai, Maharashtra 400076, India'

test.use({ ownCity: true })
test.describe.configure({ mode: 'serial' })

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Address' })
const street = (page: Page) => dialog(page).getByRole('combobox', { name: 'Street' })
const map = (page: Page) => dialog(page).frameLocator('iframe').locator('#map')

/** The form of an installation with Google Maps. A file of ours replaces Google's script. */
async function openForm(page: Page): Promise<void> {
  await page.route('https://maps.googleapis.com/**', (route) =>
    route.fulfill({ path: script, contentType: 'text/javascript' }),
  )
  await page.getByRole('main').getByRole('button', { name: 'Add New Address' }).click()
}

test.describe('with a key', () => {
  setForCities({ GOOGLE_MAPS_KEY: 'browser-key' })

  test(
    'search, drag and save on Google, which cannot reach the app (CALL-97, CONST-10, CONST-11, CONST-19)',
    quick,
    async ({ page, signIn }) => {
      await signIn('esha', '/settings')
      let loaded = 0
      page.on('request', (request) => {
        if (request.url().startsWith('https://maps.googleapis.com/maps/api/js')) loaded++
      })
      await expect(page.getByRole('main').getByRole('button', { name: 'Add New Address' })).toBeVisible()
      expect(loaded).toBe(0)
      await openForm(page)
      await expect(map(page)).toHaveText('Google, 12.9716, 77.5946, zoom 16')
      expect(loaded).toBe(1)
      await expect(dialog(page).getByText('Schematic map, no real streets')).toHaveCount(0)
      await expectAccessible(page)

      await chooseOption(page, street(page), 'central av', line)
      await expect(map(page)).toHaveText('Google, 19.1176, 72.9060, zoom 16')
      await dialog(page).getByRole('button', { name: 'Zoom out' }).click()
      await expect(map(page)).toHaveText('Google, 19.1176, 72.9060, zoom 15')

      const box = await map(page).boundingBox()
      if (!box) throw new Error('the map has no box')
      await page.mouse.move(box.x + 100, box.y + 60)
      await page.mouse.down()
      await page.mouse.move(box.x + 150, box.y + 60)
      await page.mouse.up()
      await expect(map(page)).toHaveText('Google, 19.1176, 72.9050, zoom 15')

      if (!onDesktop(page)) await dialog(page).getByRole('button', { name: 'Continue' }).click()
      await dialog(page).getByLabel('House No./Flat No.').fill('4B')
      await dialog(page)
        .getByRole('button', { name: onDesktop(page) ? 'Save' : 'Proceed' })
        .click()
      await expect(page.getByText('4B, Central Avenue, Hiranandani Gardens, Mumbai, 400076')).toBeVisible()
    },
  )

  test('the script of Google reads nothing of the app', anyWidth, async ({ page, signIn }) => {
    await signIn('esha', '/settings')
    await openForm(page)
    await expect(map(page)).toContainText('Google')
    const frame = page.frames().find((one) => one.url().includes('/map?'))
    const reached = await frame?.evaluate(() => {
      const attempts = [() => window.localStorage.length, () => document.cookie, () => window.parent.document.title]
      return attempts.map((attempt) => {
        try {
          attempt()
          return 'reached'
        } catch {
          return 'refused'
        }
      })
    })
    expect(reached).toEqual(['refused', 'refused', 'refused'])
  })

  test('a place without geometry, a street that is none, one without a pincode (VALID-03, VALID-08, VALID-09, CALL-97)', async ({
    page,
    signIn,
  }) => {
    await signIn('esha', '/settings')
    await openForm(page)
    await expect(map(page)).toContainText('Google')
    await chooseOption(page, street(page), 'vague', line)
    await expect(dialog(page).getByRole('alert')).toHaveText('Choose location from one of the options!')
    // A phone asks for the place first. A desktop asks for everything at once.
    const goOn = dialog(page).getByRole('button', { name: onDesktop(page) ? 'Save' : 'Continue' })
    if (onDesktop(page)) {
      await dialog(page).getByLabel('House No./Flat No.').fill('4B')
      await dialog(page).getByLabel('City').selectOption('Mumbai')
    }
    // Google does not know the first text, and knows only the town of the second.
    // Its next result is unrelated.
    for (const unknown of ['Nowhere Lane', 'Qwxz Vvkk Zzz, Mumbai']) {
      await street(page).fill(unknown)
      await expect(page.getByRole('option', { name: line })).toBeVisible()
      await street(page).press('Escape')
      await goOn.click()
      await expect(dialog(page).getByRole('alert')).toHaveText('Please enter a legitimate address.')
    }
    await street(page).fill('Hosa Lane')
    await expect(page.getByRole('option', { name: line })).toBeVisible()
    await street(page).press('Escape')
    await goOn.click()
    // The place exists. A desktop asks for the missing pincode, a phone for a chosen place.
    if (onDesktop(page)) await expect(dialog(page).getByLabel('Pincode')).toHaveValue('')
    else await expect(dialog(page).getByRole('alert')).toHaveText('Please enter a valid address')
  })
})

test.describe('with a project that has the older API alone', () => {
  setForCities({ GOOGLE_MAPS_KEY: 'browser-key', GOOGLE_MAPS_LEGACY_PLACES: 'true' })

  test('places are searched by it', anyWidth, async ({ page, signIn }) => {
    await signIn('esha', '/settings')
    await openForm(page)
    await expect(map(page)).toContainText('Google')
    await chooseOption(page, street(page), 'central av', `Legacy: ${line}`)
    await expect(street(page)).toHaveValue(line)
    await expect(map(page)).toHaveText('Google, 19.1176, 72.9060, zoom 16')
  })
})

test.describe('with a key that Google refuses', () => {
  setForCities({ GOOGLE_MAPS_KEY: 'refused' })

  test('the map and the places of our own take over', anyWidth, async ({ page, signIn }) => {
    await signIn('esha', '/settings')
    await openForm(page)
    await expect(dialog(page).getByText('Schematic map, no real streets')).toBeVisible()
    await chooseOption(page, street(page), 'powai', 'Powai, Mumbai, Maharashtra 400076, India')
    await expect(street(page)).toHaveValue('Powai, Mumbai, Maharashtra 400076, India')
  })
})
