import type { Page } from '@playwright/test'
import { answered } from './network'

/** Takes the network from a page, and has the browser say so: the fixtures make it believe that there always is one. */
export async function goOffline(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true }))
  await setOffline(page, true)
}

/** The browser of a machine that has no network itself tells a page of no change: then it is told here. */
async function setOffline(page: Page, gone: boolean): Promise<void> {
  const type = gone ? 'offline' : 'online'
  const told = page.evaluate(
    (type) =>
      new Promise<boolean>((resolve) => {
        window.addEventListener(type, () => resolve(true), { once: true })
        setTimeout(resolve, 500, false)
      }),
    type,
  )
  await page.context().setOffline(gone)
  if (!(await told)) await page.evaluate((type) => void window.dispatchEvent(new Event(type)), type)
}

/** Gives it back, and waits until all that the page sends because of it is answered. */
export async function goOnline(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
  await setOffline(page, false)
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
