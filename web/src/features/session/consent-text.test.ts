import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { locales } from '#/copy'

const said = ['what', 'why', 'end'] as const

/**
 * A changed text needs a new version: TEXT_VERSION in consents.ts, and in purposes
 * of internal/account/consent.go.
 */
test('the words to which a customer agrees are those of their version', () => {
  const words = locales.map((locale) => {
    const texts = JSON.parse(readFileSync(`src/copy/messages/settings/${locale}.json`, 'utf8')) as Record<
      string,
      string
    >
    return said.map((part) => texts[`settings_analytics_${part}`])
  })
  const hash = createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)
  expect({ version: 2, hash }).toEqual({ version: 2, hash: '45e004d3b846751b' })
})
