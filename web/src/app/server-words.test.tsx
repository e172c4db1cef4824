import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import type { PropsWithChildren } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import texts from '#/copy/faults/hi.json'
import { overwriteGetLocale } from '#/copy/paraglide/runtime.js'
import { feedbackQuery } from '#/features/feedback/queries'
import { fetchGateways } from '#/features/payments/calls'
import { useTranslatedOptions } from '#/features/payments/use-translated-options'
import { useAbout } from '#/flows/easy-payment/use-about'
import { aMeta } from '#/test/auto-debit'
import { call, http } from '#/test/contract'
import { aGateway, aPaymentOption } from '#/test/money-builders'
import { server } from '#/test/server'

beforeEach(() => overwriteGetLocale(() => 'hi'))
afterEach(() => overwriteGetLocale(() => 'en'))

const wrapper = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

test('what a gateway says of itself is said in Hindi', async () => {
  const gateway = aGateway('razorpay', { text: 'Pay by UPI', textCode: 'payment.upi_text', offerText: undefined })
  server.use(http.get(call('/api/payments/paymentgateways'), () => HttpResponse.json([gateway])))
  const [told] = await fetchGateways({
    platform: 'web',
    os: 'android',
    device: 'phone',
    phoneNumber: '',
    credAppPresent: false,
  })
  expect(told?.text).toBe(texts['payment.upi_text'])
})

test('the ways to set auto debit up, and what is said of it, are said in Hindi', async () => {
  const option = aPaymentOption({
    nameCode: 'payment.card',
    name: 'Debit or credit card',
    textCode: 'payment.upi_text',
  })
  const options = [option]
  const ways = renderHook(() => useTranslatedOptions(options), { wrapper })
  await waitFor(() =>
    expect(ways.result.current[0]).toMatchObject({
      name: texts['payment.card'],
      paymentText: texts['payment.upi_text'],
    }),
  )
  // The texts are cached, but the limit next to them is the server's current one.
  const dearer = [aPaymentOption({ ...option, maxAmount: 20_000 })]
  const later = renderHook(() => useTranslatedOptions(dearer), { wrapper })
  await waitFor(() => expect(later.result.current[0]).toMatchObject({ name: texts['payment.card'], maxAmount: 20_000 }))
  const { autoDebit } = aMeta()
  const meta = aMeta({ autoDebit: { ...autoDebit, about: ['One.'], aboutCodes: ['mandate.about_limit'] } })
  const about = renderHook(() => useAbout(meta), { wrapper })
  await waitFor(() =>
    expect(about.result.current).toEqual({
      description: texts['mandate.about'],
      points: [texts['mandate.about_limit']],
    }),
  )
})

test('the question of the feedback is asked in Hindi', async () => {
  const info = { token: 'f-1', skip: false, message: 'How was it?', messageCode: 'feedback.after_payment' }
  server.use(http.get(call('/api/RMUsers/7/getFeedbackToCollect'), () => HttpResponse.json({ info })))
  const { queryFn } = feedbackQuery(7, 'payment')
  const { info: told } = await (queryFn as unknown as () => Promise<{ info: { message: string } }>)()
  expect(told.message).toBe(texts['feedback.after_payment'])
})
