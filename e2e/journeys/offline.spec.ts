import { anyWidth, expect, test } from '../support/fixtures'

test.use({ serviceWorkers: 'allow' })

test('without a network home opens with the figures of the last visit', anyWidth, async ({ page, context, signIn }) => {
  await signIn('asha')
  const pay = page.getByRole('main').getByRole('button', { name: /Pay Now/ })
  await expect(pay).toBeVisible()
  const due = await pay.textContent()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await context.setOffline(true)
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await page.reload()
  await expect(page.getByText(/^You are offline\. These figures are of /)).toBeVisible()
  await expect(pay).toHaveText(due ?? '')
})
