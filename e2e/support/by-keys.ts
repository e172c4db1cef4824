import { expect, type Locator, type Page } from '@playwright/test'

// Acts with the keyboard only: Tab to an element, then Enter, Space, arrows or letters.

/** More presses than any screen has controls. */
const most = 150

/** Whether a control has the focus. For a <details> element, the summary around the text has it. */
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

/** Tabs to a button or link and presses it. Waits until it is enabled. */
export async function press(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled()
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

/** Tabs to a field and replaces its text. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Tabs to a checkbox and checks it. */
export async function tick(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box)
  await page.keyboard.press('Space')
  await expect(box, 'Space ticks it').toBeChecked()
}

/** Tabs to a group of radio buttons, which is one tab stop, and selects one of them with the arrow keys. */
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

/** Tabs to a select and takes its next option. */
export async function takeNext(page: Page, list: Locator): Promise<void> {
  await tabTo(page, list)
  await page.keyboard.press('ArrowDown')
}

/** Tabs to the day of a calendar where the keyboard starts, and takes it. */
export async function takeDay(page: Page, within: Locator): Promise<void> {
  const days = within.getByRole('grid').getByRole('button', { disabled: false })
  await expect(days.first()).toBeVisible()
  const isADay = () =>
    days.evaluateAll((all) => all.some((day) => day === document.activeElement && day.matches('[role=grid] *')))
  for (let presses = 0; presses < most && !(await isADay()); presses += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
}

/** Types into a field with suggestions of places, and takes the first one with the arrow key and Enter. */
export async function takePlace(page: Page, field: Locator, text: string, name: string): Promise<void> {
  await write(page, field, text)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field, 'the place that was taken').toHaveValue(name)
}

/** Pages that have a listener for file choosers. */
const listened = new WeakSet<Page>()

/** Opens a file chooser with the keyboard and chooses a file. */
export async function takeFile(page: Page, field: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  // Keep a permanent listener.
  // While a listener is added or removed, the browser's own chooser can open instead.
  if (!listened.has(page)) page.on('filechooser', () => {})
  listened.add(page)
  await tabTo(page, field)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Space')])
  await chooser.setFiles(file)
}
