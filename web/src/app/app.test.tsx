import { act, screen, waitFor, within } from '@testing-library/react'
import { delay, HttpResponse } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { m, setLocale } from '#/copy'
import { storageKeys } from '#/platform/storage'
import { aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { fault, signedIn } from '#/test/handlers'
import { aHold } from '#/test/hold'
import { renderAt, signIn } from '#/test/render-at'
import { server } from '#/test/server'
import { setViewport } from '#/test/viewport'

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name })

describe('every address has its page', () => {
  const pages: [ids: string, path: string, title: string | RegExp][] = [
    ['ROUTE-05', '/kyc', 'Profile (KYC)'],
    ['ROUTE-06', '/kyc/documents', 'KYC documents'],
    ['ROUTE-06', '/kyc/documents/student', 'KYC documents'],
    ['ROUTE-08', '/referral', 'Referral'],
    ['ROUTE-09', '/referral/terms', 'Referral Terms & Conditions'],
    ['ROUTE-10', '/settings', 'Settings'],
    ['ROUTE-11', '/create-new-request', 'Create a new request'],
    ['ROUTE-12', '/my-subscriptions/active-subscriptions', 'Active Items'],
    ['ROUTE-13', '/my-subscriptions/closed-subscriptions', 'Closed Items'],
    ['ROUTE-14', '/my-subscriptions/adjustment-invoice', /Adjustment invoice/],
    ['ROUTE-15', '/my-subscriptions/all-requests', 'All Requests'],
    ['ROUTE-16, PROD-07', '/my-subscriptions/invoices', 'Invoices'],
    ['ROUTE-17, PROD-07', '/my-subscriptions/transactions', 'Transactions'],
    ['ROUTE-18', '/my-subscriptions/rental-invoice', 'Rental invoice'],
    ['ROUTE-18', '/my-subscriptions/1042/rental-invoice', 'Rental invoice'],
    ['ROUTE-19', '/print-pdf', /.+/],
    ['ROUTE-19', '/print-pdf/invoice', /.+/],
    ['ROUTE-20', '/wa/cancellation', 'Same-day cancellation'],
  ]
  test.each(pages)('%s: %s', async (_, path, title) => {
    await renderAt(path)
    expect(await heading(title)).toBeDefined()
  })

  test('ROUTE-01, ROUTE-04: home lives under /dashboard, without a hash', async () => {
    const { history } = await renderAt('/home')
    expect(await heading('Hi, Asha')).toBeDefined()
    expect(history.location.href).toBe('/dashboard/home')
  })

  test('ROUTE-21, GATE-06: the index goes home', async () => {
    const { location } = await renderAt('/')
    await waitFor(() => expect(location().pathname).toBe('/home'))
  })
})

