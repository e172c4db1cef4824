import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { invoicesOf } from '../support/books'
import type { City } from '../support/city'
import { closeAll, takeBack } from '../support/closing'
import { anyWidth, expect, ownSizes, type Persona, test } from '../support/fixtures'
import { expectNoEnglish } from '../support/hindi'
import { expectFitsEverywhere } from '../support/reflow'
import { showWideLetters } from '../support/wide-letters'
import { speak } from '../support/words'

const settings = new URL('../../web/project.inlang/settings.json', import.meta.url)
const { baseLocale, locales } = JSON.parse(readFileSync(settings, 'utf8')) as { baseLocale: string; locales: string[] }

/** Cards with a chart, a dialog with buttons, and a page of choices. */
const screens = ['/home', '/home?requestType=create-new-request', '/settings']

/**
 * Texts with a line height so low that the marks of an Indian script would touch
 * the next line, with the ratio.
 */
const lowLines = (page: Page) =>
  page.evaluate(() => {
    const holders = [...document.querySelectorAll('body *')]
    const ownWords = (e: Element) =>
      [...e.childNodes].filter((n) => n.nodeType === Node.TEXT_NODE && /\p{L}/u.test(n.nodeValue ?? ''))
    return holders.flatMap((e) => {
      const { fontSize, lineHeight } = getComputedStyle(e)
      const ratio = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
      return ownWords(e).length > 0 && ratio < 1.49 ? `${e.textContent} ${ratio}` : []
    })
  })

test.describe('the words of a language fit', () => {
  for (const locale of locales.filter((locale) => locale !== baseLocale)) {
    test(locale, ownSizes, async ({ page, signIn }) => {
      await page.addInitScript((locale) => localStorage.setItem('locale', locale), locale)
      await showWideLetters(page)
      for (const [at, path] of screens.entries()) {
        if (at === 0) await signIn('asha', path)
        else await page.goto(`/dashboard${path}`)
        await expect(page.locator('html')).toHaveAttribute('lang', locale)
        await expectFitsEverywhere(page)
        expect(await lowLines(page), path).toEqual([])
      }
    })
  }
})

test.describe('an invoice in Hindi says what each line is for', anyWidth, () => {
  test.use({ ownCity: true })

  async function expectHindi(page: Page, city: City, persona: Persona, type: string) {
    const found = (await invoicesOf(city, persona)).find((invoice) => invoice.type === type)
    await page.goto(`/dashboard/my-subscriptions/${found?.invoiceId}/rental-invoice`)
    await expect(page.getByRole('article')).toBeVisible()
    await expectNoEnglish(page, type)
  }

  test('rent, leaving early and its credit note', async ({ page, city, signIn }) => {
    await takeBack(city, 'jaya', await closeAll(city, 'jaya'))
    await speak(page, 'hi')
    await signIn('jaya')
    for (const type of ['rental', 'adjustment', 'credit_note']) await expectHindi(page, city, 'jaya', type)
  })

  test('late fees', async ({ page, city, signIn }) => {
    await speak(page, 'hi')
    await signIn('hari')
    await expectHindi(page, city, 'hari', 'late_fee')
  })
})
