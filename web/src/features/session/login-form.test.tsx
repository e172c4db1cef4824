import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { call, http } from '#/test/contract'
import { fault, signedIn } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { server } from '#/test/server'
import { LoginForm } from './components/LoginForm'

test('a code that is corrected while the former is checked is sent next, and signs in', async () => {
  const asked: unknown[] = []
  const { held, letGo } = aHold()
  server.use(
    http.post(call('/api/RMUsers/verifyLoginCode'), async ({ request }) => {
      const { code } = (await request.json()) as { code: string }
      asked.push(code)
      if (code === '654321') return HttpResponse.json(signedIn())
      await held
      return fault(422, 'That code is not right.', { code: 'login.code_wrong', field: 'code' })
    }),
  )
  const onSignedIn = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LoginForm onSignedIn={onSignedIn} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Mobile number'), '9000000001')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  const code = await screen.findByLabelText('6-digit code')
  await user.type(code, '111111')
  await user.clear(code)
  await user.type(code, '654321')
  expect(asked).toEqual(['111111'])
  letGo()
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(asked).toEqual(['111111', '654321'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an answer about a number that was given up meanwhile opens no code screen', async () => {
  const answers: (() => void)[] = []
  server.use(
    http.post(
      call('/api/RMUsers/requestLoginCode'),
      () =>
        new Promise<Response>((resolve) => {
          const answer = HttpResponse.json({ challengeId: `c-${answers.length}`, resendAfter: 0 })
          answers.push(() => resolve(answer))
        }),
    ),
  )
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <LoginForm onSignedIn={() => {}} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Mobile number'), '9000000001')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.()
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }))
  await waitFor(() => expect(answers).toHaveLength(2))
  await user.click(screen.getByRole('button', { name: 'Change number' }))
  answers[1]?.()
  await waitFor(() => expect(queries.isMutating()).toBe(0))
  expect(screen.getByLabelText('Mobile number')).toBeDefined()
  expect(screen.queryByLabelText('6-digit code')).toBeNull()
})

function drawn(onSignedIn = vi.fn()) {
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <LoginForm onSignedIn={onSignedIn} />
    </QueryClientProvider>,
  )
}

test('a reload keeps the code screen, the code that was sent and the time until another', async () => {
  const asked: unknown[] = []
  server.use(
    http.post(call('/api/RMUsers/requestLoginCode'), () => HttpResponse.json({ challengeId: 'c-1', resendAfter: 30 })),
    http.post(call('/api/RMUsers/verifyLoginCode'), async ({ request }) => {
      asked.push(await request.json())
      return HttpResponse.json(signedIn())
    }),
  )
  const first = drawn()
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Mobile number'), '9000000001')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await screen.findByLabelText('6-digit code')
  first.unmount()
  const onSignedIn = vi.fn()
  drawn(onSignedIn)
  expect(screen.getByText('If +91 90000 00001 is a customer’s number, a code is on its way to it.')).toBeDefined()
  expect(screen.getByRole('button', { name: /Send a new code in \d+ s/ })).toBeDefined()
  await user.type(screen.getByLabelText('6-digit code'), '123456')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  expect(asked).toEqual([{ challengeId: 'c-1', code: '123456' }])
})

test('a reload after the number was given up, or after the sign-in, asks for a number', async () => {
  server.use(
    http.post(call('/api/RMUsers/requestLoginCode'), () => HttpResponse.json({ challengeId: 'c-1', resendAfter: 30 })),
    http.post(call('/api/RMUsers/verifyLoginCode'), () => HttpResponse.json(signedIn())),
  )
  const onSignedIn = vi.fn()
  const first = drawn(onSignedIn)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Mobile number'), '9000000001')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await user.click(await screen.findByRole('button', { name: 'Change number' }))
  first.unmount()
  const second = drawn(onSignedIn)
  await user.type(screen.getByLabelText('Mobile number'), '9000000001')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await user.type(await screen.findByLabelText('6-digit code'), '123456')
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce())
  second.unmount()
  drawn()
  expect(screen.getByLabelText('Mobile number')).toBeDefined()
})

test('the code screen says to everybody how to become a customer', async () => {
  server.use(
    http.post(call('/api/RMUsers/requestLoginCode'), () => HttpResponse.json({ challengeId: 'c-1', resendAfter: 30 })),
  )
  drawn()
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Mobile number'), '9000000001')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  const offer = await screen.findByRole('link', { name: 'See what you can rent' })
  expect(offer.getAttribute('href')).toMatch(/^\/(\?lang=en)?$/)
  expect(screen.getByText(/To become one, see what we rent and call us/)).toBeDefined()
})