describe('the auth gate', () => {
  test('ROUTE-02, ROUTE-07, ROLE-06, GATE-02: a visitor signs in first, and comes back', async () => {
    const { location, user } = await renderAt('/settings', { signedIn: false })
    expect(await heading('Sign in')).toBeDefined()
    expect(location()).toMatchObject({ pathname: '/login', search: { redirectUrl: '/settings' } })

    await user.type(screen.getByLabelText('Mobile number'), '+91 98765 43210')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await user.click(await screen.findByLabelText('6-digit code'))
    await user.paste('123 456')
    expect(await heading('Settings')).toBeDefined()
    expect(window.localStorage.getItem(storageKeys.token)).toBe('rs1_token')
  })

  test('GATE-03: /login does not redirect to itself', async () => {
    const { location } = await renderAt('/login', { signedIn: false })
    expect(await heading('Sign in')).toBeDefined()
    expect(location().href).toBe('/login')
  })

  test('LAYOUT-04: login has a layout of its own, without header and menus', async () => {
    await renderAt('/login', { signedIn: false })
    await heading('Sign in')
    expect(screen.queryByRole('banner')).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('whoever is signed in does not sign in again', async () => {
    const { location } = await renderAt('/login')
    await waitFor(() => expect(location().pathname).toBe('/home'))
  })

  test('GATE-04: direct-login marks the browser as used by an agent', async () => {
    await renderAt('/home?direct-login=true')
    await heading('Hi, Asha')
    expect(window.localStorage.getItem(storageKeys.isDirectLogin)).toBe('true')
  })

  test('GATE-05: the stored user is the user of the screens, and the B2B flag is set', async () => {
    await renderAt('/home')
    await heading('Hi, Asha')
    await waitFor(() => expect(window.localStorage.getItem(storageKeys.isB2B)).toBe('false'))
  })

  test.each([
    ['a token without a user', { accessTokenId: 't' }],
    ['a user without a token', { user: JSON.stringify(aUser()) }],
    ['an unreadable user', { accessTokenId: 't', user: '{"id":' }],
  ])('GATE-07: %s is forgotten, and the city page asks to sign in', async (_, stored) => {
    window.localStorage.setItem(storageKeys.location, '{"slug":"pune"}')
    for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value)
    const { left } = await renderAt('/home', { signedIn: false })
    expect(left.replace).toHaveBeenCalledWith('/pune?popup=login&redirect=/dashboard/home')
    expect(window.localStorage.getItem('accessTokenId')).toBeNull()
  })

  test('GATE-07: an ended session (401) does the same', async () => {
    server.use(http.get(call('/api/Dashboards/dashboardData'), () => fault(401, 'Please sign in.')))
    const { left } = await renderAt('/home')
    await waitFor(() => expect(left.replace).toHaveBeenCalledWith('/bangalore?popup=login&redirect=/dashboard/home'))
    expect(window.localStorage.getItem(storageKeys.token)).toBeNull()
  })
})

describe('sign-in links', () => {
  test('ROUTE-03, GATE-01: the code is redeemed once, leaves the address, and leads on', async () => {
    const redeemed: unknown[] = []
    server.use(
      http.post(call('/api/RMUsers/accessTokenLogin'), async ({ request }) => {
        redeemed.push(await request.json())
        return HttpResponse.json(signedIn())
      }),
    )
    const { history, location } = await renderAt('/settings?accessToken=662E41&theme=x', { signedIn: false })
    expect(await heading('Settings')).toBeDefined()
    expect(redeemed).toEqual([{ accessTokenID: '662E41' }])
    expect(location().search).toEqual({ theme: 'x' })
    expect(history.length).toBe(1)
  })

  test('ROUTE-03: the redirectUrl of another site leads home instead', async () => {
    const { location } = await renderAt('/authenticate-user?accessToken=x&redirectUrl=https://evil.example', {
      signedIn: false,
    })
    await waitFor(() => expect(location().pathname).toBe('/home'))
  })

  test('LEGACY-18: a legacy address with a code goes on to its new address', async () => {
    const { location } = await renderAt('/payment?accessToken=x&utm=sms', { signedIn: false })
    await waitFor(() => expect(location().pathname).toBe('/my-subscriptions/invoices'))
    expect(location().search).toEqual({ utm: 'sms' })
  })

  test('a used link says so, and offers the other way in', async () => {
    server.use(http.post(call('/api/RMUsers/accessTokenLogin'), () => fault(401, 'This link was used before.')))
    await renderAt('/authenticate-user?accessToken=x', { signedIn: false })
    expect(await heading('This sign-in link does not work any more')).toBeDefined()
    expect(screen.getByRole('alert').textContent).toBe('This link was used before.')
    expect(screen.getByRole('link', { name: 'Sign in with your mobile number' })).toBeDefined()
  })

  test('a sign-in that withdraws the deletion of the account says so at home, until that is closed', async () => {
    window.localStorage.clear()
    server.use(
      http.post(call('/api/RMUsers/accessTokenLogin'), () => HttpResponse.json({ ...signedIn(), isKept: true })),
    )
    const { user } = await renderAt('/authenticate-user?accessToken=x&redirectUrl=/home')
    const kept = /^Your account was to be deleted. Because you signed in, it is kept./
    expect(await screen.findByText(kept)).toBeDefined()
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(kept)).toBeNull()
  })

  test('a link of somebody else asks first; declining ends the new session, not the old one', async () => {
    const ended: (string | null)[] = []
    server.use(
      http.post(call('/api/RMUsers/accessTokenLogin'), () =>
        HttpResponse.json({ ...signedIn(aUser({ id: 8, userId: 8, fullName: 'Bilal Khan' })), accessTokenId: 'new' }),
      ),
      http.post(call('/api/RMUsers/logout'), ({ request }) => {
        ended.push(request.headers.get('Authorization'))
        return HttpResponse.json({ success: true })
      }),
    )
    const { user } = await renderAt('/authenticate-user?accessToken=x&redirectUrl=/settings')
    expect(await heading('Continue as Bilal Khan?')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Stay signed in as Asha Rao' }))
    expect(await heading('Settings')).toBeDefined()
    expect(ended).toEqual(['new'])
    expect(window.localStorage.getItem(storageKeys.token)).toBe('rs1_token')
  })

  test('accepting it switches the person', async () => {
    server.use(
      http.post(call('/api/RMUsers/accessTokenLogin'), () =>
        HttpResponse.json({ ...signedIn(aUser({ id: 8, userId: 8, fullName: 'Bilal Khan' })), accessTokenId: 'new' }),
      ),
    )
    const { user } = await renderAt('/authenticate-user?accessToken=x&redirectUrl=/home')
    await user.click(await screen.findByRole('button', { name: 'Continue as Bilal Khan' }))
    expect(await heading('Hi, Bilal')).toBeDefined()
    expect(window.localStorage.getItem(storageKeys.token)).toBe('new')
  })
})

describe('login says what is wrong', () => {
  test('an incomplete number, a refused number, a wrong code', async () => {
    server.use(
      http.post(call('/api/RMUsers/requestLoginCode'), () => fault(429, 'Too many codes. Try again in an hour.'), {
        once: true,
      }),
      http.post(call('/api/RMUsers/verifyLoginCode'), () => fault(401, 'That code is not right.')),
    )
    const { user, left } = await renderAt('/login', { signedIn: false })
    await heading('Sign in')
    await user.type(screen.getByLabelText('Mobile number'), '98765')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Enter all 10 digits of your mobile number.')
    await user.type(screen.getByLabelText('Mobile number'), '43210999')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    expect((await screen.findByText('Too many codes. Try again in an hour.')).getAttribute('role')).toBe('alert')
    await user.click(screen.getByRole('button', { name: 'Send code' }))
    await user.type(await screen.findByLabelText('6-digit code'), '111111')
    expect((await screen.findByText('That code is not right.')).getAttribute('role')).toBe('alert')
    expect(screen.getByRole('button', { name: /Send a new code in/ })).toHaveProperty('disabled', true)
    expect(left.replace).not.toHaveBeenCalled()
  })
})

test('who signs in while another code is on its way goes on', async () => {
  const { held, letGo } = aHold()
  const codes = [{ challengeId: 'c-1', resendAfter: 0 }]
  server.use(
    http.post(call('/api/RMUsers/requestLoginCode'), () => {
      const first = codes.pop()
      return first ? HttpResponse.json(first) : held
    }),
  )
  const { user, location } = await renderAt('/login', { signedIn: false })
  await user.type(await screen.findByLabelText('Mobile number'), '9876543210')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }))
  await user.click(screen.getByLabelText('6-digit code'))
  await user.paste('123456')
  await waitFor(() => expect(location().pathname).toBe('/home'))
  letGo()
})

