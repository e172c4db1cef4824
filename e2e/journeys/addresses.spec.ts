import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { onDesktop } from '../support/browser'
import { chooseOption } from '../support/choosing'
import { anyWidth, expect, quick, test } from '../support/fixtures'

const hsr = { latitude: 12.9116, longitude: 77.6474 }
const atSea = { latitude: 10, longitude: 70 }

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Address' })
const street = (page: Page) => dialog(page).getByRole('combobox', { name: 'Street' })
const alert = (page: Page) => dialog(page).getByRole('alert')

async function openForm(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Add New Address' }).click()
  await expect(dialog(page).getByRole('application')).toBeVisible()
}

async function choose(page: Page, text: string, option: string): Promise<void> {
  await chooseOption(page, street(page), text, option)
}

/** On mobile, the place must be confirmed before the fields appear. */
async function confirm(page: Page): Promise<void> {
  if (!onDesktop(page)) await dialog(page).getByRole('button', { name: 'Continue' }).click()
}

async function save(page: Page): Promise<void> {
  await dialog(page)
    .getByRole('button', { name: onDesktop(page) ? 'Save' : 'Proceed' })
    .click()
}

test.describe('what is saved stays', () => {
  test.use({ ownCity: true })

  test(
    'an address is found by its street and saved (ADDRESS-10, ADDRESS-19, ADDRESS-24, CALL-76, CALL-77)',
    quick,
    async ({ page, signIn }) => {
      await signIn('esha', '/settings')
      await expect(page.getByText('Address 1', { exact: true })).toBeVisible()
      await expect(page.getByText('Address 2', { exact: true })).toHaveCount(0)
      await openForm(page)
      await choose(page, 'powai', 'Powai, Mumbai, Maharashtra 400076, India')
      await confirm(page)
      await expect(dialog(page).getByRole('combobox', { name: 'City' })).toHaveValue('Mumbai')
      await dialog(page).getByLabel('House No./Flat No.').fill('4B')
      await dialog(page).getByLabel('Building Name').fill('Palm Court')
      await expect(dialog(page).getByLabel('Pincode')).toHaveCount(onDesktop(page) ? 0 : 1)
      await save(page)
      await expect(dialog(page)).toHaveCount(0)
      await expect(page.getByText('4B, Palm Court, Powai, Mumbai, 400076')).toBeVisible()
      await page.reload()
      await expect(page.getByText('4B, Palm Court, Powai, Mumbai, 400076')).toBeVisible()
    },
  )

  test('an address that nobody can find is not saved, a street that was typed is, and a city that contradicts the place says so (VALID-03, VALID-08, VALID-10, ADDRESS-15)', async ({
    page,
    signIn,
  }) => {
    await signIn('esha', '/settings')
    await openForm(page)
    await street(page).fill('Qwxz Vvkk Zzz, Mumbai')
    if (onDesktop(page)) {
      await expect(page.getByText('Fill in house number, street and city first')).toBeVisible()
      await dialog(page).getByLabel('House No./Flat No.').fill('4B')
      await dialog(page).getByLabel('City').selectOption('Mumbai')
      await save(page)
    } else await confirm(page)
    await expect(alert(page)).toHaveText('Please enter a legitimate address.')
    await expect(street(page)).toBeFocused()
    await expectAccessible(page)

    await choose(page, '3rd cross, powai', '3rd cross, Powai, Mumbai, Maharashtra 400076, India')
    await confirm(page)
    await dialog(page).getByLabel('House No./Flat No.').fill('4B')
    // The chosen place is in another city.
    await expect(dialog(page).getByRole('button', { name: /^(Save|Proceed)$/ })).not.toHaveAttribute('aria-busy')
    await dialog(page).getByLabel('City').selectOption('Pune')
    await save(page)
    await expect(alert(page)).toHaveText(
      'The place on the map is in Mumbai, not in Pune. Choose Mumbai as your city, or another place.',
    )
    await expect(dialog(page).getByLabel('City')).toBeFocused()
    await dialog(page).getByLabel('City').selectOption('Mumbai')
    await save(page)
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByText('4B, 3rd cross, Powai, Mumbai, 400076')).toBeVisible()
    await expect(page.getByText('Qwxz')).toHaveCount(0)
  })
})

