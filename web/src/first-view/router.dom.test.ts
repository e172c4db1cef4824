import { expect, test } from 'vitest'
import { createLink } from './router'

/** Where a link of the first view leads in a new tab. */
function addressOf(props: { to: string; search?: object }): unknown {
  const link = createLink('a')(props as Parameters<ReturnType<typeof createLink>>[0])
  return (link as unknown as { props: { href: unknown } }).props.href
}

test.each([
  [{ to: '/kyc' }, '/dashboard/kyc'],
  [
    { to: '/my-subscriptions/transactions', search: { tab: 'deposit' } },
    '/dashboard/my-subscriptions/transactions?tab=deposit',
  ],
  [{ to: '.', search: (search: object) => ({ ...search, whyAmount: 'true' }) }, '/dashboard/home?whyAmount=true'],
  [
    { to: '.', search: (search: object) => ({ ...search, showSettlement: 'true', tab: undefined }) },
    '/dashboard/home?showSettlement=true',
  ],
])('a link to %j has the address that the app gives it', (props, address) => {
  expect(addressOf(props)).toBe(address)
})
