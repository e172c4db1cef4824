import { fireEvent, screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { paperSearch } from '#/features/papers/papers'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { keptFiles } from '#/test/kept-files'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const paper = {
  fileName: 'KA-26-27-0000014.pdf',
  pages: [
    { svg: '<svg xmlns="http://www.w3.org/2000/svg"><text>&amp; #1</text></svg>', lines: ['Tax invoice', '₹2,830.00'] },
    { svg: '<svg xmlns="http://www.w3.org/2000/svg"/>', lines: ['Page 2 of 2'] },
  ],
}
const pages = 'application/vnd.rento.pages+json'

/** Responds with the pages or the file, depending on the request, and records the requests. */
function answering(path: '/api/RMUsers/7/getRentalInvoice' | '/api/Payments/receipt') {
  const asked: string[] = []
  server.use(
    http.get(call(path), ({ request }) => {
      const as = request.headers.get('Accept') ?? ''
      asked.push(`${as} ${new URL(request.url).search}`)
      return as === pages ? HttpResponse.json(paper as never) : HttpResponse.text('%PDF-1.7')
    }),
  )
  return asked
}

test('ROUTE-19: a document is shown as it is printed, page by page, and read out', async () => {
  const asked = answering('/api/RMUsers/7/getRentalInvoice')
  const { user } = await renderAt('/print-pdf/invoice?invoiceId=1042')
  const first = await screen.findByRole('img', { name: 'Page 1 of 2' })
  expect(decodeURIComponent(first.getAttribute('src') ?? '')).toBe(`data:image/svg+xml,${paper.pages[0]?.svg}`)
  expect(screen.getByRole('img', { name: 'Page 2 of 2' })).toBeDefined()
  expect(screen.getByText('₹2,830.00')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1, name: 'Invoice' })).toBeDefined()

  const print = vi.spyOn(window, 'print').mockImplementation(() => {})
  await user.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()

  const kept = keptFiles()
  await user.click(screen.getByRole('button', { name: 'Download PDF' }))
  await waitFor(() => expect(kept).toEqual(['KA-26-27-0000014.pdf']))
  expect(asked).toEqual([`${pages} ?invoiceId=1042`, 'application/pdf ?invoiceId=1042'])
})

test('on a phone a page can be read larger: it is wider than the screen and moves in its frame', async () => {
  answering('/api/RMUsers/7/getRentalInvoice')
  const { user } = await renderAt('/print-pdf/invoice?invoiceId=1042')
  const first = await screen.findByRole('img', { name: 'Page 1 of 2' })
  const frame = first.parentElement as HTMLElement
  expect(frame.tabIndex).toBe(-1)
  await user.click(screen.getByRole('button', { name: 'Read larger' }))
  expect(first.className).toContain('w-[860px]')
  expect(frame.className).toContain('overflow-x-auto')
  expect(frame.tabIndex).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Show the whole width' }))
  expect(first.className).toContain('w-full')
})

test('ROUTE-19: without a type and an id it is the latest rental invoice', async () => {
  const asked = answering('/api/RMUsers/7/getRentalInvoice')
  await renderAt('/print-pdf')
  expect(await screen.findByRole('img', { name: 'Page 1 of 2' })).toBeDefined()
  expect(asked).toEqual([`${pages} `])
})

test.each([
  ['an id that cannot be one', '/print-pdf/invoice?invoiceId=latest'],
  ['an address that does not say which', '/print-pdf/receipt'],
])('%s is no document, and nothing is asked for', async (_, path) => {
  const asked = [...answering('/api/RMUsers/7/getRentalInvoice'), ...answering('/api/Payments/receipt')]
  await renderAt(path)
  expect(await screen.findByText('There is no such document')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  expect(asked).toEqual([])
})

test("one that is not there, or another customer's, is no document", async () => {
  server.use(http.get(call('/api/Payments/receipt'), () => fault(404, 'There is no such payment.')))
  await renderAt('/print-pdf/receipt?rmTransactionId=4711')
  expect(await screen.findByText('There is no such document')).toBeDefined()
})

test('one that cannot be loaded says so and is asked for again', async () => {
  server.use(http.get(call('/api/Payments/receipt'), () => fault(500, 'Something broke.'), { once: true }))
  const { user } = await renderAt('/print-pdf/receipt?rmTransactionId=4711')
  expect(await screen.findByText('The document could not be loaded')).toBeDefined()
  answering('/api/Payments/receipt')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('img', { name: 'Page 1 of 2' })).toBeDefined()
})

