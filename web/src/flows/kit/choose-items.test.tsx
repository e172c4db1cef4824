import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { setSessionUser } from '#/state/session'
import { aDashboard, aProduct, aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { server } from '#/test/server'
import { ChooseItems } from './ChooseItems'
import type { Flow, FlowDraft } from './define-flow'

interface OneProps {
  onward(): void
  onDraft(draft: FlowDraft): void
}

/** The first screen of a flow about one item. */
function One({ onward, onDraft }: OneProps) {
  const [draft, set] = useState<FlowDraft>({ chosen: [] })
  onDraft(draft)
  const flow = { definition: { name: 'repair-request' }, draft, change: set } as unknown as Flow<FlowDraft, string>
  return <ChooseItems flow={flow} single onward={onward} />
}

test('a request about one item lets go of the one before', async () => {
  setSessionUser({ ...aUser(), created: undefined })
  const activeProductLists = [aProduct({ id: 1, name: 'Sofa' }), aProduct({ id: 2, name: 'Bed' })]
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ activeProductLists }))),
  )
  const onward = vi.fn()
  const onDraft = vi.fn()
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <One onward={onward} onDraft={onDraft} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const radio = (name: RegExp) => screen.findByRole('radio', { name })
  await user.click(await radio(/Sofa/))
  await user.click(await radio(/Bed/))
  expect([await radio(/Sofa/), await radio(/Bed/)]).toMatchObject([{ checked: false }, { checked: true }])
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(onward).toHaveBeenCalledOnce()
  expect(onDraft).toHaveBeenLastCalledWith({ chosen: [2] })
})
