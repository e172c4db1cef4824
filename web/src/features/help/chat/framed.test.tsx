import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { aConfig } from '#/test/builders'
import { call, http, keeping } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

const begun: unknown[] = []

beforeEach(() => {
  begun.length = 0
  setViewport(1440)
  server.use(
    http.get(call('/app-config.json'), () => HttpResponse.json(aConfig({ chat: 'haptik', chatPage: '/chat' }))),
    keeping(
      call('/api/Chatbots/upsertUserAndSessionMap'),
      (body) => begun.push(body),
      () => HttpResponse.json({ success: true }),
    ),
  )
})

/** Simulates the page in the frame: it receives the customer's identity and responds. */
async function pageOf(answer: object) {
  const frame = (await screen.findByTitle('Chat with support')) as HTMLIFrameElement
  expect(frame.getAttribute('src')).toBe('/chat')
  let told: unknown
  const postMessage = (message: unknown, _: string, [port]: MessagePort[]) => {
    told = message
    port?.postMessage(answer)
  }
  Object.defineProperty(frame, 'contentWindow', { value: { postMessage } })
  frame.dispatchEvent(new Event('load'))
  await waitFor(() => expect(told).toBeDefined())
  return told
}

test('CALL-11, CALL-12, ENTITY-75: the provider learns a name that tells nobody, a proof of it, and the first name', async () => {
  await renderAt('/home?openChat=true')
  expect(await pageOf({ ready: true })).toEqual({
    type: 'rento:chat',
    identity: { id: 'chat-7', authCode: 'a', proof: undefined, name: 'Asha', language: 'en' },
    launch: undefined,
  })
  await waitFor(() => expect(begun).toEqual([{ uniqueUserSessionId: 'chat-7', userId: 7, active: true }]))
  expect(screen.queryByText('The chat is loading.')).toBeNull()
})

test('CONST-18, ADDRESS-28: the launch message is told once', async () => {
  const { user, router } = await renderAt('/home?openChat=area')
  expect(await pageOf({ ready: true })).toMatchObject({ launch: 'You do not serve the area to which I am moving.' })
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await router.navigate({ to: '/home', search: { openChat: 'area' } })
  expect(await pageOf({ ready: true })).toMatchObject({ launch: undefined })
})

test('a window that does not open says so, and can be opened again', async () => {
  const { user } = await renderAt('/home?openChat=true')
  await pageOf({ failed: 'The provider does not take the customer.' })
  expect(await screen.findByText('The chat could not be loaded.')).toBeDefined()
  expect(begun).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await pageOf({ ready: true })
  await waitFor(() => expect(begun).toHaveLength(1))
})

test('without an answer of ours there is no window', async () => {
  server.use(http.get(call('/api/Haptiks/generateUserAndSessionMap'), () => fault(500, 'down')))
  await renderAt('/home?openChat=true')
  expect(await screen.findByText('The chat could not be loaded.')).toBeDefined()
  expect(screen.queryByTitle('Chat with support')).toBeNull()
})