test.describe('the device tells where it is', () => {
  test.use({ permissions: ['geolocation'], geolocation: hsr })

  test('the current location becomes the place (ADDRESS-18, ADDRESS-23)', async ({ page, signIn }) => {
    await signIn('esha', '/settings')
    await openForm(page)
    // A customer who has allowed it before is not asked again. On mobile the map goes there automatically.
    await expect(page.getByText('Enable Location Access')).toHaveCount(0)
    if (onDesktop(page)) await page.getByRole('button', { name: 'Use your current location' }).click()
    await expect(street(page)).toHaveValue('HSR Layout, Bengaluru, Karnataka 560102, India')
  })

  test(
    'the pincode has a field when nobody knows it (ADDRESS-15, VALID-01, VALID-03)',
    anyWidth,
    async ({ page, context, signIn }) => {
      await context.setGeolocation({ latitude: 13.1, longitude: 77.55 })
      await signIn('esha', '/settings')
      await openForm(page)
      await page.getByRole('button', { name: 'Use your current location' }).click()
      await expect(street(page)).toHaveValue('Bengaluru, Karnataka, India')
      await confirm(page)
      await dialog(page).getByLabel('House No./Flat No.').fill('4B')
      await dialog(page).getByLabel('Pincode').fill('5600')
      await save(page)
      await expect(alert(page)).toHaveText('Invalid Pincode')
    },
  )

  test(
    'a town that is not served is told at once to who has allowed it before (ERR-05)',
    anyWidth,
    async ({ page, context, signIn }) => {
      await context.setGeolocation({ latitude: 26.8467, longitude: 80.9462 })
      await signIn('esha', '/settings')
      await page.getByRole('main').getByRole('button', { name: 'Add New Address' }).click()
      const sheet = page.getByRole('dialog', { name: 'Area not serviceable' })
      await expect(sheet.getByText(/^We do not serve this area yet\./)).toBeVisible()
    },
  )

  test('a place without a name (ERR-10)', anyWidth, async ({ page, context, signIn }) => {
    await context.setGeolocation(atSea)
    await signIn('esha', '/settings')
    await openForm(page)
    await page.getByRole('button', { name: 'Use your current location' }).click()
    await expect(alert(page)).toHaveText('No results found!')
  })
})

test('a device that may not tell (ADDRESS-17, ERR-06)', async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const refuse = (_: PositionCallback, failed: PositionErrorCallback) =>
      failed({ code: 1 } as GeolocationPositionError)
    Object.defineProperty(Geolocation.prototype, 'getCurrentPosition', { value: refuse })
    Object.defineProperty(Permissions.prototype, 'query', { value: async () => ({ state: 'prompt' }) })
  })
  await signIn('esha', '/settings')
  await openForm(page)
  const button = onDesktop(page) ? 'Use your current location' : 'ALLOW'
  await dialog(page).getByRole('button', { name: button }).click()
  await expect(alert(page)).toHaveText(
    'You have blocked Rento from tracking location. Please change location settings in browser.',
  )
})

test('a device that does not know (ERR-07)', anyWidth, async ({ page, signIn }) => {
  await page.addInitScript(() => {
    const fail = (_: PositionCallback, failed: PositionErrorCallback) => failed({ code: 2 } as GeolocationPositionError)
    Object.defineProperty(Geolocation.prototype, 'getCurrentPosition', { value: fail })
  })
  await signIn('esha', '/settings')
  await openForm(page)
  await page.getByRole('button', { name: 'Use your current location' }).click()
  await expect(alert(page)).toHaveText('We are not able to find your location. Please fill your address manually.')
})

