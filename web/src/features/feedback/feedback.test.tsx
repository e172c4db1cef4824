import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createQueryClient } from '#/app/router'
import { toasts } from '#/platform/toast'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { server } from '#/test/server'
import FeedbackDialog from './components/FeedbackDialog'
import { bandOf, POPUP, RATINGS } from './model'

describe('the scale', () => {
  test('FEEDBACK-03, CONST-14: ten points', () => {
    expect(RATINGS).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test.each([
    ['FEEDBACK-06', [1, 2], 'low'],
    ['FEEDBACK-07', [3, 4], 'moderate'],
    ['FEEDBACK-08', [5, 6], 'average'],
    ['FEEDBACK-09', [7, 8, 9, 10], 'very-likely'],
  ])('%s, CONST-14: %j are %s', (_, ratings, band) => {
    expect(ratings.map(bandOf)).toEqual(ratings.map(() => band))
  })
})

function open(postponed = false) {
  const sent: unknown[] = []
  const later: unknown[] = []
  const lapsed: unknown[] = []
  server.use(
    http.post(call('/api/Feedbacks/submitFeedback'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
    http.post(call('/api/Feedbacks/feedbackLater'), async ({ request }) => {
      later.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
    http.post(call('/api/Feedbacks/lapseFeedbackV2'), async ({ request }) => {
      lapsed.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
  const onClose = vi.fn()
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterContextProvider router={router}>
        <FeedbackDialog token="f-1" message="How was paying with us?" postponed={postponed} onClose={onClose} />
      </RouterContextProvider>
    </QueryClientProvider>,
  )
  return { sent, later, lapsed, onClose, user: userEvent.setup() }
}

const typed = 'The driver was early.'

async function answer(user: UserEvent) {
  await user.click(screen.getByRole('radio', { name: '9 out of 10' }))
  await user.type(screen.getByPlaceholderText('Tell us more...'), typed)
  await user.click(screen.getByRole('button', { name: 'Submit' }))
}

describe('the popup', () => {
  test('FEEDBACK-01, FEEDBACK-02, FEEDBACK-03, FEEDBACK-04, FEEDBACK-05: title, message, ratings, comment, Submit', () => {
    open()
    const popup = screen.getByRole('dialog', { name: 'Rate your experience' })
    expect(within(popup).getByText('How was paying with us?')).toBeDefined()
    expect(within(popup).getAllByRole('radio')).toHaveLength(10)
    expect(within(popup).getByPlaceholderText('Tell us more...')).toBeDefined()
    expect(within(popup).getByRole('button', { name: 'Submit' })).toBeDefined()
  })

  test('FEEDBACK-10, FEEDBACK-11, FEEDBACK-12: its sizes', () => {
    expect(POPUP).toEqual({ desktopWidth: 613, mobileWidth: 328, mobileHeight: 444, scrollAbove: 500 })
    open()
    const popup = screen.getByRole('dialog')
    const [desktop, mobile, height, scroll] = ['desktop', 'mobile', 'mobile-height', 'scroll'].map((name) =>
      popup.style.getPropertyValue(`--popup-${name}`),
    )
    expect([desktop, mobile, height, scroll]).toEqual(['613px', '328px', '444px', '500px'])
    expect(popup.className).toContain('desktop:w-(--popup-desktop)')
    expect(popup.querySelector('form')?.className).toContain('max-h-(--popup-scroll)')
  })

  test('FEEDBACK-16, FEEDBACK-17, ENTITY-60, CALL-19, MSG-04, PROD-10: a rating is enough', async () => {
    const { user, sent, onClose } = open()
    const submit = screen.getByRole('button', { name: 'Submit' })
    expect(submit).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('radio', { name: '8 out of 10' }))
    expect(screen.getByText('Very likely')).toBeDefined()
    await user.click(submit)
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(sent).toEqual([{ feedbackData: { feedbackToken: 'f-1', rating: 8 } }])
    expect(toasts.get()).toContainEqual(expect.objectContaining({ text: 'Thank you for your valuable feedback!' }))
  })

  test('FEEDBACK-17: a comment has no limit', async () => {
    const { user, sent } = open()
    const box = screen.getByPlaceholderText('Tell us more...')
    expect(box.hasAttribute('maxlength')).toBe(false)
    await user.click(screen.getByRole('radio', { name: '3 out of 10' }))
    await user.click(box)
    await user.paste('x'.repeat(5000))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() =>
      expect(sent).toEqual([{ feedbackData: expect.objectContaining({ comment: 'x'.repeat(5000) }) }]),
    )
  })

  test('FEEDBACK-15: a refusal closes it too, because sending it once more would not help', async () => {
    const { user, onClose } = open()
    server.use(http.post(call('/api/Feedbacks/submitFeedback'), () => fault(409, 'Already given.')))
    await user.click(screen.getByRole('radio', { name: '1 out of 10' }))
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(toasts.get()).toContainEqual(expect.objectContaining({ text: 'Already given.', tone: 'error' }))
  })

  test('without an answer it stays with what was typed, and trying again sends the same once', async () => {
    const { user, sent, later, onClose } = open()
    const keys: (string | null)[] = []
    server.use(
      http.post(
        call('/api/Feedbacks/submitFeedback'),
        ({ request }) => {
          keys.push(request.headers.get('Idempotency-Key'))
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    server.events.on('request:start', noteKey)
    onTestFinished(() => server.events.removeListener('request:start', noteKey))
    function noteKey({ request }: { request: Request }) {
      if (keys.length > 0) keys.push(request.headers.get('Idempotency-Key'))
    }
    await answer(user)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('We could not reach the server.')
    expect(screen.getByRole('radio', { name: '9 out of 10' })).toHaveProperty('checked', true)
    expect(screen.getByPlaceholderText('Tell us more...')).toHaveProperty('value', typed)
    expect(onClose).not.toHaveBeenCalled()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(sent).toEqual([{ feedbackData: { feedbackToken: 'f-1', rating: 9, comment: typed } }])
    expect(keys).toEqual([expect.any(String), keys[0]])
    expect(later).toEqual([])
  })

  test('without a network it says that nothing was sent', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => onLine.mockRestore())
    const { user, onClose } = open()
    server.use(http.post(call('/api/Feedbacks/submitFeedback'), () => HttpResponse.error()))
    await answer(user)
    expect((await screen.findByRole('alert')).textContent).toContain('this was not sent and nothing was done')
    expect(onClose).not.toHaveBeenCalled()
  })

  test('it stays until the answer is there', async () => {
    const { user, later, onClose } = open()
    let letGo = () => {}
    const held = new Promise<void>((resolve) => (letGo = resolve))
    server.use(
      http.post(call('/api/Feedbacks/submitFeedback'), async () => {
        await held
        return HttpResponse.json({ success: true })
      }),
    )
    await answer(user)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    expect(toasts.get()).toContainEqual(expect.objectContaining({ text: expect.stringMatching(/^This is being sent/) }))
    letGo()
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
    expect(later).toEqual([])
  })

  test('FEEDBACK-14: closing without submitting reports later, with the token', async () => {
    const { user, later, onClose } = open()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(onClose).toHaveBeenCalledOnce()
    await waitFor(() => expect(later).toEqual([{ feedbackToken: 'f-1' }]))
  })

  test('FEEDBACK-14: a lapse has a key of its own, also where the answer to "later" was lost', async () => {
    const keys: (string | null)[] = []
    const note = ({ request }: { request: Request }) => {
      keys.push(request.headers.get('Idempotency-Key'))
      return HttpResponse.error()
    }
    const first = open()
    server.use(http.post(call('/api/Feedbacks/feedbackLater'), note))
    await first.user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(keys).toHaveLength(1))
    cleanup()
    const second = open(true)
    server.use(http.post(call('/api/Feedbacks/lapseFeedbackV2'), note))
    await second.user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(keys[1]).not.toBe(keys[0])
  })

  test('FEEDBACK-14: a question that was postponed before is not asked again', async () => {
    const { user, later, lapsed } = open(true)
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(lapsed).toEqual([{ feedbackToken: 'f-1' }]))
    expect(later).toEqual([])
  })
})
