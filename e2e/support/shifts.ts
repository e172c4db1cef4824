import type { Page } from '@playwright/test'

/** Records, from the next page load on, by how much what stands on the screen moves without a tap. */
export const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The sum of what was recorded since the page was loaded. */
export async function shiftOf(page: Page): Promise<number> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  return shifts.reduce((sum, value) => sum + value, 0)
}
