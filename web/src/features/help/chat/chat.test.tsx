import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { LAUNCH_MS, openChat, takeLaunch } from '#/platform/chat'
import { clearCookies } from '#/platform/cookies'
import { storageKeys } from '#/platform/storage'
import { chatOutbox } from '#/state/chat-outbox'
import { aConfig, aDashboard, aPendingDebit, aUser, pendingDebitWords } from '#/test/builders'
import { call, http, keeping } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { realTime } from '#/test/real-time'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'
import type { ChatMessage, Conversation } from './queries'

/** Simulates a server that stores each message once per key and responds like ours. */
function serveChat(start: Partial<Conversation> = {}) {
  const said: ChatMessage[] = [...(start.messages ?? [])]
  const posts: { key: string; text?: string; saying?: string }[] = []
  const chat = {
    said,
    posts,
    /** An error before or after the message is stored. */
    before: undefined as (() => Response | undefined) | undefined,
    after: undefined as (() => Response | undefined) | undefined,
  }
  const add = (message: Omit<ChatMessage, 'id' | 'at'>) => {
    const made = { id: said.length + 1, at: '2026-11-20T06:00:00Z', ...message }
    said.push(made)
    return made
  }
  const take = async (request: Request) => {
    const body = (await request.json()) as (typeof posts)[number]
    posts.push(body)
    const refused = chat.before?.()
    if (refused) return refused as never
    const known = said.find(({ key }) => key === body.key)
    const message = known ?? add({ ...(body as ChatMessage), author: 'customer' })
    return (chat.after?.() as never) ?? HttpResponse.json(message)
  }
  server.use(
    http.get(call('/api/Chatbots/conversation'), () =>
      HttpResponse.json({ state: 'assistant', earlier: false, quickReplies: [], ...start, messages: said }),
    ),
    http.post(call('/api/Chatbots/sendMessage'), ({ request }) => take(request)),
    http.post(call('/api/Chatbots/sendQuickReply'), ({ request }) => take(request)),
  )
  return chat
}

const messages = () => within(screen.getByRole('log', { name: 'Messages' }))

async function openAt(path = '/home?openChat=true') {
  const opened = await renderAt(path)
  await screen.findByRole('textbox', { name: 'Write a message' })
  return opened
}

async function write(user: Awaited<ReturnType<typeof openAt>>['user'], text: string) {
  await user.type(screen.getByRole('textbox', { name: 'Write a message' }), text)
  await user.click(screen.getByRole('button', { name: 'Send' }))
}