describe('addresses without a page', () => {
  test('ERRPAGE-06, LEGACY-19: an unknown one goes home, with a spinner on the way', async () => {
    const { location } = await renderAt('/no/such/page?keep=1')
    await waitFor(() => expect(location()).toMatchObject({ pathname: '/home', search: { keep: '1' } }))
  })

  test.each(['/kyc/documents/astronaut', '/my-subscriptions/latest/rental-invoice'])(
    'ERRPAGE-01: %s is a 404, inside its layout',
    async (path) => {
      await renderAt(path)
      expect(await heading('This page could not be found')).toBeDefined()
      expect(screen.getByRole('banner')).toBeDefined()
    },
  )

  test('ERRPAGE-01: so is an unknown type of document to print', async () => {
    await renderAt('/print-pdf/painting')
    expect(await heading('This page could not be found')).toBeDefined()
  })
})

describe('business customers', () => {
  const notice =
    'Looks like you are our B2B Customer. There is no dashboard access for our B2B Customers. You will have to contact our customer support team for the details as required by you.'

  test('B2B-01, B2B-05, ROLE-02: see the notice and nothing else', async () => {
    server.use(
      http.get(call('/api/Dashboards/isB2B'), () => HttpResponse.json({ success: true })),
      http.get(call('/api/Dashboards/dashboardData'), () => fault(500, 'must not be asked')),
    )
    await renderAt('/home')
    expect(await heading(notice)).toBeDefined()
    expect(window.localStorage.getItem(storageKeys.isB2B)).toBe('true')
  })

  test('B2B-02, B2B-03: the server decides once, then the stored answer serves', async () => {
    let asked = 0
    server.use(
      http.get(call('/api/Dashboards/isB2B'), () => {
        asked += 1
        return HttpResponse.json({ success: false })
      }),
    )
    const first = await renderAt('/home')
    await heading('Hi, Asha')
    first.unmount()
    await renderAt('/settings')
    await heading('Settings')
    expect(asked).toBe(1)
  })

  test('B2B-04, B2B-06: a spinner until the answer; only then does the dashboard load', async () => {
    const order: string[] = []
    server.use(
      http.get(call('/api/Dashboards/isB2B'), async () => {
        order.push('isB2B')
        await delay(200)
        return HttpResponse.json({ success: false })
      }),
      http.get(call('/api/Dashboards/dashboardData'), () => {
        order.push('dashboardData')
        return fault(500, 'enough')
      }),
    )
    await renderAt('/home')
    expect(await screen.findByText('Checking your account')).toBeDefined()
    await waitFor(() => expect(order).toEqual(['isB2B', 'dashboardData']))
  })

  test('a failed check can be repeated', async () => {
    server.use(http.get(call('/api/Dashboards/isB2B'), () => fault(500, 'Try later.'), { once: true }))
    const { user } = await renderAt('/settings')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await heading('Settings')).toBeDefined()
  })
})

