import { expect, type Locator, type Page } from '@playwright/test'

// Acting as whoever has a keyboard and nothing else: Tab to it, then Enter, Space, arrows or letters.

/** More presses than any screen has controls. */
const most = 150

/** Of words that open into more words what has the focus is around them. */
const hasFocus = (control: Locator) =>
  control.evaluate((element) => {
    const { activeElement } = document
    return activeElement === element || (activeElement?.localName === 'summary' && activeElement.contains(element))
  })

/** Tabs to a control. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let press = 0; press < most; press += 1) {
    if (await hasFocus(control)) return
    await page.keyboard.press('Tab')
  }
  await expect(control, 'Tab comes to it').toBeFocused({ timeout: 1 })
}

/** Tabs to a button or link and presses it. One that is not ready yet is waited for. */
export async function press(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled()
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** Tabs to a field and writes into it, in place of what it says. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Tabs to a checkbox and ticks it. */
export async function tick(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box)
  await page.keyboard.press('Space')
  await expect(box, 'Space ticks it').toBeChecked()
}

/** Tabs to a group of radio buttons, which is one stop, and goes on to one of them by arrows. */
export async function choose(page: Page, radio: Locator): Promise<void> {
  await expect(radio).toBeVisible()
  const isInGroup = () =>
    radio.evaluate((element) => {
      const { activeElement } = document
      const name = (element as HTMLInputElement).name
      return activeElement instanceof HTMLInputElement && activeElement.type === 'radio' && activeElement.name === name
    })
  for (let presses = 0; presses < most && !(await isInGroup()); presses += 1) await page.keyboard.press('Tab')
  for (let presses = 0; presses < most && !(await hasFocus(radio)); presses += 1) await page.keyboard.press('ArrowDown')
  if (!(await radio.isChecked())) await page.keyboard.press('Space')
  await expect(radio, 'arrows or Space choose it').toBeChecked()
}

/** Tabs to a list of choices that opens and takes the next one of them. */
export async function takeNext(page: Page, list: Locator): Promise<void> {
  await tabTo(page, list)
  await page.keyboard.press('ArrowDown')
}

/** Tabs to the day of a calendar at which the keyboard begins, and takes it. */
export async function takeDay(page: Page, within: Locator): Promise<void> {
  const days = within.getByRole('grid').getByRole('button', { disabled: false })
  await expect(days.first()).toBeVisible()
  const isADay = () =>
    days.evaluateAll((all) => all.some((day) => day === document.activeElement && day.matches('[role=grid] *')))
  for (let presses = 0; presses < most && !(await isADay()); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

/** Writes into a field that offers places, and takes the first by the arrow and Enter. */
export async function takePlace(page: Page, field: Locator, text: string, name: string): Promise<void> {
  await write(page, field, text)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field, 'the place that was taken').toHaveValue(name)
}

/** Pages whose choices of files are listened to. */
const listened = new WeakSet<Page>()

/** Opens the choice of files by the keyboard and takes one. */
export async function takeFile(page: Page, field: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  // With a listener that stays: while listening begins or ends, a choice of files can open that is the browser's own.
  if (!listened.has(page)) page.on('filechooser', () => {})
  listened.add(page)
  await tabTo(page, field)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')])
  await chooser.setFiles(file)
}
