import { anyWidth, expect, test } from '../support/fixtures'
import { captures, owed, rupees, sumIn } from '../support/paying'

test.use({ serviceWorkers: 'allow' })

test(
  'without a network home opens with the figures of the last visit, and pays nothing',
  anyWidth,
  async ({ page, context, city, signIn }) => {
    const [before, due] = [await captures(city), rupees(await owed(city, 'asha'))]
    await signIn('asha')
    const pay = page.getByRole('main').getByRole('button', { name: /Pay Now/ })
    await expect(pay).toBeVisible()
    expect(await sumIn(page.getByRole('main')), 'as the server has it').toBe(due)
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await context.setOffline(true)
    await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
    await page.reload()
    await expect(page.getByText(/^You are offline\. These figures are of /)).toBeVisible()
    expect(await sumIn(page.getByRole('main')), 'as it was').toBe(due)
    await expect(pay).toBeDisabled()
    expect(await captures(city)).toBe(before)
    expect(rupees(await owed(city, 'asha'))).toBe(due)
  },
)

test(
  'the words of the language in use are kept, and no other language',
  anyWidth,
  async ({ page, context, signIn }) => {
    await signIn('asha')
    const kept = () =>
      page.evaluate(async () => {
        const urls = async (name: string) => (await (await caches.open(name)).keys()).map(({ url }) => url)
        const all = await Promise.all((await caches.keys()).map(urls))
        return [...new Set(all.flat().flatMap((url) => url.match(/\/words\/(?:first-)?(\w+)-/)?.[1] ?? []))]
      })
    const speak = async (language: string) => {
      await page.evaluate((code) => localStorage.setItem('locale', code), language)
      await page.reload()
      await expect(page.locator('html')).toHaveAttribute('lang', language)
    }
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    expect(await kept()).toEqual([])
    await speak('mr')
    await expect.poll(kept).toEqual(['mr'])
    await speak('hi')
    await expect.poll(kept, { timeout: 15_000 }).toEqual(['hi'])
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('नमस्ते, Asha')
  },
)
