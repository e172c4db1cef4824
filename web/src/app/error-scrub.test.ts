import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { scrub } from './error-scrub'

const table = new URL('../../../internal/errorreport/testdata/scrub.json', import.meta.url)
const rows = JSON.parse(readFileSync(table, 'utf8')) as { text: string; want: string }[]

// The server is tested with the same table: internal/errorreport/scrub_test.go.
test.each(rows)('$text is scrubbed', ({ text, want }) => {
  expect(scrub(text)).toBe(want)
  expect(scrub(want)).toBe(want)
})

test('the table is there', () => expect(rows.length).toBeGreaterThan(30))
