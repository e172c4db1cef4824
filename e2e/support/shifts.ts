import type { Page } from '@playwright/test'

interface Shift {
  value: number
  /** In milliseconds since the page was begun. */
  startTime: number
}

/** Records, from the next page load on, by how much what stands on the screen moves without a tap. */
export const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(entry as PerformanceEntry & Shift)
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** The sum of what was recorded since an instant of the page. The browser tells of a shift after the frame that has it. */
export async function shiftOf(page: Page, since = 0): Promise<number> {
  const shifts = await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    return (window as unknown as { shifts: Shift[] }).shifts.map(({ value, startTime }) => ({ value, startTime }))
  })
  return shifts.filter(({ startTime }) => startTime >= since).reduce((sum, { value }) => sum + value, 0)
}