test(
  'moving the map moves the place, and zooming does not (ADDRESS-08, ADDRESS-25)',
  anyWidth,
  async ({ page, signIn }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' }) // so that the map stays where it is released
    await signIn('esha', '/settings')
    await openForm(page)
    const map = dialog(page).getByRole('application')
    await choose(page, 'koramangala', 'Koramangala, Bengaluru, Karnataka 560034, India')
    await expect(street(page)).toHaveValue('Koramangala, Bengaluru, Karnataka 560034, India')
    for (let i = 0; i < 5; i += 1) await dialog(page).getByRole('button', { name: 'Zoom out' }).click()
    await expect(street(page)).toHaveValue('Koramangala, Bengaluru, Karnataka 560034, India')
    await expect(map.getByText('HSR Layout')).toBeAttached()

    const box = await map.boundingBox()
    if (!box) throw new Error('the map has no box')
    const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x, middle.y + 120, { steps: 6 })
    await page.mouse.up()
    await expect(street(page)).not.toHaveValue('Koramangala, Bengaluru, Karnataka 560034, India')
    await expect(dialog(page)).toBeVisible()

    const dragged = await street(page).inputValue()
    await map.focus()
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('ArrowDown')
    await expect(street(page)).not.toHaveValue(dragged)
  },
)

test(
  'the map begins in the city where things stand, and its names are not read out',
  anyWidth,
  async ({ page, signIn }) => {
    const checks: unknown[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/Addresses/serviceability')) checks.push(request.postDataJSON())
    })
    await signIn('esha', '/settings')
    await openForm(page)
    const map = dialog(page).getByRole('application')
    await expect(map.getByText('Powai')).toBeAttached()
    await expect(map.getByRole('tooltip')).toHaveCount(0)
    expect(checks).toEqual([{ latitude: 19.076, longitude: 72.8777 }])
  },
)

test('a place that is not served (ADDRESS-26, ADDRESS-27, ADDRESS-28, VALID-10)', async ({ page, signIn }) => {
  await signIn('esha', '/settings')
  await openForm(page)
  await choose(page, 'lucknow', 'Lucknow, Uttar Pradesh, India')
  const place = onDesktop(page) ? dialog(page) : page.getByRole('dialog', { name: 'Area not serviceable' })
  await expect(place.getByRole('heading', { name: 'Area not serviceable' })).toBeVisible()
  await expect(place.getByText('We do not serve this area yet. The nearest city that we serve is Noida.')).toBeVisible()
  await expectAccessible(page)
  await place.getByRole('button', { name: 'Choose another address' }).click()
  if (onDesktop(page)) {
    await dialog(page).getByLabel('House No./Flat No.').fill('4B')
    await dialog(page).getByLabel('City').selectOption('Mumbai')
    await save(page)
  } else await confirm(page)
  await expect(alert(page)).toHaveText('Please enter a valid address')
  await choose(page, 'lucknow,', 'Lucknow, Uttar Pradesh, India')
  await place.getByRole('link', { name: 'Talk to CX Agent' }).click()
  await expect(page).toHaveURL(/\/dashboard\/home$/)
  await expect(page.getByRole('heading', { name: 'Chat with support' })).toBeVisible()
})

test('a failure to save loses nothing (ERR-12)', anyWidth, async ({ page, signIn }) => {
  await page.route('**/api/RMUsers/*/addresses', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, body: 'no' }) : route.continue(),
  )
  await signIn('esha', '/settings')
  await openForm(page)
  await choose(page, 'powai', 'Powai, Mumbai, Maharashtra 400076, India')
  await confirm(page)
  await dialog(page).getByLabel('House No./Flat No.').fill('4B')
  await save(page)
  await expect(alert(page)).toHaveText('Something Went Wrong')
  await expect(dialog(page).getByLabel('House No./Flat No.')).toHaveValue('4B')
})

test('the map of a phone fills the screen on demand (ADDRESS-16)', async ({ page, signIn }) => {
  await signIn('esha', '/settings')
  await openForm(page)
  const grow = dialog(page).getByRole('button', { name: 'Full screen' })
  if (onDesktop(page)) return expect(grow).toHaveCount(0)
  await grow.click()
  const box = await dialog(page).getByRole('application').boundingBox()
  expect(box?.height).toBe(page.viewportSize()?.height)
  await dialog(page).getByRole('button', { name: 'Leave full screen' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Continue' })).toBeVisible()
})

test('the form is accessible', async ({ page, signIn }) => {
  await signIn('esha', '/settings')
  await openForm(page)
  await expectAccessible(page)
  await choose(page, 'powai', 'Powai, Mumbai, Maharashtra 400076, India')
  await confirm(page)
  await expect(dialog(page).getByLabel('House No./Flat No.')).toBeVisible()
  await expectAccessible(page)
})
