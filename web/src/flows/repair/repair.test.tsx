import { details } from '#/test/tickets'
// Imported before a test's timeout starts, because loading a whole flow can take longer.
import './RepairFlow'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type AnalyticsTask, connectAnalytics } from '#/platform/analytics'
import { shrunkSize } from '#/platform/shrink-image'
import { anAmount } from '#/test/closure'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { anAddress } from '#/test/places'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const free = { success: true, message: '', proceedWithTicketCreation: true, revokeAllowed: true, revokeTickets: [] }

const here = anAddress({ id: 5, city: 'Bangalore' })
const elsewhere = anAddress({ id: 6, city: 'Pune' })

/** The recorded repair requests. */
let asked: { data: object[] }[]
let uploads: number

beforeEach(() => {
  asked = []
  uploads = 0
  server.use(
    http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json([here, elsewhere])),
    http.post(call('/api/Dashboards/getClosureAmounts'), () => HttpResponse.json([anAmount()])),
    http.post(call('/api/ServiceRequests/checkIfTicketsCanExistsParallely'), () => HttpResponse.json(free)),
    http.post(call('/api/ServiceRequestImages/upload'), () => HttpResponse.json(upload())),
    http.post(call('/api/Dashboards/createNewTickets'), async ({ request }) => {
      asked.push((await request.json()) as { data: object[] })
      return HttpResponse.json({
        success: true,
        tickets: (asked[0]?.data ?? []).map((_, at) => ({ ...details(), ticketId: `T${at + 1}` })),
      })
    }),
  )
})

function upload() {
  uploads += 1
  return { id: `photo${uploads}`, url: `/photo${uploads}`, name: 'a.jpg', type: 'image/jpeg', size: 9 }
}

type App = Awaited<ReturnType<typeof renderAt>>

const photo = () => new File(['photo'], 'a.png', { type: 'image/png' })
const press = async (app: App, name: string) => app.user.click(await screen.findByRole('button', { name }))
const atStep = (app: App, step: string | undefined) =>
  waitFor(() => expect((app.location().search as { requestStep?: string }).requestStep).toBe(step))
const head = (name: RegExp) => screen.findByRole<HTMLButtonElement>('button', { name, expanded: undefined })
const section = (name: RegExp) => {
  const button = screen.getByRole('button', { name })
  const part = button.closest('section')
  if (!part) throw new Error('no section')
  return within(part)
}

async function open() {
  const app = await renderAt('/home?requestType=repair-request', { before: ['/home'] })
  await screen.findByRole('dialog', { name: 'Repair Request' })
  return app
}

async function choose(app: App, ...names: RegExp[]) {
  for (const name of names) await app.user.click(await screen.findByRole('checkbox', { name }))
  await press(app, 'Continue')
}

async function toProblems(...names: RegExp[]) {
  const app = await open()
  await choose(app, ...names)
  await app.user.click(await screen.findByRole('radio', { name: /^Address 1/ }))
  await press(app, 'Continue')
  await atStep(app, 'repair-request-step-2')
  return app
}

const sofa = /Wooden sofa/
const fridge = /fridge/

async function describeIt(app: App, name: RegExp, text: string) {
  await app.user.type(section(name).getByRole('textbox', { name: 'Describe the problem' }), text)
  await app.user.upload(section(name).getByLabelText('Front: choose a photo'), photo())
  await section(name).findByRole('img', { name: /Front/ })
}