describe('logout', () => {
  test('SESSION-01, SESSION-02, SESSION-03, SESSION-04: chat, cookies, storage, server, and away', async () => {
    const calls: string[] = []
    server.use(
      http.post(call('/api/Chatbots/upsertUserAndSessionMap'), async ({ request }) => {
        const body = (await request.json()) as { active: boolean; uniqueUserSessionId: string }
        calls.push(`${body.uniqueUserSessionId} active ${body.active}, stored ${window.localStorage.length > 0}`)
        return fault(500, 'chat is down')
      }),
      http.post(call('/api/RMUsers/logout'), ({ request }) => {
        calls.push(`logout ${request.headers.get('Authorization')}, stored ${window.localStorage.length > 0}`)
        return HttpResponse.json({ success: true })
      }),
    )
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in jsdom
    document.cookie = 'isContactPermissionAllowed=1; path=/'
    const { user, left } = await renderAt('/settings')
    await user.click(await screen.findByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(left.replace).toHaveBeenCalledWith('/?isUserLoggedOut=true'))
    expect(calls).toEqual(['chat-7 active false, stored true', 'logout rs1_token, stored false'])
    expect(document.cookie).toBe('')
  })

  test('leads to a page in the language of the screen', async () => {
    await setLocale('hi', { reload: false })
    onTestFinished(() => void setLocale('en', { reload: false }))
    const { user, left } = await renderAt('/settings')
    await user.click(await screen.findByRole('button', { name: m.app_logout() }))
    await waitFor(() => expect(left.replace).toHaveBeenCalledWith('/?isUserLoggedOut=true&lang=hi'))
  })
})

