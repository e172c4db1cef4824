import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearPaymentRequest } from '#/state/payment-request'
import { renderAt } from '#/test/render-at'
import { setViewport } from '#/test/viewport'
import { PROMO_STAY_MS } from './PromoSlides'

const carousel = vi.hoisted(() => ({
  options: [] as { watchDrag: boolean }[],
  autoplay: [] as Record<string, unknown>[],
}))

vi.mock('embla-carousel-react', async (original) => {
  const actual = await original<{ default: (options: { watchDrag: boolean }, plugins: unknown) => unknown }>()
  return {
    ...actual,
    default: (options: { watchDrag: boolean }, plugins: unknown) => {
      carousel.options.push(options)
      return actual.default(options, plugins)
    },
  }
})

vi.mock('embla-carousel-autoplay', async (original) => {
  const actual = await original<{ default: (options: Record<string, unknown>) => unknown }>()
  return {
    ...actual,
    default: (options: Record<string, unknown>) => {
      carousel.autoplay.push(options)
      return actual.default(options)
    },
  }
})

afterEach(() => clearPaymentRequest())

const promo = () => screen.findByRole('dialog', { name: 'Auto Debit' })

test('PROMO-01, PROMO-02, PROMO-03, PROMO-04, PROMO-05, PROMO-06, PROMO-07: title, text, three slides, buttons and benefits', async () => {
  await renderAt('/home?showAutoDebit=true')
  const dialog = await promo()
  expect(within(dialog).getByText('Try Auto Debit to avoid late fees on your monthly rental...')).toBeDefined()
  expect(dialog.querySelectorAll('[aria-roledescription=slide]')).toHaveLength(3)
  for (const name of ['Continue', 'Not Interested']) expect(within(dialog).getByRole('button', { name })).toBeDefined()
  for (const text of [
    'Late fees will be waived off *T&C Apply',
    'No late payment charges ever',
    'Forget about rental reminders',
  ]) {
    expect(within(dialog).getByText(text)).toBeDefined()
  }
})

test('PROMO-12, PROMO-13, PROMO-14, PROMO-15: 10 s, then 5 s and 5 s, stopped by hover and hidden tabs', async () => {
  await renderAt('/home?showAutoDebit=true')
  await promo()
  const options = carousel.autoplay.at(-1) as {
    delay: () => number[]
    stopOnMouseEnter: boolean
    stopOnInteraction: boolean
  }
  expect(options.delay()).toEqual([10_000, 5000, 5000])
  expect(PROMO_STAY_MS).toEqual([10_000, 5000, 5000])
  expect(options).toMatchObject({ stopOnMouseEnter: true, stopOnInteraction: false })
})

test.each([
  [1440, false],
  [390, true],
])('PROMO-16: at %d px swiping is %s', async (width, swipe) => {
  setViewport(width)
  await renderAt('/home?showAutoDebit=true')
  await promo()
  expect(carousel.options.at(-1)?.watchDrag).toBe(swipe)
})

test('PROMO-08, PROMO-09, PROMO-10, PROMO-11, PROMO-17: Not Interested says what is missed', async () => {
  const { user, location } = await renderAt('/home?showAutoDebit=true')
  await user.click(within(await promo()).getByRole('button', { name: 'Not Interested' }))
  await waitFor(() => expect(location().search).toMatchObject({ showAutoDebit: 'true', notInterested: 'true' }))
  const missing = await screen.findByRole('dialog', { name: 'You will be missing out!' })
  expect(within(missing).getByText("You don't want the benefits of Auto Debit")).toBeDefined()
  for (const name of ['Set Auto Debit', 'Pay Rent Only'])
    expect(within(missing).getByRole('button', { name })).toBeDefined()
})
