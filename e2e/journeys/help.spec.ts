import type { Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { onDesktop } from '../support/browser'
import { expect, quick, test } from '../support/fixtures'

test(
  'HELP-12, HELP-13: Need help is at the bottom left, and at the right from 696 to 1100 px',
  quick,
  async ({ page, signIn }) => {
    await signIn('asha')
    const button = page.getByRole('button', { name: 'Need help?' })
    for (const width of onDesktop(page) ? [1101, 1440] : [390, 695, 696, 1100]) {
      await page.setViewportSize({ width, height: 844 })
      await settled(page)
      const { left, right, below } = await edges(page, button)
      expect.soft(below, `${width} px: from the bottom`).toBe(16)
      const atRight = width >= 696 && width <= 1100
      expect.soft(atRight ? right : left, `${width} px: from the ${atRight ? 'right' : 'left'}`).toBe(16)
    }
  },
)

/** The distances of an element from the edges of the window, in px. */
async function edges(page: Page, what: ReturnType<Page['getByRole']>) {
  const window = await page.evaluate(() => ({ width: document.documentElement.clientWidth, height: innerHeight }))
  const box = await what.boundingBox()
  if (!box) throw new Error('it is not there')
  return { left: box.x, right: window.width - box.x - box.width, below: window.height - box.y - box.height }
}
