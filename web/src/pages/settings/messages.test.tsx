import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import type { Message } from '#/features/session/messages'
import { markDirectLogin } from '#/state/session'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const messagesCall = call('/api/RMUsers/7/getMessages')

function aMessage(id: number): Message {
  return {
    id,
    at: '2026-11-18T09:05:00+05:30',
    language: 'en',
    subject: `Your invoice of ₹${id}`,
    body: 'Hello Asha,\n\nyour rent invoice is here.',
    ways: [
      { channel: 'email', state: 'sent' },
      { channel: 'sms', state: 'failed' },
    ],
  }
}

async function card() {
  const heading = await screen.findByRole('heading', { name: 'Messages to you' })
  return within(heading.closest('section') as HTMLElement)
}

test('settings list what the customer was told, with its words, its moment and its ways, page by page', async () => {
  const asked: (string | null)[] = []
  server.use(
    http.get(messagesCall, ({ request }) => {
      const before = new URL(request.url).searchParams.get('before')
      asked.push(before)
      return HttpResponse.json(
        before
          ? { messages: [aMessage(3)], next: 0 }
          : { messages: Array.from({ length: 10 }, (_, n) => aMessage(13 - n)), next: 4 },
      )
    }),
  )
  const { user } = await renderAt('/settings')
  const it = await card()
  const first = (await it.findByText(/Your invoice of ₹13/)).closest('details') as HTMLElement
  expect(first.querySelector('summary')?.textContent).toBe('Your invoice of ₹1318 Nov 2026, 9:05 am')
  expect(within(first).getByText(/your rent invoice is here/)).toBeDefined()
  expect(within(first).getByText('E-mail, SMS (not delivered)')).toBeDefined()
  await user.click(it.getByRole('button', { name: 'Show earlier messages' }))
  expect(await it.findByText(/Your invoice of ₹3/)).toBeDefined()
  expect(it.getByText('11 shown')).toBeDefined()
  expect(it.queryByRole('button', { name: 'Show earlier messages' })).toBeNull()
  expect(asked).toEqual([null, '4'])
})

test.each([
  { sent: ['en', 'en'], said: false },
  { sent: ['en', 'hi'], said: true },
])('that messages stay in their language is said where one is in another: $sent', async ({ sent, said }) => {
  const messages = sent.map((language, n) => ({ ...aMessage(n + 1), language }))
  server.use(http.get(messagesCall, () => HttpResponse.json({ messages, next: 0 })))
  await renderAt('/settings')
  const it = await card()
  expect((await it.findByText(/Your invoice of ₹2/)).lang).toBe(sent[1])
  expect(it.queryByText('Messages stay in the language in which they were sent.') !== null).toBe(said)
})

test('a failure is said and asked again; without any message that is said', async () => {
  server.use(http.get(messagesCall, () => fault(500, 'The desk is closed.')))
  const { user } = await renderAt('/settings')
  const alert = await (await card()).findByRole('alert')
  expect(alert.textContent).toContain('Your messages could not be loadedThe desk is closed.')
  server.use(http.get(messagesCall, () => HttpResponse.json({ messages: [], next: 0 })))
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await (await card()).findByText('We have not written to you yet.')).toBeDefined()
})

test('an agent does not see it', async () => {
  markDirectLogin()
  await renderAt('/settings')
  expect(await screen.findByRole('heading', { name: 'Language' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Messages to you' })).toBeNull()
})
