import type { Page } from '@playwright/test'

/**
 * Test machines need not have fonts for Indian scripts, which come from the reader's device.
 * Each syllable is shown as a Latin letter that is at least as wide as the average syllable of its script.
 * If that fits, the text fits.
 */
export async function showWideLetters(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const narrow = /[\p{sc=Deva}\p{sc=Beng}\p{sc=Gujr}]/u
    const wide = /[\p{sc=Telu}\p{sc=Knda}\p{sc=Taml}]/u
    const syllables = new Intl.Segmenter('en', { granularity: 'grapheme' })
    const letter = (syllable: string) => (wide.test(syllable) ? 'm' : narrow.test(syllable) ? 'w' : syllable)
    const latin = (text: string) => [...syllables.segment(text)].map(({ segment }) => letter(segment)).join('')
    const widen = (node: Node) => {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      for (let text: Node | null = texts.currentNode; text; text = texts.nextNode()) {
        const shown = text.nodeType === Node.TEXT_NODE ? latin(text.nodeValue ?? '') : text.nodeValue
        if (shown !== text.nodeValue) text.nodeValue = shown
      }
    }
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) for (const node of [target, ...addedNodes]) widen(node)
    }).observe(document, { childList: true, characterData: true, subtree: true })
  })
}
