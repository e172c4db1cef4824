import type { Locator } from '@playwright/test'

/** Takes the first or the last day that can be chosen in the month that is shown, which is the answer: YYYY-MM-DD. */
export async function chooseDay(within: Locator, which: 'first' | 'last' = 'first'): Promise<string> {
  const days = within.getByRole('grid').getByRole('button', { disabled: false })
  const day = which === 'first' ? days.first() : days.last()
  // "Monday, 23 November 2026", and what else there is to say of the day.
  const [, words = ''] = ((await day.getAttribute('aria-label')) ?? '').split(', ')
  await day.click()
  return new Date(`${words} UTC`).toISOString().slice(0, 10)
}
