import type { Page } from '@playwright/test'
import { expectAccessible, settled } from '../support/accessible'
import { onDesktop, viewports } from '../support/browser'
import { expect, test } from '../support/fixtures'
import { expectNoEnglish } from '../support/hindi'
import { expectFitsEverywhere, setLetters } from '../support/reflow'
import { walks } from '../support/walks'
import { speak, words } from '../support/words'

// Ways through the product from the first page to the end, with the keyboard only. On each
// screen the focus is in the open dialog. On a phone, axe finds nothing, and everything
// fits at 320 px, with text at 200 % and in landscape. In Hindi nothing is left in
// English. `make walk` runs all of them. `make test` runs those on a phone in English.

const phoneFirst = { tag: '@desktop-in-walk' } as const
const onlyInWalk = { tag: '@walk' } as const

test.use({ ownCity: true })
test.setTimeout(300_000)

/** Expects that everything fits on other phones, and restores the screen. */
async function expectFits(page: Page): Promise<void> {
  await expectFitsEverywhere(page)
  await page.setViewportSize(viewports.mobile)
  await setLetters(page, '100%')
}

/**
 * Describes the focused element if it is outside the topmost dialog.
 * Empty if it is inside, or there is no dialog.
 */
const strayFocus = (page: Page) =>
  page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')]
    const top = dialogs.filter((dialog) => dialog.checkVisibility({ visibilityProperty: true })).at(-1)
    const focused = document.activeElement
    return !top || top.contains(focused) ? '' : `${focused?.tagName} ${focused?.textContent?.slice(0, 40)}`
  })

for (const [name, walk] of Object.entries(walks)) {
  test(`${name}, by keyboard alone`, phoneFirst, async ({ page, city, signIn }) => {
    const look = async (screen: string) => {
      await test.step(screen, async () => {
        await settled(page)
        await expect.poll(() => strayFocus(page), `${screen}: the focus is outside the dialog`).toBe('')
        if (onDesktop(page)) return
        await expectAccessible(page)
        await expectFits(page)
      })
    }
    await walk({ page, city, signIn, say: words('en'), look })
  })

  test(`${name}, in Hindi`, onlyInWalk, async ({ page, city, signIn }) => {
    await speak(page, 'hi')
    const look = (screen: string) => test.step(screen, () => expectNoEnglish(page, screen))
    await walk({ page, city, signIn, say: words('hi'), look })
  })
}
