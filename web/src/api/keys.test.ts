import { expect, test } from 'vitest'
import { customerKey } from './keys'

const sources = Object.entries(
  import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.{ts,tsx}', '!/src/copy/paraglide/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

const having = (pattern: RegExp) => sources.filter(([, text]) => pattern.test(text)).map(([path]) => path)

test('no key of a query is written by hand', () => {
  const keys = sources.flatMap(([path, text]) =>
    [...text.matchAll(/queryKey:\s*([^\n]{0,40})/g)].map(([, key = '']) => [path, key] as const),
  )
  expect(keys.length).toBeGreaterThan(20)
  expect(keys.filter(([, key]) => !/^(?:(?:customerKey|fixedKey)\(|readonly )/.test(key))).toEqual([])
})

test('a change names what it changes; only a payment and the stream of changes ask for everything anew', () => {
  expect(having(/\b(?:invalidate|refetch|reset|remove)Queries\(/)).toEqual(['/src/api/changed.ts'])
  expect(having(/\ballChanged\(/)).toEqual([
    '/src/api/changed.ts',
    '/src/app/live-service.ts',
    '/src/app/shells/PaymentSlot.tsx',
    '/src/features/session/sign-in.ts',
  ])
})

test('nobody falls back to a customer who does not exist', () => {
  expect(having(/\?\.id\s*(?:\?\?|\|\|)\s*\d/)).toEqual([])
})

test('a key of a kind begins those of its details, and every key of a customer begins with theirs', () => {
  expect(customerKey(7, 'refund', 'payee').slice(0, 3)).toEqual(customerKey(7, 'refund'))
  expect(customerKey(7, 'refund').slice(0, 2)).toEqual(customerKey(7))
  expect(customerKey(7)).not.toEqual(customerKey(8))
})
