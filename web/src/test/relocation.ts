import type { components } from '#/api/schema'
// Imported before a test's timeout starts, because loading a whole flow can take longer.
import '#/flows/relocate/RelocateFlow'
import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect } from 'vitest'
import { aDashboard } from './builders'
import { anAmount } from './closure'
import { call, http, keeping, type Reply } from './contract'
import { anAddress } from './places'
import { renderAt } from './render-at'
import { server } from './server'

export const home = anAddress()
export const pune = anAddress({ id: 2, flatNo: '7', city: 'Pune', pincode: '411045' })
/** The label of the radio button for the other address, where the items go. */
export const toPune = /^7, 3rd Cross, Pune, 411045/
const holiday = '2026-11-25'
export const slots = ['2026-11-23', '2026-11-24', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-30'].flatMap(
  (date) =>
    ['10:00', '13:00'].map((startTime, index) => ({
      slotId: `1/${date}/${startTime}`,
      date,
      startTime,
      endTime: index ? '16:00' : '13:00',
      available: !(date === '2026-11-23' && index === 0),
    })),
)

type Slots = components['schemas']['Slots']

/** The response with these slots. */
export const offered = (of: Slots['slots']): Slots => ({
  firstDate: '2026-11-22',
  lastDate: '2026-12-10',
  holidays: [holiday],
  slots: of,
})

/** The recorded calls, in order. */
export const asked: [path: string, body: unknown][] = []

export function answer<Path extends string>(path: Path, respond: () => Reply<Path, 'post'>) {
  server.use(keeping(call(path), (body) => asked.push([path.split('/').at(-1) ?? '', body]), respond))
}

export const bodiesOf = (name: string) => asked.filter(([path]) => path === name).map(([, body]) => body)

/** Serves home with cities of two states. */
export function serveHome(change: Parameters<typeof aDashboard>[0]) {
  const locations = [
    { id: 1, name: 'Bengaluru', slug: 'bangalore', state: 'Karnataka' },
    { id: 2, name: 'Pune', slug: 'pune', state: 'Maharashtra' },
  ]
  server.use(
    http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ locations, ...change }))),
  )
}

/** Serves two addresses in two cities, without slots. */
export function serveRelocation() {
  asked.length = 0
  const rules = {
    today: '2026-11-20',
    holidays: [
      { locationId: 1, date: holiday },
      { locationId: 2, date: '2026-12-01' },
    ],
    closurereasons: [],
    closurePickUpCalenderDateMap: {
      full: { minPickupDays: 4, maxPickupDays: 20 },
      partial: { minPickupDays: 2, maxPickupDays: 30 },
    },
  }
  serveHome({})
  server.use(
    http.get(call('/api/meta/rmStaticVariables'), () => HttpResponse.json(rules)),
    http.get(call('/api/RMUsers/7/addresses'), () => HttpResponse.json([home, pune])),
    http.get(call('/api/Dashboards/getServiceRequest'), () => HttpResponse.json({ serviceRequests: [], total: 0 })),
  )
  answer('/api/ServiceRequests/checkIfTicketsCanExistsParallely', () =>
    HttpResponse.json({
      success: true,
      message: '',
      proceedWithTicketCreation: true,
      revokeAllowed: true,
      revokeTickets: [],
    }),
  )
  answer('/api/ServiceRequests/getCssSlots', () => HttpResponse.json(offered([])))
  answer('/api/ServiceRequests/bookCssSlot', () => HttpResponse.json({ success: true }))
  server.use(
    http.post(call('/api/Dashboards/getClosureAmounts'), () =>
      HttpResponse.json([{ ...anAmount(), orderItem: { ...anAmount().orderItem, addressId: home.id } }]),
    ),
  )
  answer('/api/ServiceRequests/createNewTicket', () =>
    HttpResponse.json({ success: true, serviceRequestId: 5, ticketId: 'T5' }),
  )
}

export type App = Awaited<ReturnType<typeof renderAt>>

export const percent = () => screen.getByText('Completed').previousElementSibling?.textContent
export const atStep = (app: App, step: string | undefined) =>
  waitFor(() => expect((app.location().search as { requestStep?: string }).requestStep).toBe(step))
export const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
export const press = async (app: App, name: string) => app.user.click(await button(name))
export const calendarDay = (day: string) =>
  screen.findByRole<HTMLButtonElement>('button', { name: new RegExp(`, ${day}`) })

export async function openFlow() {
  const app = await renderAt('/home?requestType=relocate-subscription', { before: ['/kyc', '/home'] })
  await screen.findByRole('dialog', { name: 'Relocation Request' })
  return app
}

export async function chooseItems(app: App, ...names: RegExp[]) {
  for (const name of names) await app.user.click(await screen.findByRole('checkbox', { name }))
  await press(app, 'Continue')
}

export async function choosePlace(app: App, name: RegExp) {
  await app.user.click(await screen.findByRole('radio', { name }))
  await press(app, 'Continue')
}

/** Opens the flow and goes to the choice of the pickup day. */
export async function toPickupDay() {
  const app = await openFlow()
  await chooseItems(app, /Wooden sofa/)
  await choosePlace(app, /^Address 1/)
  await atStep(app, 'choose-pickup-date')
  return app
}

export async function chooseDay(app: App, day: string) {
  await app.user.click(await calendarDay(day))
}

/** Goes to the last screen before the request is sent. */
export async function toDropDay() {
  const app = await toPickupDay()
  await chooseDay(app, '23 November 2026')
  await press(app, 'Continue')
  await choosePlace(app, toPune)
  await atStep(app, 'choose-preferred-date')
  return app
}