test('a voucher of rent in advance is shown as it is printed', async () => {
  const asked: string[] = []
  server.use(
    http.get(call('/api/Payments/advanceVoucher'), ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(paper as never)
    }),
  )
  await renderAt('/print-pdf/voucher?voucher=5')
  expect(await screen.findByRole('heading', { level: 1, name: 'Voucher' })).toBeDefined()
  expect(await screen.findByRole('img', { name: 'Page 1 of 2' })).toBeDefined()
  expect(asked).toEqual(['?voucher=5'])
})

test('an address keeps what says which document it is', () => {
  expect(paperSearch({ invoiceId: '7', orderId: '', ticketId: 4, other: 'x' })).toEqual({ invoiceId: '7' })
})

test.each([
  ['statement', '/api/Dashboards/getAccountStatement'],
  ['wallet', '/api/Dashboards/getWalletTransactions'],
  ['deposit', '/api/Dashboards/getDepositDetails'],
] as const)(
  'the days of a statement are shown and chosen, and it is kept for a spreadsheet: %s',
  async (type, path) => {
    const asked: string[] = []
    server.use(
      http.get(call(path), ({ request }) => {
        const as = request.headers.get('Accept') ?? ''
        const { search, searchParams } = new URL(request.url)
        asked.push(`${as} ${search}`)
        if (searchParams.get('to') === '2027-01-31') {
          return fault(422, 'The last day must not be after today.', { field: 'to' })
        }
        const covered = { from: '2026-04-01', to: searchParams.get('to') ?? '2026-11-26' }
        return as === pages
          ? HttpResponse.json({ ...paper, ...covered } as never)
          : (HttpResponse.text('date,kind') as never)
      }),
    )
    const { location, user } = await renderAt(`/print-pdf/${type}`)
    expect(await screen.findByRole('img', { name: 'Page 1 of 2' })).toBeDefined()
    const day = (label: string) => screen.getByLabelText(label) as HTMLInputElement
    expect([day('From').value, day('To').value], 'what it covers').toEqual(['2026-04-01', '2026-11-26'])

    const choose = async (to: string) => {
      fireEvent.change(day('To'), { target: { value: to } })
      await user.click(screen.getByRole('button', { name: 'Show these days' }))
    }
    await choose('2027-01-31')
    expect(await screen.findByText('The last day must not be after today.')).toBeDefined()
    expect(day('To').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('img', { name: 'Page 1 of 2' }), 'the statement stays').toBeDefined()

    await choose('2026-10-31')
    await waitFor(() => expect(location().search).toEqual({ from: '2026-04-01', to: '2026-10-31' }))
    await waitFor(() => expect(asked).toContain(`${pages} ?from=2026-04-01&to=2026-10-31`))
    const kept = keptFiles()
    await user.click(await screen.findByRole('button', { name: 'Download for a spreadsheet (CSV)' }))
    await waitFor(() => expect(kept).toEqual(['KA-26-27-0000014.csv']))
    expect(asked).toContain('text/csv ?from=2026-04-01&to=2026-10-31')
  },
)

test('the receipt of rent in advance leads to its vouchers', async () => {
  const vouchers = [
    { id: '5', kind: 'receipt', number: 'KA/26-27/V000001', date: '2026-09-05', amount: 19821.52 },
    { id: '6', kind: 'refund', number: 'KA/26-27/R000001', date: '2026-11-05', amount: 500 },
  ]
  server.use(http.get(call('/api/Payments/receipt'), () => HttpResponse.json({ ...paper, vouchers } as never)))
  await renderAt('/print-pdf/receipt?rmTransactionId=4711')
  const receipt = await screen.findByRole('link', { name: 'Receipt voucher KA/26-27/V000001' })
  expect(receipt.getAttribute('href')).toMatch(/\/print-pdf\/voucher\?voucher=5$/)
  expect(screen.getByRole('link', { name: 'Refund voucher KA/26-27/R000001' })).toBeDefined()
})
