import { expect, type Page } from '@playwright/test'
import { settled } from './accessible'

/**
 * What is English in every language: names, typed texts, and words for which Indian languages have no other.
 */
const names = [
  /HDFC Bank/,
  /Chitra Iyer/,
  /Leela Gowda/,
  /Jaya Reddy/,
  /Kabir Bhatt/,
  /Hari Menon/,
  /Dev Malhotra/,
  /Rhea Fernandes/,
  /Asha Nair/,
  /Omkar Shinde/,
  /Rento Demo Rentals/,
  /Sampige Arcade/,
  /Ashoka Towers/,
  /X{4}/,
  /Chrome, /,
  /treadmill slips/,
  /I am away/,
  /The leg/,
  /The driver/,
  /UPI ID/,
  /\b\d{6}\b/,
  /@/,
  // Documents have their title, and what the law requires, in English too.
  /^(?:Account|Rentomoney|Deposit) statement$/,
  /^Receipt voucher$/,
  /^Tax invoice$/,
  /^ORIGINAL FOR RECIPIENT$/,
  /This is no tax invoice/,
  /This document was made electronically/,
]

/** Expects that a screen in Hindi has no two English words in a row. */
export async function expectNoEnglish(page: Page, screen: string): Promise<void> {
  await settled(page)
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = all.nextNode(); text; text = all.nextNode()) {
      const holder = text.parentElement
      if (
        !holder ||
        holder.closest('textarea, script, noscript, [lang=en], [aria-hidden=true]') ||
        !holder.checkVisibility()
      )
        continue
      found.push(text.textContent ?? '')
    }
    const labels = [...document.querySelectorAll('[aria-label]')].map((e) => e.getAttribute('aria-label') ?? '')
    return [...found, ...labels]
  })
  const english = texts.filter((text) => /[A-Za-z]{2,}[ ,:]+[A-Za-z]{2,}/.test(text))
  expect
    .soft(
      english.filter((text) => !names.some((name) => name.test(text))),
      `${screen}: English left in Hindi`,
    )
    .toEqual([])
}
