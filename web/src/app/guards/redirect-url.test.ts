import { describe, expect, test } from 'vitest'
import { pathToLocation, safeRedirectPath } from './redirect-url'

describe('where a sign-in may lead', () => {
  test.each([
    ['/home', '/home'],
    ['/home?requestType=repair-request', '/home?requestType=repair-request'],
    ['/my-subscriptions/0091/rental-invoice', '/my-subscriptions/0091/rental-invoice'],
    ['/dashboard/settings', '/settings'],
    ['/dashboard', '/home'],
    ['/', '/home'],
    ['/home?accessToken=abc&x=1', '/home?x=1'],
  ])('%s leads to %s', (asked, path) => expect(safeRedirectPath(asked)).toBe(path))

  test.each([
    undefined,
    '',
    'home',
    'https://evil.example/',
    '//evil.example/home',
    '///evil.example',
    '/\\evil.example',
    '/%5Cevil.example',
    '/%2F%2Fevil.example',
    '/%2fevil.example',
    '/\t/evil.example',
    '/%09/evil.example',
    '/home%00',
    '/%E0%A4%A',
    '/../../etc',
    '/%2e%2e/%2e%2e/x',
    'javascript:alert(1)',
    '/authenticate-user?accessToken=again',
    '/login',
    '/dashboard/login',
  ])('%s does not leave the app: it leads home', (asked) => expect(safeRedirectPath(asked)).toBe('/home'))

  test('a path with query becomes a location whose values stay strings', () => {
    expect(pathToLocation('/home?id=662E41&n=0091')).toEqual({ to: '/home', search: { id: '662E41', n: '0091' } })
  })
})
