import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeAll, describe, expect, test } from 'vitest'
import { setLocale } from '#/copy'
import { anAmount, choose, heading, plan, press, serveClosure, start, tick, toSettlement } from '#/test/closure'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { aPlace, serveWorld } from '#/test/places'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

beforeAll(() => import('./CloseFlow'), 60_000)

describe('location', () => {
  test('CLOSE-04, CLOSE-05: the present address is chosen', async () => {
    serveClosure()
    const { user, location } = await renderAt(start)
    await tick(user)
    expect(await heading('Moved to a new location?')).toBeDefined()
    expect(screen.getByText('Step 2 of 5')).toBeDefined()
    expect(location().search).toMatchObject({ requestStep: 'confirm-your-location' })
    expect(await screen.findByRole('radio', { name: /Lake View/, checked: true })).toBeDefined()
    await press(user, 'Continue')
    expect(await heading('When and why should we pick up?')).toBeDefined()
  })

  test('CLOSE-05: another address is told to the server with the request; a refusal is mended where it was chosen', async () => {
    const sent = serveClosure()
    server.use(
      http.post(
        call('/api/Dashboards/confirmClosure'),
        () => fault(422, 'This address is in another city.', { field: 'addressId' }),
        { once: true },
      ),
    )
    const { user } = await renderAt(start)
    await tick(user)
    await user.click(await screen.findByRole('radio', { name: /Hill Road/ }))
    await press(user, 'Continue')
    await plan(user)
    await press(user, /^Straight to Rentomoney/)
    await press(user, "I'd rather close anyway")
    expect((await screen.findByRole('alert')).textContent).toBe('This address is in another city.')
    expect(await screen.findByRole('radio', { name: /Hill Road/, checked: true })).toBeDefined()
    await press(user, 'Continue')
    await press(user, 'Continue')
    await press(user, /^Straight to Rentomoney/)
    await press(user, "I'd rather close anyway")
    await heading('Request Created Successfully')
    expect(sent.confirm).toMatchObject([{ addressId: 4 }])
  })

  test('a new address is saved with the request only; whoever goes back finds it among the others', async () => {
    setViewport(1440)
    const sent = serveClosure()
    const world = serveWorld({ places: [aPlace('Koramangala', 'Bangalore', '560034')] })
    const { user } = await renderAt(start, { before: ['/home', '/home'] })
    await tick(user)
    await press(user, 'Add new')
    await user.type(await screen.findByRole('combobox', { name: 'Street' }), 'Koramangala')
    await user.click(await screen.findByRole('option', { name: /^Koramangala/ }))
    await user.type(await screen.findByRole('textbox', { name: 'House No./Flat No.' }), '9')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).ariaBusy).toBeNull())
    await press(user, 'Save')
    await heading('When and why should we pick up?')
    expect(world.saved).toMatchObject([{ flatNo: '9', forRequest: true }])
    await press(user, 'Back')
    await press(user, 'Back')
    expect(await screen.findByRole('radio', { name: /^9, /, checked: true })).toBeDefined()
    await press(user, 'Continue')
    await plan(user)
    await press(user, /^Straight to Rentomoney/)
    expect(
      within(await screen.findByRole('region', { name: 'What you are about to ask for' })).getByText(/^9, /),
    ).toBeDefined()
    await press(user, "I'd rather close anyway")
    await heading('Request Created Successfully')
    expect(sent.confirm).toMatchObject([{ addressId: 9 }])
  })

  test('CLOSE-06: a new address has a step of its own', async () => {
    serveClosure()
    const { user, location } = await renderAt(start)
    await tick(user)
    await press(user, 'Add new')
    expect(await heading('Add New Address')).toBeDefined()
    expect(location().search).toMatchObject({ requestStep: 'add-new-location' })
    expect(screen.getByText('Step 2 of 5')).toBeDefined()
  })
})

describe('pickup', () => {
  test('CLOSE-07, VALID-30, VALID-32, VALID-35: a day that is offered, a reason, and only then Continue', async () => {
    serveClosure()
    const { user } = await renderAt(start)
    await choose(user)
    await heading('When and why should we pick up?')
    expect(screen.getByText('Step 3 of 5')).toBeDefined()
    const day = (name: RegExp) => screen.getByRole('button', { name })
    await screen.findByRole('button', { name: /22 November 2026/ })
    const go = () => screen.getByRole('button', { name: 'Continue' })
    expect(day(/21 November 2026/)).toHaveProperty('disabled', true)
    expect(day(/22 November 2026/)).toHaveProperty('disabled', false)
    expect(day(/Wednesday, 25 November 2026, holiday/)).toHaveProperty('disabled', true)
    expect(go()).toHaveProperty('disabled', true)
    await user.click(day(/24 November 2026/))
    expect(go()).toHaveProperty('disabled', true)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Reason' }), 'Moving out')
    expect(go()).toHaveProperty('disabled', false)
  })

  test('the reasons are told in Hindi; what is sent, and a reason that is new to us, stay in the words of the server', async () => {
    serveClosure()
    const { user } = await renderAt(start)
    await choose(user)
    const day = await screen.findByRole('button', { name: /24 November 2026/ })
    void setLocale('hi', { reload: false })
    await user.click(day)
    const known = await screen.findByRole<HTMLOptionElement>('option', { name: 'किराया बहुत ज़्यादा है' })
    expect(known.value).toBe('Rent is too high')
    expect(screen.getByRole('option', { name: 'Moving out' })).toBeDefined()
  })

  test('VALID-33: the next month ends the window', async () => {
    serveClosure()
    const { user } = await renderAt(start)
    await choose(user)
    await press(user, 'Next month')
    expect(await screen.findByRole('button', { name: /11 December 2026/ })).toHaveProperty('disabled', false)
    expect(screen.getByRole('button', { name: /12 December 2026/ })).toHaveProperty('disabled', true)
  })

  test('CLOSE-20, VALID-31: with day and reason the charges are asked for', async () => {
    const sent = serveClosure()
    const { user } = await renderAt(start)
    await toSettlement(user)
    await waitFor(() => expect(sent.amounts).toContainEqual({ orderItemIds: [11], preferredPickupDate: '2026-11-24' }))
  })

  test('when the charges are refused, the reason stands where the day can be changed', async () => {
    serveClosure()
    server.use(
      http.post(call('/api/Dashboards/getClosureAmounts'), async ({ request }) => {
        const { preferredPickupDate } = (await request.json()) as { preferredPickupDate?: string }
        return preferredPickupDate ? fault(409, 'This day has just gone.') : HttpResponse.json([anAmount()])
      }),
    )
    const { user } = await renderAt(start)
    await toSettlement(user)
    expect((await screen.findByRole('alert')).textContent).toBe('This day has just gone.')
    expect(await heading('When and why should we pick up?')).toBeDefined()
  })
})