describe('from the products to the requests', () => {
  test('REPAIR-01, REPAIR-02, REPAIR-03, FLOW-07: products, then where they are', async () => {
    const app = await open()
    expect(screen.getByText('Step 1 of 2')).toBeDefined()
    await choose(app, sofa)
    await atStep(app, 'confirm-your-location')
    expect(screen.getByText('Step 1 of 2')).toBeDefined()
    expect(await screen.findByRole('heading', { name: 'Moved to a new location?' })).toBeDefined()
  })

  test('a repair is where the items stand: that address is chosen, and none in another city is offered', async () => {
    const app = await open()
    await choose(app, /Wooden sofa/)
    const present = { name: /^Address 1 4B, 3rd Cross, Bangalore.*Your items are here now/, checked: true }
    expect(await screen.findByRole('radio', present)).toBeDefined()
    expect(screen.getAllByRole('radio')).toHaveLength(1)
    expect(screen.getByText(/^Your addresses outside Bangalore are not shown/)).toBeDefined()
  })

  test('REPAIR-03: whoever has no address is asked for a new one', async () => {
    server.use(http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json([])))
    const app = await open()
    await choose(app, sofa)
    await atStep(app, 'add-new-location')
  })

  test('REPAIR-04, REPAIR-05, REPAIR-06, REPAIR-07, REPAIR-08, REPAIR-09, SUCCESS-05, ENTITY-25, CALL-29: one product after the other, then all requests at once', async () => {
    const events: AnalyticsTask[] = []
    connectAnalytics((task) => events.push(task))
    const app = await toProblems(sofa, fridge)
    expect(screen.getByText('Step 2 of 2')).toBeDefined()
    expect((await head(sofa)).getAttribute('aria-expanded')).toBe('true')
    expect((await head(fridge)).disabled).toBe(true)
    expect(section(sofa).getAllByLabelText(/: choose a photo/)).toHaveLength(3)
    await press(app, 'Next Product')
    expect((await head(fridge)).disabled).toBe(true)
    await describeIt(app, sofa, 'A leg broke.')
    await press(app, 'Next Product')
    expect((await head(fridge)).getAttribute('aria-expanded')).toBe('true')
    expect((await head(sofa)).getAttribute('aria-expanded')).toBe('false')
    await describeIt(app, fridge, 'It leaks.')
    await press(app, 'Submit request')
    expect(await screen.findByRole('heading', { name: 'Request Created Successfully' })).toBeDefined()
    await atStep(app, 'request-created-successfully')
    expect(['T1', 'T2'].map((id) => screen.getByText(id))).toHaveLength(2)
    expect(screen.getByText('What happens next')).toBeDefined()
    expect(asked).toMatchObject([
      {
        data: [
          { requestType: 20, orderItemId: 11, addressId: 5, message: 'A leg broke.', images: [{ id: 'photo1' }] },
          { requestType: 20, orderItemId: 12, addressId: 5, message: 'It leaks.', images: [{ id: 'photo2' }] },
        ],
      },
    ])
    expect(events).toContainEqual(
      expect.objectContaining({ name: 'request created', properties: { ticketType: 'Repair Request' } }),
    )
    connectAnalytics()
  })

  test('VALID-38, VALID-39: without words or a photo nothing is sent', async () => {
    const app = await toProblems(sofa)
    await press(app, 'Submit request')
    const words = { name: 'Describe the problem', description: 'Please describe your problem' }
    expect(document.activeElement).toBe(await screen.findByRole('textbox', words))
    expect(within(screen.getByRole('group', { name: /Photos/ })).getByRole('alert').textContent).toBe(
      'Please select at least one image',
    )
    await app.user.type(screen.getByRole('textbox', { name: 'Describe the problem' }), 'A leg broke.')
    expect(screen.queryByText('Please describe your problem')).toBeNull()
    await press(app, 'Submit request')
    expect(document.activeElement).toBe(screen.getByLabelText('Front: choose a photo'))
    expect(asked).toEqual([])
  })

  test('the first product that lacks something is opened, with the focus where it lacks', async () => {
    const app = await toProblems(sofa, fridge)
    await describeIt(app, sofa, 'A leg broke.')
    await press(app, 'Next Product')
    await describeIt(app, fridge, 'It leaks.')
    await app.user.click(await head(sofa))
    const words = section(sofa).getByRole('textbox', { name: 'Describe the problem' })
    await app.user.clear(words)
    await app.user.click(await head(fridge))
    await press(app, 'Submit request')
    expect((await head(sofa)).getAttribute('aria-expanded')).toBe('true')
    expect(document.activeElement).toBe(words)
    expect((await screen.findByRole('alert')).textContent).toBe('Please describe your problem')
    expect(asked).toEqual([])
  })

  test('a product with a live request is mended where products are chosen', async () => {
    const live = () => fault(409, 'This item has a live request.')
    server.use(http.post(call('/api/Dashboards/createNewTickets'), live))
    const app = await toProblems(sofa)
    await describeIt(app, sofa, 'A leg broke.')
    await press(app, 'Submit request')
    await atStep(app, undefined)
    const dialog = within(await screen.findByRole('dialog', { name: 'Repair Request' }))
    expect(dialog.getByText('This item has a live request.')).toBeDefined()
  })

  test('FLOW-07: a page that is opened on a later step starts at none', async () => {
    const app = await renderAt('/home?requestType=repair-request&requestStep=repair-request-step-2')
    await waitFor(() => expect(app.location().search).toEqual({}))
  })
})

