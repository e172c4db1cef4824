import type { Locator } from '@playwright/test'

/** Chooses the first or last possible day of the shown month. Returns it as YYYY-MM-DD. */
export async function chooseDay(within: Locator, which: 'first' | 'last' = 'first'): Promise<string> {
  const days = within.getByRole('grid').getByRole('button', { disabled: false })
  const day = which === 'first' ? days.first() : days.last()
  // "Monday, 23 November 2026", possibly followed by more about the day.
  const [, words = ''] = ((await day.getAttribute('aria-label')) ?? '').split(', ')
  await day.click()
  return new Date(`${words} UTC`).toISOString().slice(0, 10)
}
