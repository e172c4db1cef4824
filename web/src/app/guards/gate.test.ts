import { describe, expect, test } from 'vitest'
import type { StoredSession } from '#/state/session'
import { decideLink, decideSession } from './gate'

const none: StoredSession = { status: 'none' }
const ready: StoredSession = {
  status: 'ready',
  token: 't',
  user: { id: 7, fullName: 'Asha', email: '', mobileNumber: '', verificationStatus: '' },
}

describe('sign-in links', () => {
  test('GATE-01: an accessToken goes through /authenticate-user and comes back to the same address', () => {
    const search = { accessToken: '662E41', requestType: 'repair-request' }
    expect(decideLink({ pathname: '/home', search, session: ready })).toEqual({
      kind: 'authenticate',
      accessToken: '662E41',
      redirectUrl: '/home?requestType=repair-request',
    })
  })

  test('GATE-01: the page that redeems the link is not sent to itself', () => {
    const arrival = { pathname: '/authenticate-user', search: { accessToken: 'x' }, session: none }
    expect(decideLink(arrival)).toEqual({ kind: 'pass' })
  })

  test('LEGACY-18: a legacy address is already translated when it becomes the redirectUrl', () => {
    const search = { requestType: 'close-subscription', utm: 'sms', accessToken: 'x' }
    expect(decideLink({ pathname: '/home', search, session: none })).toMatchObject({
      redirectUrl: '/home?requestType=close-subscription&utm=sms',
    })
  })
})

describe('the session', () => {
  test('GATE-02: no token and no user goes to /login, and remembers a page worth coming back to', () => {
    expect(decideSession({ pathname: '/home', search: {}, session: none })).toEqual({ kind: 'sign-in' })
    expect(decideSession({ pathname: '/settings', search: { a: '1' }, session: none })).toEqual({
      kind: 'sign-in',
      redirectUrl: '/settings?a=1',
    })
  })

  test('GATE-05, ROLE-01: a stored token and user pass', () => {
    expect(decideSession({ pathname: '/kyc', search: {}, session: ready })).toEqual({ kind: 'pass' })
  })

  test('GATE-07: half a session starts over', () => {
    expect(decideSession({ pathname: '/home', search: {}, session: { status: 'broken' } })).toEqual({
      kind: 'start-over',
    })
  })
})