describe('the chat', () => {
  beforeEach(() => setViewport(1440))

  test('PROD-11: what is written is sent, and shown as its own', async () => {
    const chat = serveChat()
    const { user } = await openAt()
    expect(screen.getByText(/^Ask us anything/)).toBeDefined()
    await write(user, 'The fridge does not cool.')
    expect(await messages().findByText('The fridge does not cool.')).toBeDefined()
    await waitFor(() => expect(chatOutbox.get()).toEqual([]))
    expect(chat.posts).toHaveLength(1)
    expect(screen.queryByText('Sending…')).toBeNull()
  })

  test('on desktop Enter sends and Shift+Enter begins a line; nothing written is said', async () => {
    const chat = serveChat()
    const { user } = await openAt()
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.getByRole('alert').textContent).toBe('Please write something first.')
    await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'One{Shift>}{Enter}{/Shift}two{Enter}')
    await waitFor(() => expect(chat.posts.map(({ text }) => text)).toEqual(['One\ntwo']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('a double tap on Send is one; an empty press later says that nothing is written', async () => {
    const chat = serveChat()
    const { user } = await openAt()
    await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'Hello')
    await user.dblClick(screen.getByRole('button', { name: 'Send' }))
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(chat.posts.map(({ text }) => text)).toEqual(['Hello']))
    const later = realTime() + 1001
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect(screen.getByRole('alert').textContent).toBe('Please write something first.')
  })

  test('quick replies know dues and requests; the assistant answers in the language of the screen', async () => {
    const chat = serveChat({
      quickReplies: [
        { saying: 'ask_dues', due: 1499 },
        { saying: 'ask_requests', requests: 2 },
        { saying: 'ask_person' },
      ],
    })
    const { user } = await openAt()
    const replies = within(screen.getByRole('list', { name: 'Quick replies' }))
    expect(replies.getAllByRole('button').map((button) => button.textContent)).toEqual([
      '₹1,499 is due',
      'My requests: 2',
      'Talk to a person',
    ])
    chat.after = () => {
      chat.said.push({ id: 90, author: 'assistant', saying: 'dues', due: 1499, at: '2026-11-20T06:00:01Z' })
      return undefined
    }
    await user.click(replies.getByRole('button', { name: '₹1,499 is due' }))
    expect(await messages().findByText('What do I have to pay?')).toBeDefined()
    expect(await messages().findByText('₹1,499 is due now.')).toBeDefined()
    expect(messages().getByText('Assistant')).toBeDefined()
    await user.click(messages().getByRole('button', { name: 'Pay Now' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Chat with support' })).toBeNull())
  })

  test('what auto debit pays is not asked for; a deposit is; nothing is once nothing is due', async () => {
    const at = '2026-11-20T06:00:00Z'
    const dues = { id: 1, author: 'assistant', saying: 'dues', at } as const
    const asked: Partial<Conversation> = { quickReplies: [{ saying: 'ask_dues', due: 2240 }] }
    serveChat({ ...asked, messages: [{ ...dues, due: 2240, debit: 2240, debitOn: '2026-11-29' }] })
    const first = await openAt()
    expect(
      messages().getByText(
        '₹2,240 is due now. Auto debit pays ₹2,240 on 29 Nov 2026: you need not do anything for it.',
      ),
    ).toBeDefined()
    expect(messages().queryByRole('button', { name: 'Pay Now' })).toBeNull()
    first.unmount()
    serveChat({ ...asked, messages: [{ ...dues, due: 2240, debit: 2240, debitOn: '2026-11-29', isRetry: true }] })
    const again = await openAt()
    expect(
      messages().getByText(/^₹2,240 is due now\. Your bank did not pay ₹2,240\. .* again on 29 Nov 2026/),
    ).toBeDefined()
    expect(messages().getByRole('button', { name: 'Pay Now' })).toBeDefined()
    again.unmount()
    serveChat({
      ...asked,
      messages: [{ ...dues, due: 2240, promised: 2000, promisedBy: '2026-11-29', paidUntil: '2026-12-31' }],
    })
    const promised = await openAt()
    expect(
      messages().getByText(
        '₹2,240 is due now. You told us that you pay ₹2,000 by 29 Nov 2026. We do not remind you until then. Your rent is paid until 31 Dec 2026.',
      ),
    ).toBeDefined()
    promised.unmount()
    serveChat({ messages: [{ ...dues, saying: 'no_dues', paidUntil: '2026-12-31' }] })
    const ahead = await openAt()
    expect(messages().getByText('Nothing is due. Your rent is paid until 31 Dec 2026.')).toBeDefined()
    ahead.unmount()
    serveChat({ ...asked, messages: [{ ...dues, deposit: 2160 }] })
    const second = await openAt()
    expect(messages().getByText('A deposit of ₹2,160 is due.')).toBeDefined()
    expect(messages().getByRole('button', { name: 'Pay Now' })).toBeDefined()
    second.unmount()
    serveChat({ quickReplies: [{ saying: 'ask_dues' }], messages: [{ ...dues, due: 316 }] })
    await openAt()
    expect(messages().queryByRole('button', { name: 'Pay Now' })).toBeNull()
  })

  test('while the bank has a debit it is named in place of Pay Now; a deposit is asked for all the same', async () => {
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ pendingPayments: [aPendingDebit] })),
      ),
    )
    const dues = { id: 1, author: 'assistant', saying: 'dues', at: '2026-11-20T06:00:00Z' } as const
    const asked: Partial<Conversation> = { quickReplies: [{ saying: 'ask_dues', due: 2240 }] }
    serveChat({ ...asked, messages: [{ ...dues, due: 2240 }] })
    const { unmount } = await openAt()
    expect(await messages().findByText(pendingDebitWords)).toBeDefined()
    expect(messages().queryByRole('button', { name: 'Pay Now' })).toBeNull()
    unmount()
    serveChat({ ...asked, messages: [{ ...dues, deposit: 2160 }] })
    await openAt()
    expect(messages().getByRole('button', { name: 'Pay Now' })).toBeDefined()
    expect(messages().queryByText(pendingDebitWords)).toBeNull()
  })

  test('what is written and not sent is there when the chat is opened again', async () => {
    serveChat()
    const first = await openAt()
    await first.user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'The fridge')
    first.unmount()
    await openAt()
    expect(screen.getByRole('textbox', { name: 'Write a message' }).textContent).toBe('The fridge')
  })

  test('what is being written outlives a reload, is for who wrote it, and goes with the sign-out', async () => {
    serveChat()
    const { user } = await openAt()
    await user.type(screen.getByRole('textbox', { name: 'Write a message' }), 'The fridge')
    const anew = async () => {
      vi.resetModules() // like a reload
      return await import('#/state/chat-outbox')
    }
    const reloaded = await anew()
    expect([reloaded.readChatDraft(7), reloaded.readChatDraft(8)]).toEqual(['The fridge', ''])
    reloaded.chatOutbox.clear()
    expect((await anew()).readChatDraft(7)).toBe('')
  })

  test('more than can be sent is kept, and said', async () => {
    const chat = serveChat()
    const { user } = await openAt()
    await user.click(screen.getByRole('textbox', { name: 'Write a message' }))
    await user.paste('x'.repeat(2053))
    await user.click(screen.getByRole('button', { name: 'Send' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Please use at most 2000 characters: these are 2053.')
    expect(screen.getByRole('textbox', { name: 'Write a message' }).textContent).toHaveLength(2053)
    expect(chat.posts).toEqual([])
  })

  test('live requests lead to their screen', async () => {
    serveChat({
      messages: [
        {
          id: 1,
          author: 'assistant',
          saying: 'requests',
          requests: [{ ticketId: 'SR-17', requestType: 20, status: 'scheduled', visitDate: '2026-11-24' }],
          at: '2026-11-20T06:00:00Z',
        },
      ],
    })
    const { user, location } = await openAt()
    expect(messages().getByText('24 Nov 2026')).toBeDefined()
    await user.click(messages().getByRole('link', { name: 'Repair SR-17' }))
    expect(location().pathname).toBe('/my-subscriptions/all-requests')
    expect(location().search).toMatchObject({ ticketId: 'SR-17' })
  })

  test('older messages come on demand', async () => {
    const at = '2026-11-20T06:00:00Z'
    server.use(
      http.get(call('/api/Chatbots/conversation'), ({ request }) => {
        const before = new URL(request.url).searchParams.get('before')
        const page = before ? { id: 1, text: 'First' } : { id: 51, text: 'Latest' }
        return HttpResponse.json({
          state: 'answered',
          earlier: !before,
          quickReplies: [],
          messages: [{ ...page, author: 'staff', at }],
        })
      }),
    )
    const { user } = await openAt()
    expect(messages().queryByText('First')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Earlier messages' }))
    expect(await messages().findByText('First')).toBeDefined()
    expect(
      messages()
        .getAllByRole('listitem')
        .map((item) => item.textContent)[1],
    ).toContain('Latest')
    expect(screen.queryByRole('button', { name: 'Earlier messages' })).toBeNull()
  })

  test('earlier ones that cannot be loaded say so, the newest stay, and they can be asked for again', async () => {
    let fails = true
    server.use(
      http.get(call('/api/Chatbots/conversation'), ({ request }) => {
        const before = new URL(request.url).searchParams.get('before')
        if (before && fails) return fault(500, 'down')
        const page = before ? { id: 1, text: 'First' } : { id: 51, text: 'Latest' }
        return HttpResponse.json({
          state: 'answered',
          earlier: !before,
          quickReplies: [],
          messages: [{ ...page, author: 'staff', at: '2026-11-20T06:00:00Z' }],
        })
      }),
    )
    const { user } = await openAt()
    await user.click(screen.getByRole('button', { name: 'Earlier messages' }))
    expect((await screen.findByRole('alert')).textContent).not.toBe('')
    expect(messages().getByText('Latest')).toBeDefined()
    fails = false
    await user.click(screen.getByRole('button', { name: 'Earlier messages' }))
    expect(await messages().findByText('First')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('what cannot be loaded says so, and can be asked for again', async () => {
    server.use(http.get(call('/api/Chatbots/conversation'), () => fault(500, 'down'), { once: true }))
    const { user } = await renderAt('/home?openChat=true')
    expect(await screen.findByText('The chat could not be loaded.')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('textbox', { name: 'Write a message' })).toBeDefined()
  })
})

describe('answers', () => {
  const answer = { id: 7, author: 'staff', by: 'Meera', text: 'We come tomorrow.', at: '2026-11-20T06:00:00Z' } as const

  test('what was not seen stands beside Need help, which then opens the chat, and is told to be seen', async () => {
    setViewport(1440)
    let unseen = 2
    const seen: unknown[] = []
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ unseenAnswers: unseen }))),
      keeping(
        call('/api/Chatbots/markSeen'),
        (body) => {
          seen.push(body)
          unseen = 0
        },
        () => HttpResponse.json({ success: true }),
      ),
    )
    serveChat({ messages: [answer] })
    const { user } = await renderAt('/home')
    await user.click(await screen.findByRole('button', { name: 'Need help? 2 answers' }))
    expect(await screen.findByText('We come tomorrow.')).toBeDefined()
    expect(messages().getByText('Meera, support team')).toBeDefined()
    await waitFor(() => expect(seen).toEqual([{ messageId: 7 }]))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(await screen.findByRole('button', { name: 'Need help?' })).toBeDefined()
  })
})

