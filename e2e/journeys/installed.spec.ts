import { anyWidth, expect, quick, test } from '../support/fixtures'
import { say, useNativeApp } from '../support/native-app'
import { agreeToAnalytics } from '../support/paying'

// The dashboard as an app (docs/apps.md): installed from the browser, in the Android app, and in the iOS app.

test('PROD-12, PROD-13: the iOS app and the page speak to each other', { tag: [quick.tag, anyWidth.tag] }, async ({
  page,
  city,
  signIn,
}) => {
  const received = await useNativeApp(page)
  // The city sends push messages only to browsers, so its server does not store the phone.
  const registered: unknown[] = []
  await page.route('**/api/messageToken', async (route) => {
    registered.push(route.request().postDataJSON())
    await route.fulfill({ json: { success: true } })
  })
  const { userId } = await city.token('asha')
  const types = () => received.map(({ type }) => type)
  const payload = (type: string) => received.find((message) => message.type === type)?.payload

  await agreeToAnalytics(city, 'asha')
  await signIn('asha')
  await expect.poll(types).toContain('identify')
  expect(received[0]).toEqual({
    v: 1,
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    ts: expect.any(Number),
    type: 'identify',
    payload: { userId, traits: {} },
  })

  const device = { firebaseDeviceToken: 'fcm-token-1', isContactPermissionAllowed: true }
  await say(page, 'messageToken', { ...device, provider: 'fcm' })
  await expect.poll(() => registered).toEqual([{ ...device, devicePlatform: 'rento-ios' }])
  await expect.poll(types).toContain('messageToken')
  expect(payload('messageToken')).toEqual({ ...device, provider: 'fcm', devicePlatform: 'rento-ios', userId })

  // An invalid message does nothing, and shows no error.
  for (const [type, wrong] of [
    ['open', {}],
    ['messageToken', { provider: 'apns', firebaseDeviceToken: 'A1' }],
    ['unknown', {}],
  ] as const)
    await say(page, type, wrong)
  await say(page, 'open', { path: '/dashboard/my-subscriptions/invoices' })
  await expect(page).toHaveURL(/\/dashboard\/my-subscriptions\/invoices$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Invoices/)
  await expect(page.getByRole('alert')).toHaveCount(0)

  const tracked = page.waitForRequest('**/api/customTrack')
  await say(page, 'open', { path: '/home?showAutoDebit=true' })
  expect((await tracked).postDataJSON()).toMatchObject({ devicePlatform: 'rento-ios' })
  const events = () => received.flatMap(({ type, payload }) => (type === 'customTrack' ? [payload] : []))
  await expect.poll(events).toContainEqual(
    expect.objectContaining({
      event: 'auto debit dialog shown',
      userId,
      devicePlatform: 'rento-ios',
      appVersion: expect.any(String),
    }),
  )

  await page.goto('/dashboard/home')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.searchParams.get('isUserLoggedOut') === 'true')
  expect(types()).toContain('reset')
})

test('ERR-03: home stays in the iOS app without the file that hears it', anyWidth, async ({ page, signIn }) => {
  await useNativeApp(page)
  const missed = page.waitForEvent('requestfailed', (request) => request.url().includes('native-service'))
  await page.route('**/assets/native-service-*', (route) => route.abort())
  await signIn('asha')
  await missed
  await say(page, 'open', { path: '/kyc' })
  await expect(page.getByRole('main').getByRole('button', { name: /Pay Now/ })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('PROD-13, CONST-28: the start address of the Android app', anyWidth, async ({ page, city, signIn }) => {
  await agreeToAnalytics(city, 'asha')
  await signIn('asha')
  await page.goto('/dashboard/home?source=twa')
  await expect(page.getByRole('main').getByRole('button', { name: /Pay Now/ })).toBeVisible()
  // Another page of the same visit has no sign of the Android app in its address any more.
  const tracked = page.waitForRequest(
    (request) =>
      request.url().endsWith('/api/customTrack') && request.postData()?.includes('auto debit dialog') === true,
  )
  await page.goto('/dashboard/home?showAutoDebit=true')
  expect((await tracked).postDataJSON()).toMatchObject({ devicePlatform: 'rento-android' })
})

test('the web manifest leads to what is there', anyWidth, async ({ page, signIn }) => {
  await signIn('asha')
  const answer = await page.request.get('/dashboard/manifest.webmanifest')
  expect(answer.headers()).toMatchObject({ 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
  const manifest = (await answer.json()) as Record<'icons' | 'screenshots', { src: string; type: string }[]>
  for (const { src, type } of [...manifest.icons, ...manifest.screenshots]) {
    const picture = await page.request.get(src)
    expect([picture.status(), picture.headers()['content-type']], src).toEqual([200, type])
  }
  expect((await page.request.get('/dashboard/sw.js')).headers()['cache-control']).toBe('no-cache')
  // The demo city has no native app.
  expect((await page.request.get('/.well-known/assetlinks.json')).status()).toBe(404)

  await page.goto('/dashboard/home?pay=due&source=pwa')
  await expect(page.getByRole('dialog', { name: 'Choose payment mode' })).toBeVisible()
  await page.goto('/dashboard/home?requestType=create-new-request&source=pwa')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goto('/dashboard/kyc?source=pwa')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/KYC/)
})
