import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { anInvoice } from '#/test/money-builders'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

test('the picture of the invoices says of each month what it was made of and not taken back: rent, leaving early, damage, late fees', async () => {
  const invoices = [
    anInvoice({ invoiceId: 36, date: '2026-11-25', type: 'credit_note', purpose: 'credit', amount: -100 }),
    anInvoice({ invoiceId: 35, date: '2026-11-21', type: 'adjustment', purpose: 'damage', amount: 295, credited: 100 }),
    anInvoice({ invoiceId: 34, date: '2026-11-20', type: 'adjustment', purpose: 'early_closure', amount: 637.6 }),
    anInvoice({ invoiceId: 33, date: '2026-11-20', type: 'adjustment', amount: 400.5 }),
    anInvoice({ invoiceId: 31 }),
    anInvoice({ invoiceId: 30, date: '2026-10-12', type: 'late_fee', purpose: 'late_fee', amount: 20 }),
    anInvoice({ invoiceId: 29, date: '2026-10-01', amount: 825 }),
  ]
  server.use(
    http.get(call('/api/Dashboards/getLedgersData'), () =>
      HttpResponse.json({ invoices, totalInvoices: invoices.length, transactions: [] }),
    ),
  )
  await renderAt('/my-subscriptions/invoices')
  const picture = (await screen.findByRole('heading', { name: 'Invoiced by month' })).closest('section') as HTMLElement
  const table = within(picture).getByRole('table', { name: 'Invoiced by month' })
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['Month', 'Rent', 'Charge for leaving early', 'Damage', 'Late fees paid', 'Together'],
    ['Oct 2026', '₹825', '₹0', '₹0', '₹20', '₹845'],
    ['Nov 2026', '₹3,230.50', '₹637.60', '₹195', '₹0', '₹4,063.10'],
  ])
  const bars = [...picture.querySelectorAll('svg[viewBox="0 0 10 100"]')]
  const heights = bars.map((bar) =>
    [...bar.querySelectorAll('rect')].map((part) => Number(part.getAttribute('height'))),
  )
  // The newest month comes first, because the row begins with it.
  expect(heights.map((parts) => parts.filter((height) => height > 0).length)).toEqual([3, 2])
  expect(heights[0]?.reduce((sum, height) => sum + height, 0)).toBeCloseTo(100)
})

describe('a picture that could not be loaded', () => {
  const answer = { fails: true, asked: 0 }
  beforeEach(() => {
    Object.assign(answer, { fails: true, asked: 0 })
    const invoices = [anInvoice(), anInvoice({ invoiceId: 29, date: '2026-10-01', amount: 825 })]
    server.use(
      http.get(call('/api/Dashboards/getLedgersData'), () => {
        answer.asked++
        return answer.fails
          ? fault(500, 'Our side failed.')
          : HttpResponse.json({ invoices, totalInvoices: invoices.length, transactions: [] })
      }),
    )
  })

  test('says so on home, and is asked for again', async () => {
    const { user } = await renderAt('/home')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^What was invoiced by month could not be loaded ?Our side failed\./)
    answer.fails = false
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table', { name: 'Invoiced by month' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('leaves that to the list above it, which has the same answer, whenever it comes', async () => {
    const { held, letGo } = aHold()
    server.use(http.get(call('/api/Dashboards/dashboardData'), () => held.then(() => HttpResponse.json(aDashboard()))))
    const { user } = await renderAt('/my-subscriptions/invoices')
    await waitFor(() => expect(answer.asked).toBe(1))
    letGo()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(/^Your invoices could not be loaded/)
    expect(screen.getAllByRole('alert')).toEqual([alert])
    expect(answer.asked).toBe(1)
    answer.fails = false
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('table', { name: 'Invoiced by month' })).toBeDefined()
  })
})