describe('what waits while the chat is closed', () => {
  test('an answer that comes is read aloud, politely', async () => {
    setViewport(1440)
    let unseen = 0
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ unseenAnswers: unseen }))),
    )
    const { queryClient } = await renderAt('/home')
    await screen.findByRole('button', { name: 'Need help?' })
    const status = within(screen.getByRole('complementary', { name: 'Need help?' })).getByRole('status')
    expect(status.textContent).toBe('')
    unseen = 1
    await queryClient.invalidateQueries()
    await waitFor(() => expect(status.textContent).toBe('Chat with support: 1 answer'))
    expect(screen.getByRole('button', { name: 'Need help? 1 answer' })).toBeDefined()
  })

  test('a message that was not sent stands beside Need help, which then opens the chat', async () => {
    const chat = serveChat()
    const { user } = await openAt()
    chat.before = () => HttpResponse.error()
    await write(user, 'Hello')
    await messages().findByText('Not sent')
    await user.click(screen.getByRole('button', { name: 'Leave the chat' }))
    await user.click(await screen.findByRole('button', { name: 'Need help? 1 not sent' }))
    expect(await messages().findByText('Hello')).toBeDefined()
    await user.click(messages().getByRole('button', { name: 'Remove' }))
    await user.click(screen.getByRole('button', { name: 'Leave the chat' }))
    expect(await screen.findByRole('button', { name: 'Need help?' })).toBeDefined()
  })
})

