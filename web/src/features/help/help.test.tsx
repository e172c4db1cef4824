import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { storageKeys } from '#/platform/storage'
import { aConfig, aDashboard } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'
import { helpSide } from './HelpWidget'

const button = () => screen.findByRole('button', { name: 'Need help?' })
const none = () => expect(screen.queryByRole('button', { name: 'Need help?' })).toBeNull()

describe('where the widget shows', () => {
  test('HELP-01: on every page of desktop', async () => {
    setViewport(1440)
    await renderAt('/settings')
    expect(await button()).toBeDefined()
  })

  test('HELP-02: on mobile only on home', async () => {
    const { router } = await renderAt('/home')
    await button()
    await router.navigate({ to: '/settings' })
    await screen.findByRole('heading', { level: 1, name: 'Settings' })
    none()
  })

  test.each([
    ['dashboard data', http.get(call('/api/Dashboards/dashboardData'), () => fault(500, 'down'))],
    ['chat', http.get(call('/app-config.json'), () => fault(500, 'down'))],
  ])('HELP-03: not before the %s is loaded', async (_, handler) => {
    server.use(handler)
    const { queryClient } = await renderAt('/home')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await waitFor(() => expect(queryClient.getQueryCache().findAll().length).toBeGreaterThan(2))
    none()
  })

  test('HELP-04, ROLE-03: not for an agent', async () => {
    window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
    setViewport(1440)
    const { queryClient } = await renderAt('/settings')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    none()
  })

  test('HELP-12, HELP-13: bottom-left, and bottom-right from 696 to 1100 px', async () => {
    expect(helpSide.split(' ')).toEqual(['flex', 'justify-start', 'help:max-desktop:justify-end'])
    await renderAt('/home')
    await button()
    const place = screen.getByRole('complementary', { name: 'Need help?' }).className
    expect(place).toContain(helpSide)
    expect(place).toContain('desktop:bottom-4 desktop:left-4')
    expect(place).toContain('max-desktop:tall:bottom-0')
  })
})

describe('what it offers', () => {
  beforeEach(() => setViewport(1440))

  test('HELP-05, HELP-06, HELP-07: chat, create request, all options', async () => {
    const { user, location } = await renderAt('/settings')
    await user.click(await button())
    const panel = within(screen.getByRole('complementary', { name: 'Need help?' }))
    expect((await panel.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
      'Chat With Us',
      'Create Request',
      'See all options',
    ])
    expect(document.activeElement?.textContent).toBe('Need help?')
    await user.click(panel.getByRole('link', { name: 'Create Request' }))
    expect(await screen.findByRole('dialog', { name: 'Create a new request' })).toBeDefined()
    expect(location().search).toEqual({ requestType: 'create-new-request' })
  })

  test('HELP-06: no Create Request without active products', async () => {
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () => HttpResponse.json(aDashboard({ activeProductLists: [] }))),
    )
    const { user } = await renderAt('/settings')
    await user.click(await button())
    const panel = within(screen.getByRole('complementary', { name: 'Need help?' }))
    await panel.findByText('See all options')
    expect(panel.queryByText('Create Request')).toBeNull()
  })

  // HELP-08, HELP-09, HELP-10, ROUTE-22, ROUTE-23, ROUTE-24, ROUTE-25, ROUTE-26
  test('HELP-08 to HELP-10, ROUTE-22 to ROUTE-26: all options and where they lead', async () => {
    const { user } = await renderAt('/settings')
    await user.click(await button())
    await user.click(await screen.findByRole('button', { name: 'See all options' }))
    const panel = within(screen.getByRole('complementary', { name: 'Need help?' }))
    expect(panel.getByRole('button', { name: 'Chat With Us' })).toBeDefined()
    const links = panel
      .getAllByRole('link')
      .map((link) => [link.querySelector('span')?.firstChild?.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['Create Request', '/dashboard/home?requestType=create-new-request'],
      ['Connect with email', 'mailto:help@rento.example'],
      ['FAQs', 'https://help.rento.example/'],
      ['Terms & Conditions', '/terms-and-conditions'],
      ['Referral Terms & Conditions', '/dashboard/referral/terms'],
      ['Shipping Policy', '/shipping-policy'],
      ['Cancellation & Return', '/cancel-and-return-policy'],
      ['Documents Required', '/kyc-documents'],
    ])
  })

  test('where the chat is not offered, it leads to people by e-mail and phone; Escape closes and returns the focus', async () => {
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ shouldRolloutHaptikFully: false, haptikCities: ['pune'] })),
      ),
    )
    const { user } = await renderAt('/settings')
    await user.click(await button())
    await user.click(await screen.findByRole('button', { name: 'Chat With Us' }))
    const { supportEmail } = aConfig()
    const mail = await screen.findByRole('link', { name: `Write to ${supportEmail}` })
    expect(mail.getAttribute('href')).toBe(`mailto:${supportEmail}`)
    expect(screen.getByRole('link', { name: /^Call/ }).getAttribute('href')).toBe('tel:+918040000000')
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('link', { name: /^Write to/ })).toBeNull()
    expect(document.activeElement).toBe(await button())
  })

  test('HELP-11: a business customer gets the chat at once, without a menu', async () => {
    server.use(http.get(call('/api/Dashboards/isB2B'), () => HttpResponse.json({ success: true })))
    const { user } = await renderAt('/home')
    await user.click(await button())
    expect(await screen.findByRole('heading', { name: 'Chat with support' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'See all options' })).toBeNull()
  })

  test('DIALOG-17: openChat opens the chat and leaves the address', async () => {
    const { location } = await renderAt('/home?openChat=true&utm=sms')
    expect(await screen.findByRole('heading', { name: 'Chat with support' })).toBeDefined()
    expect(location().search).toEqual({ utm: 'sms' })
  })
})
