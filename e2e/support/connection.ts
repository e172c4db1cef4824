import type { Page } from '@playwright/test'
import { answered } from './network'

/** Takes the network from a page, and has the browser say so: the fixtures make it believe that there always is one. */
export async function goOffline(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true }))
  await page.context().setOffline(true)
}

/** Gives it back, and waits until all that the page sends because of it is answered. */
export async function goOnline(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
  await page.context().setOffline(false)
  // Sent after what has waited for the network.
  await page.evaluate(() => fetch('/readyz').then((answer) => answer.text()))
  await answered(page)
}

/** The key under which a tab knows that it has no network, over reloads too. */
const GONE = 'journey-offline'

/** Takes the network from a page and from those that are loaded after it in the same tab. */
export async function stayOffline(page: Page): Promise<void> {
  await page.addInitScript((gone) => {
    const get = () => sessionStorage.getItem(gone) === null
    Object.defineProperty(navigator, 'onLine', { get, configurable: true })
  }, GONE)
  await page.evaluate((gone) => sessionStorage.setItem(gone, 'true'), GONE)
  await goOffline(page)
}

/** Gives it back. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate((gone) => sessionStorage.removeItem(gone), GONE)
  await goOnline(page)
}