describe('on a patchy network', () => {
  test('a message that arrived while its answer was lost does not count as not sent', async () => {
    const message = (key: string) => ({ key, customer: aUser().id, text: key, at: 1, state: 'unsent' as const })
    const at = '2026-11-20T06:00:00Z'
    serveChat({ messages: [{ id: 1, key: 'arrived', author: 'customer', text: 'arrived', at }] })
    chatOutbox.put(message('arrived'))
    chatOutbox.put(message('lost'))
    await renderAt('/home')
    expect(await screen.findByRole('button', { name: 'Need help? 1 not sent' })).toBeDefined()
  })

  test('an unsent message says so, and is sent once however often it is tried', async () => {
    const chat = serveChat()
    const { user } = await openAt()
    chat.before = () => HttpResponse.error()
    await write(user, 'Hello')
    expect(await messages().findByText('Not sent')).toBeDefined()
    await user.click(messages().getByRole('button', { name: 'Try again' }))
    expect(await messages().findByText('Not sent')).toBeDefined()
    chat.before = undefined
    await user.click(messages().getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(chatOutbox.get()).toEqual([]))
    expect(new Set(chat.posts.map(({ key }) => key)).size).toBe(1)
    expect(messages().getAllByText('Hello')).toHaveLength(1)
    expect(messages().queryByText('Not sent')).toBeNull()
  })

  test('a message that arrived, though its answer was lost, is shown as sent once it is seen', async () => {
    const chat = serveChat()
    const { user, queryClient } = await openAt()
    chat.after = () => HttpResponse.error()
    await write(user, 'Hello')
    expect(await messages().findByText('Not sent')).toBeDefined()
    await queryClient.invalidateQueries()
    await waitFor(() => expect(messages().queryByText('Not sent')).toBeNull())
    expect(messages().getAllByText('Hello')).toHaveLength(1)
    expect(chat.posts).toHaveLength(1)
  })

  test('it is still there when the chat is opened again, and can be taken out', async () => {
    const chat = serveChat()
    const { user } = await openAt()
    chat.before = () => HttpResponse.error()
    await write(user, 'Hello')
    await messages().findByText('Not sent')
    await user.click(screen.getByRole('button', { name: 'Leave the chat' }))
    await user.click(await screen.findByRole('button', { name: 'Need help? 1 not sent' }))
    expect(await screen.findByText('Not sent')).toBeDefined()
    await user.click(messages().getByRole('button', { name: 'Remove' }))
    expect(messages().queryByText('Hello')).toBeNull()
  })

  test('a refusal says why, and is not tried again', async () => {
    const chat = serveChat()
    const { user } = await openAt()
    chat.before = () => fault(422, 'Please write something.')
    await write(user, 'Hello')
    expect(await messages().findByText('Please write something.')).toBeDefined()
    expect(messages().queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('while it is on its way it says so', async () => {
    serveChat()
    const { held, letGo } = aHold()
    server.use(http.post(call('/api/Chatbots/sendMessage'), () => held))
    const { user } = await openAt()
    await write(user, 'Hello')
    expect(await messages().findByText('Sending…')).toBeDefined()
    letGo()
    await waitFor(() => expect(messages().queryByText('Sending…')).toBeNull())
  })
})

describe('where the chat is', () => {
  const rollout = (change: object) =>
    server.use(http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard(change))))
  const chatHeading = () => screen.findByRole('heading', { name: 'Chat with support' })
  const contactHeading = () => screen.findByRole('heading', { name: 'Talk to our support team' })

  test('ENTITY-12: everywhere, or in the cities that are named', async () => {
    rollout({ shouldRolloutHaptikFully: false, haptikCities: ['pune'] })
    window.localStorage.setItem(storageKeys.location, JSON.stringify({ slug: 'pune' }))
    await renderAt('/home?openChat=true')
    expect(await chatHeading()).toBeDefined()
  })

  test('ENTITY-12: in other cities people are reached by e-mail and phone', async () => {
    rollout({ shouldRolloutHaptikFully: false, haptikCities: ['pune'] })
    await renderAt('/home?openChat=true')
    expect(await contactHeading()).toBeDefined()
  })

  test('where it is switched off, a business customer is led to people as well', async () => {
    server.use(
      http.get(call('/app-config.json'), () => HttpResponse.json(aConfig({ chat: '' }))),
      http.get(call('/api/Dashboards/isB2B'), () => HttpResponse.json({ success: true })),
    )
    const { user } = await renderAt('/home')
    await user.click(await screen.findByRole('button', { name: 'Need help?' }))
    expect(await contactHeading()).toBeDefined()
  })

  test('on a phone it fills the screen, and Leave goes back to the page', async () => {
    serveChat()
    const { user } = await openAt()
    expect(screen.getByRole('dialog', { name: 'Chat with support' })).toBeDefined()
    const heading = screen.getByRole('heading', { name: 'Chat with support' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    await user.click(screen.getByRole('button', { name: 'Leave the chat' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('what it is opened for', () => {
  test('ADDRESS-28: Talk to CX Agent begins it with the area', async () => {
    const chat = serveChat()
    await openAt('/home?openChat=area')
    await waitFor(() => expect(chat.posts.map(({ saying }) => saying)).toEqual(['ask_area']))
    expect(await messages().findByText('You do not serve the area to which I am moving.')).toBeDefined()
  })

  test('CONST-18: what was launched is not launched once more for 15 minutes', () => {
    expect(LAUNCH_MS).toBe(15 * 60_000)
    const written = vi.spyOn(document, 'cookie', 'set')
    const launch = () => {
      openChat('area')
      return takeLaunch()
    }
    expect(launch()).toBe('area')
    expect(takeLaunch()).toBeUndefined()
    expect(written.mock.calls.flat()).toEqual([expect.stringMatching(/^chatLaunchMessage=area;.* Max-Age=900;/)])
    expect(launch()).toBeUndefined()
    clearCookies() // as the browser does after 15 minutes
    expect(launch()).toBe('area')
  })
})
