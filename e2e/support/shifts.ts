import type { Page } from '@playwright/test'

interface Shift {
  value: number
  /** Milliseconds since the start of the page. */
  startTime: number
}

/** Records layout shifts without a tap, from the next page load on. */
export const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(entry as PerformanceEntry & Shift)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/**
 * The sum of the shifts since a time of the page.
 * The browser reports a shift after the frame that contains it.
 */
export async function shiftOf(page: Page, since = 0): Promise<number> {
  const shifts = await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return (window as unknown as { shifts: Shift[] }).shifts.map(({ value, startTime }) => ({ value, startTime }))
  })
  return shifts.filter(({ startTime }) => startTime >= since).reduce((sum, { value }) => sum + value, 0)
}