describe('desktop', () => {
  beforeEach(() => setViewport(1440))

  test('LAYOUT-01, HEADER-01, HEADER-02: header, sidebar, content and help', async () => {
    const { user } = await renderAt('/settings')
    await heading('Settings')
    const banner = screen.getByRole('banner')
    expect(within(banner).getByRole('link', { name: /^Rento/ })).toBeDefined()
    expect((await within(banner).findByRole('button', { name: 'Asha Rao' })).textContent).toContain('A')
    expect(await screen.findByRole('navigation', { name: 'Dashboard menu' })).toBeDefined()
    expect(await screen.findByRole('button', { name: 'Need help?' })).toBeDefined()
    expect(user).toBeDefined()
  })

  test('HEADER-03, HEADER-04, ROUTE-27, ROUTE-28: the menu opens by hover, press and keyboard', async () => {
    const { user } = await renderAt('/referral/terms')
    const button = await screen.findByRole('button', { name: 'Asha Rao' })
    await user.hover(button)
    const menu = screen.getByRole('navigation', { name: 'Account menu' })
    const names = within(menu)
      .getAllByRole('listitem')
      .map((item) => item.textContent)
    expect(names).toEqual(['My Account', 'My Wishlist', 'Settings', 'Logout'])
    expect(within(menu).getByRole('link', { name: 'My Account' }).getAttribute('href')).toBe('/dashboard/home')
    expect(within(menu).getByRole('link', { name: 'My Wishlist' }).getAttribute('href')).toBe('/mywishlist')
    await user.unhover(button)
    expect(button.getAttribute('aria-expanded')).toBe('false')
    button.focus()
    await user.keyboard('{Enter}')
    expect(button.getAttribute('aria-expanded')).toBe('true')
    await user.keyboard('{Escape}')
    expect(button.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(button)
  })

  test('HEADER-03: pages with a sidebar do not repeat My Account', async () => {
    const { user } = await renderAt('/settings')
    await user.click(await screen.findByRole('button', { name: 'Asha Rao' }))
    expect(screen.queryByRole('link', { name: 'My Account' })).toBeNull()
    expect(screen.getByRole('link', { name: 'My Wishlist' })).toBeDefined()
  })

  test('LAYOUT-02: a full page has header and content, no sidebar', async () => {
    await renderAt('/create-new-request')
    await heading('Create a new request')
    expect(screen.getByRole('banner')).toBeDefined()
    expect(screen.queryByRole('navigation', { name: 'Dashboard menu' })).toBeNull()
  })

  test('LAYOUT-03: the empty layout has only the page', async () => {
    await renderAt('/wa/cancellation')
    await heading('Same-day cancellation')
    expect(screen.queryByRole('banner')).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  // SIDEBAR-01, SIDEBAR-03, SIDEBAR-05, SIDEBAR-06, SIDEBAR-07, SIDEBAR-08, SIDEBAR-09, SIDEBAR-10
  test('SIDEBAR-01 to SIDEBAR-10: who it is, and every item', async () => {
    await renderAt('/settings')
    const menu = await screen.findByRole('navigation', { name: 'Dashboard menu' })
    expect(
      within(menu)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      'Dashboard',
      'Transactions',
      'Invoices',
      'All Requests',
      'Active Items',
      'Closed Items',
      'Auto Debit',
      'Advance Rental',
      'Referral',
      'Profile (KYC)',
      'Create Request',
    ])
    expect(within(menu).getByRole('list', { name: 'My Subscription' }).children).toHaveLength(5)
    expect(within(menu).getByRole('list', { name: 'Easy Payment' }).children).toHaveLength(2)
    expect(screen.getByText('Joined Mar 2025')).toBeDefined()
  })

  test.each([
    [true, 'KYC Pending'],
    [false, 'KYC Completed'],
  ])('SIDEBAR-02: kycPending %s reads %s', async (kycPending, label) => {
    const { aDashboard } = await import('#/test/builders')
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ userStatus: { kycPending } })),
      ),
    )
    await renderAt('/settings')
    expect(await screen.findByText(label)).toBeDefined()
  })

  test('SIDEBAR-04: no created date reads n/a', async () => {
    signIn(aUser({ created: null }))
    await renderAt('/settings')
    expect(await screen.findByText('Joined n/a')).toBeDefined()
  })
})

