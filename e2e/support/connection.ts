import type { Page } from '@playwright/test'
import { answered } from './network'

/**
 * Disconnects a page, and makes the browser say so. The fixtures make it believe that it is always online.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true }))
  await setOffline(page, true)
}

/** The browser of a machine without a network sends no events about changes, so they are sent here. */
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

/** Reconnects a page, and waits until all requests that follow are answered. */
export async function goOnline(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(navigator, 'onLine'))
  await setOffline(page, false)
  // This request is sent after those that waited for the network.
  await page.evaluate(() => fetch('/readyz').then((answer) => answer.text()))
  await answered(page)
}

/** The session storage key that marks a tab as offline, across reloads. */
const GONE = 'journey-offline'

/** Disconnects a page and all later pages in the same tab. */
export async function stayOffline(page: Page): Promise<void> {
  await page.addInitScript((gone) => {
    const get = () => sessionStorage.getItem(gone) === null
    Object.defineProperty(navigator, 'onLine', { get, configurable: true })
  }, GONE)
  await page.evaluate((gone) => sessionStorage.setItem(gone, 'true'), GONE)
  await goOffline(page)
}

/** Reconnects the tab. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate((gone) => sessionStorage.removeItem(gone), GONE)
  await goOnline(page)
}