describe('photos', () => {
  test('a file of the wrong type says why and offers another one, not the same again', async () => {
    const sent = vi.fn()
    server.use(
      http.post(call('/api/ServiceRequestImages/upload'), () => {
        sent()
        return sent.mock.calls.length === 1 ? fault(415, 'Please choose a picture.') : HttpResponse.json(upload())
      }),
    )
    const app = await toProblems(sofa)
    await app.user.upload(screen.getByLabelText('Side: choose a photo'), photo())
    expect(await screen.findByText('Please choose a picture.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Side: try again' })).toBeNull()
    await app.user.upload(screen.getByLabelText('Side: choose another file'), photo())
    expect(await screen.findByRole('img', { name: 'Wooden sofa set, 3 seater: Side' })).toBeDefined()
  })

  test('one on its way is waited for: pressing says so and leads to it', async () => {
    let arrive: () => void = () => undefined
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    server.use(
      http.post(call('/api/ServiceRequestImages/upload'), async () => {
        await arrived
        return HttpResponse.json(upload())
      }),
    )
    const app = await toProblems(sofa)
    await app.user.type(section(sofa).getByRole('textbox', { name: 'Describe the problem' }), 'A leg broke.')
    await app.user.upload(screen.getByLabelText('Front: choose a photo'), photo())
    // The field that had the focus is gone. The dialog takes the focus one frame later.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await press(app, 'Submit request')
    expect((await screen.findByRole('alert')).textContent).toBe('Your photos are still being uploaded')
    expect(screen.getByRole('group', { name: /Photos/ }).contains(document.activeElement)).toBe(true)
    expect(asked).toEqual([])
    arrive()
    await section(sofa).findByRole('img', { name: /Front/ })
    expect(screen.queryByRole('alert')).toBeNull()
    await press(app, 'Submit request')
    expect(await screen.findByRole('heading', { name: 'Request Created Successfully' })).toBeDefined()
  })

  test('CALL-28: one that did not arrive says why, is tried again, and is removed', async () => {
    const attempts = vi.fn()
    server.use(
      http.post(call('/api/ServiceRequestImages/upload'), () => {
        attempts()
        return attempts.mock.calls.length === 1
          ? fault(503, 'This image could not be stored.')
          : HttpResponse.json(upload())
      }),
    )
    const app = await toProblems(sofa)
    await app.user.upload(screen.getByLabelText('Side: choose a photo'), photo())
    expect(await screen.findByText('This image could not be stored.')).toBeDefined()
    await press(app, 'Side: try again')
    expect(await screen.findByRole('img', { name: 'Wooden sofa set, 3 seater: Side' })).toBeDefined()
    expect(screen.queryByText('This image could not be stored.')).toBeNull()
    await press(app, 'Side: remove the photo')
    expect(screen.getByLabelText('Side: choose a photo')).toBeDefined()
    expect(attempts).toHaveBeenCalledTimes(2)
  })

  test('large photos are sent smaller', () => {
    expect(shrunkSize(4000, 3000)).toEqual({ width: 2048, height: 1536 })
    expect(shrunkSize(300, 9000)).toEqual({ width: 68, height: 2048 })
    expect(shrunkSize(640, 480)).toEqual({ width: 640, height: 480 })
    expect(shrunkSize(9000, 1)).toEqual({ width: 2048, height: 1 })
  })
})
