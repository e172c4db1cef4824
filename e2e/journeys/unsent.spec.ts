import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible'
import { comeBack, stayOffline } from '../support/connection'
import { expect, quick, test } from '../support/fixtures'
import { photo } from '../support/photo'

test.use({ ownCity: true, serviceWorkers: 'allow' })

const flow = (page: Page) => page.getByRole('dialog', { name: 'Repair Request' })
const waiting = (page: Page) => page.getByRole('region', { name: 'Not sent yet' })
const words = 'One leg is loose. It wobbles whenever somebody sits down, and the screw does not hold any more.'

/** Writes a repair of the first item without a network, and stores it. */
async function write(page: Page): Promise<void> {
  await page.goto('/dashboard/home?requestType=repair-request')
  await flow(page).getByRole('checkbox').first().check()
  await flow(page).getByRole('button', { name: 'Continue' }).click()
  await flow(page).getByLabel('Describe the problem').fill(words)
  await flow(page)
    .getByLabel('Front: choose a photo')
    .setInputFiles(await photo(page))
  await expect(flow(page).getByRole('img', { name: /: Front$/ })).toBeVisible()
  await flow(page).getByRole('button', { name: 'Keep and send when online' }).click()
  await expect(flow(page).getByRole('heading', { name: 'Your request is kept on this device' })).toBeVisible()
}

/** Signs in, and waits until everything that is needed offline is stored. */
async function arrive(page: Page, signIn: (persona: 'esha') => Promise<void>): Promise<void> {
  await signIn('esha')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await expect.poll(() => page.evaluate(() => localStorage.getItem('offlineData'))).toMatch(/\\"dashboard\\"/)
  await stayOffline(page)
}

interface Ticket {
  ticketId: string
  message: string
}

test(
  'a repair that is written without a network is sent once when there is one, over reloads',
  quick,
  async ({ page, city, signIn }) => {
    test.slow()
    const token = await city.token('esha')
    const raised = async () => {
      const path = '/api/Dashboards/getServiceRequest'
      const { serviceRequests } = await city.get<{ serviceRequests: Ticket[] }>(token, path)
      return serviceRequests.filter(({ message }) => message === words)
    }
    await arrive(page, signIn)
    await write(page)
    await expectAccessible(page)
    await flow(page).getByRole('link', { name: 'See request status' }).click()
    await expect(waiting(page)).toContainText('It will be sent when you are online.')
    await page.reload()
    await expect(waiting(page).getByRole('article')).toContainText(words)
    await expectAccessible(page)
    expect(await raised(), 'nothing was sent').toEqual([])

    // The first response is lost, so the request is sent again.
    let tries = 0
    await page.route('**/createNewTickets', async (route) => {
      tries += 1
      if (tries > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await comeBack(page)
    await expect(waiting(page)).toHaveCount(0, { timeout: 30_000 })
    expect(tries).toBe(2)
    const tickets = await raised()
    expect(tickets).toHaveLength(1)
    await expect(page.getByRole('main').getByText(words)).toBeVisible()
    const { images } = await city.get<{ images: object[] }>(
      token,
      `/api/ServiceRequests/getCssTicketMetadata?ticketId=${tickets[0]?.ticketId}`,
    )
    expect(images).toHaveLength(1)
    await page.reload()
    await expect(page.getByRole('main').getByText(words)).toBeVisible()
    await expect(waiting(page)).toHaveCount(0)
    expect(await raised()).toHaveLength(1)
  },
)

test('what the server does not take says why, is asked for again, and can be removed', async ({ page, signIn }) => {
  test.slow()
  await arrive(page, signIn)
  await write(page)
  // In the meantime, the same repair is raised elsewhere.
  await page.goto('/dashboard/my-subscriptions/all-requests')
  await expect(waiting(page)).toBeVisible()
  await page.route(
    '**/createNewTickets',
    async (route) => {
      await route.fetch({ headers: { ...route.request().headers(), 'idempotency-key': `other-${randomUUID()}` } })
      await route.continue()
    },
    { times: 1 },
  )
  await comeBack(page)
  await expect(waiting(page).getByRole('alert')).toHaveText(/request/)
  await expectAccessible(page)
  await expect(waiting(page).getByRole('button', { name: 'Send now' })).toBeEnabled()
  await waiting(page).getByRole('button', { name: 'Remove' }).click()
  await expect(waiting(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
})

test('who signs in again finds what was written, and nobody else does', async ({ page, signIn }) => {
  test.slow()
  await arrive(page, signIn)
  await write(page)
  await page.goto('/dashboard/home')
  await page.route('**/createNewTickets', (route) => route.abort())
  await comeBack(page)
  await page.goto('/dashboard/my-subscriptions/all-requests')
  await expect(waiting(page)).toBeVisible()
  await page.evaluate(() => {
    localStorage.removeItem('accessTokenId')
    localStorage.removeItem('user')
  })
  await signIn('esha')
  await page.goto('/dashboard/my-subscriptions/all-requests')
  await expect(waiting(page), 'of who has signed in again').toBeVisible()
  await page.evaluate(() => {
    localStorage.removeItem('accessTokenId')
    localStorage.removeItem('user')
  })
  const other = signIn as (persona: 'indu') => Promise<void>
  await other('indu')
  await page.goto('/dashboard/my-subscriptions/all-requests')
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
})
