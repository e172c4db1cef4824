import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { customerKey } from '#/api/keys'
import { storageKeys } from '#/platform/storage'
import { dropSession, markDirectLogin } from '#/state/session'
import { aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { anInvoice } from '#/test/money-builders'
import { renderAt, signIn } from '#/test/render-at'
import { server } from '#/test/server'
import { details, serve } from '#/test/tickets'
import { startOfflineData } from './offline-data'
import { createQueryClient } from './router'

let isOnline = true

beforeEach(() => {
  isOnline = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  server.use(http.get('*/app-config.json', () => HttpResponse.error()))
})
afterEach(() => {
  vi.useRealTimers()
  onlineManager.setOnline(true)
})

const KEY = customerKey(7, 'dashboard')
const kept = () => JSON.parse(window.localStorage.getItem(storageKeys.offlineData) ?? '{"answers":{}}')
const names = () => Object.keys(kept().answers)
const written = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A page load of this app: `ask` fetches a query, and `begins` returns the initial data of a query. */
function load() {
  const queries = createQueryClient()
  startOfflineData(queries)
  const ask = async (data: unknown, key: readonly unknown[] = KEY) => {
    await queries.fetchQuery({ queryKey: key, queryFn: async () => data, staleTime: 0 })
    await written()
  }
  return {
    queries,
    ask,
    begins: (key: readonly unknown[] = KEY) => queries.getQueryCache().build(queries, { queryKey: key }).state.data,
  }
}

const goOffline = () => {
  isOnline = false
}

test('offline a screen begins with what the last visit was told; online the server is asked', async () => {
  signIn()
  await load().ask({ due: 1 })
  expect(load().begins()).toBeUndefined()
  goOffline()
  const { begins, queries } = load()
  expect(begins()).toEqual({ due: 1 })
  expect(queries.getQueryState(KEY)?.dataUpdatedAt).toBe(kept().answers[JSON.stringify(KEY)].at)
})

test('what waits when the network goes is shown, too', async () => {
  signIn()
  await load().ask({ due: 1 })
  const { queries } = load()
  const never = new Promise<never>(() => {})
  void queries.prefetchQuery({ queryKey: KEY, queryFn: () => never })
  expect(queries.getQueryData(KEY)).toBeUndefined()
  goOffline()
  onlineManager.setOnline(false)
  void queries.invalidateQueries({ queryKey: KEY })
  expect(queries.getQueryData(KEY)).toEqual({ due: 1 })
})

test('nobody sees what another person was told, nor what is of yesterday or of an older app', async () => {
  signIn()
  await load().ask({ due: 1 })
  goOffline()
  const { at } = kept().answers[JSON.stringify(KEY)]
  vi.useFakeTimers({ now: at + 24 * 60 * 60 * 1000 - 1, toFake: ['Date'] })
  expect(load().begins()).toEqual({ due: 1 })
  vi.setSystemTime(at + 24 * 60 * 60 * 1000)
  expect(load().begins()).toBeUndefined()
  vi.useRealTimers()

  signIn(aUser({ id: 8, userId: 8 }))
  expect(load().begins()).toBeUndefined()
  expect(load().begins(customerKey(8, 'dashboard'))).toBeUndefined()
  signIn()
  expect(load().begins()).toEqual({ due: 1 })
  window.localStorage.setItem(storageKeys.offlineData, JSON.stringify({ ...kept(), shape: 'an older one' }))
  expect(load().begins()).toBeUndefined()
  window.localStorage.setItem(storageKeys.offlineData, 'no JSON')
  expect(load().begins()).toBeUndefined()
})

test('with the session goes what was kept, also what was being written', async () => {
  signIn()
  const { ask } = load()
  await ask({ due: 1 })
  const asked = ask({ due: 2 })
  dropSession()
  await asked
  expect(window.localStorage.getItem(storageKeys.offlineData)).toBeNull()
})

test('what an agent sees is not kept', async () => {
  signIn()
  await load().ask({ due: 1 })
  markDirectLogin()
  await load().ask({ due: 2 })
  expect(kept().answers[JSON.stringify(KEY)].data).toEqual({ due: 1 })
  goOffline()
  expect(load().begins()).toBeUndefined()
})

test('banks, KYC and what is fixed are not kept', async () => {
  signIn()
  const { ask } = load()
  for (const key of [customerKey(7, 'refund', 'payee'), customerKey(7, 'kyc'), ['app-config']]) await ask({ a: 1 }, key)
  await ask({ due: 1 })
  expect(names()).toEqual([JSON.stringify(KEY)])
})

test('the oldest go when there is no room, and what has none by itself is not kept', async () => {
  signIn()
  const { ask } = load()
  const long = 'x'.repeat(240_000)
  const invoice = (id: number) => customerKey(7, 'invoices', id)
  for (const id of [1, 2, 3]) await ask({ long }, invoice(id))
  expect(names()).toEqual([invoice(3), invoice(2)].map((key) => JSON.stringify(key)))
  await ask({ long: long.repeat(3) }, invoice(4))
  expect(names()).toEqual([invoice(3), invoice(2)].map((key) => JSON.stringify(key)))
})

/** Visits a page online. `openOffline` then opens it without a network. */
async function visit(path: string, isThere: () => Promise<unknown>) {
  const app = await renderAt(path, { start: startOfflineData })
  await isThere()
  await written()
  app.unmount()
}

async function openOffline(path: string) {
  goOffline()
  onlineManager.setOnline(false)
  return renderAt(path, { start: startOfflineData })
}

async function comeBack() {
  isOnline = true
  await act(async () => {
    window.dispatchEvent(new Event('online'))
    onlineManager.setOnline(true)
  })
}

const ofWhen = /^You are offline\. These figures are of /

test('offline home shows the figures it showed last, and of when they are', async () => {
  const sofa = () => screen.findByText('Wooden sofa set, 3 seater')
  await visit('/home', sofa)
  await openOffline('/home')
  expect(await sofa()).toBeDefined()
  expect(await screen.findByText(ofWhen)).toBeDefined()
})

test('the invoices of the last visit, with their age, come anew with the network', async () => {
  const ledgers = (invoiceNumber: string) =>
    server.use(
      http.get(call('/api/Dashboards/getLedgersData'), () =>
        HttpResponse.json({ invoices: [anInvoice({ invoiceNumber })], transactions: [], totalInvoices: 1 }),
      ),
    )
  ledgers('INV-1')
  await visit('/my-subscriptions/invoices', () => screen.findByText('INV-1'))
  ledgers('INV-2')
  await openOffline('/my-subscriptions/invoices')
  expect(await screen.findByText('INV-1')).toBeDefined()
  expect(screen.getByText(/^The figures below are of /)).toBeDefined()
  expect(await screen.findByText(ofWhen)).toBeDefined()
  await comeBack()
  expect(await screen.findByText('INV-2')).toBeDefined()
  expect(screen.queryByText('INV-1')).toBeNull()
  expect(screen.queryByText(/figures (?:below )?are of/)).toBeNull()
})

test('what was never opened says that it needs a network, and comes with it', async () => {
  await visit('/home', () => screen.findByText('Wooden sofa set, 3 seater'))
  await openOffline('/my-subscriptions/all-requests')
  const said = (await screen.findByText('Your requests could not be loaded')).closest('[role="alert"]')
  expect(said?.textContent).toContain('You are offline. This needs a connection;')
  await comeBack()
  await waitFor(() => expect(screen.queryByText('Your requests could not be loaded')).toBeNull())
})

test('a request of the last visit is shown, and nothing of it can be changed', async () => {
  serve(details())
  const path = '/my-subscriptions/all-requests?ticketId=T15'
  await visit(path, () => screen.findByRole('dialog', { name: 'Relocation' }))
  await openOffline(path)
  const dialog = within(await screen.findByRole('dialog', { name: 'Relocation' }))
  const description = 'You are offline. Changes need a connection.'
  const buttons = await dialog.findAllByRole<HTMLButtonElement>('button', { description })
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, true, true, true])
  await comeBack()
  expect(buttons.map(({ disabled }) => disabled)).toEqual([false, false, false, false])
})