describe('mobile', () => {
  test('HEADER-05, DIALOG-20: Back goes to the previous page', async () => {
    const { user, location } = await renderAt('/settings', { before: ['/home', '/kyc'] })
    await heading('Settings')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(location().pathname).toBe('/kyc'))
  })

  test('DIALOG-21: on home, Back goes to the site root', async () => {
    const { user, left } = await renderAt('/home', { before: ['/kyc'] })
    await heading('Hi, Asha')
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(left.to).toHaveBeenCalledWith('/')
  })

  test('LAYOUT-05: the menu shows only on home', async () => {
    await renderAt('/settings')
    await heading('Settings')
    expect(screen.queryByRole('navigation', { name: 'Dashboard menu' })).toBeNull()
  })

  test('SIDEBAR-11, SIDEBAR-12, SIDEBAR-13: greeting, phone and e-mail', async () => {
    await renderAt('/home')
    expect(await heading('Hi, Asha')).toBeDefined()
    expect(screen.getByText('+91 90000 00001')).toBeDefined()
    expect(screen.getByText('asha@example.com')).toBeDefined()
  })

  test('SIDEBAR-14: the banner stands between greeting and menu', async () => {
    const { aDashboard } = await import('#/test/builders')
    server.use(
      http.get(call('/api/Dashboards/dashboardData'), () =>
        HttpResponse.json(aDashboard({ totalPayableAmount: 1299 })),
      ),
    )
    await renderAt('/home')
    const banner = await screen.findByText('Rental Due for November')
    const greeting = await heading('Hi, Asha')
    const menu = await screen.findByRole('navigation', { name: 'Dashboard menu' })
    expect(greeting.compareDocumentPosition(banner) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(banner.compareDocumentPosition(menu) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  })

  // SIDEBAR-15, SIDEBAR-16, SIDEBAR-17, SIDEBAR-18, SIDEBAR-19, SIDEBAR-20, SIDEBAR-21, SIDEBAR-22
  test('SIDEBAR-15 to SIDEBAR-22, PROD-03, PROD-06: every item of the menu', async () => {
    await renderAt('/home')
    const menu = await screen.findByRole('navigation', { name: 'Dashboard menu' })
    await within(menu).findByText('Save 5%')
    expect(
      within(menu)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'My Subscription',
      'Transaction Details & Invoices',
      'All Service Requests',
      'Repair',
      'Relocate',
      'Transfer Ownership',
      'Close Subscription',
      'Referral',
      'Profile',
      'Auto Pay Setting',
      'Pay in Advance Save 5%',
      'Settings',
      'Logout',
    ])
    expect(within(menu).getByRole('list', { name: 'Raise Service Request' }).children).toHaveLength(4)
  })
})

describe('settings', () => {
  test('the theme is kept for the next visit, and the device decides when asked to', async () => {
    const { user } = await renderAt('/settings')
    await user.click(await screen.findByRole('radio', { name: 'Dark' }))
    expect(document.documentElement.dataset.theme).toBe('dark')
    expect(window.localStorage.getItem(storageKeys.theme)).toBe('dark')
    await user.click(screen.getByRole('radio', { name: 'Same as device' }))
    expect(document.documentElement.dataset.theme).toBeUndefined()
    expect(window.localStorage.getItem(storageKeys.theme)).toBeNull()
  })

  test('SIDEBAR-20, PROD-05: Auto Pay Setting leads to auto debit', async () => {
    const { user, location } = await renderAt('/settings')
    await user.click(await screen.findByRole('link', { name: /Auto Pay Setting/ }))
    expect(await screen.findByRole('dialog', { name: 'Easy Payment' })).toBeDefined()
    expect(location().search).toEqual({ paymentMode: 'easy-payment', paymentType: 'auto-debit' })
  })
})

test('going offline is said, and so is nothing once it is over', async () => {
  await renderAt('/settings')
  await heading('Settings')
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(await screen.findByText(/You are offline/)).toBeDefined()
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByText(/You are offline/)).toBeNull())
})

test('the first stop of the keyboard skips to the content', async () => {
  const { user } = await renderAt('/settings')
  await heading('Settings')
  await user.tab()
  expect(document.activeElement?.textContent).toBe('Skip to content')
  expect(document.activeElement?.getAttribute('href')).toBe('#content')
})
