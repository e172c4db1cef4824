import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Types a text and chooses an option of the list that opens. A list that has just opened may ignore a click.
 */
export async function chooseOption(page: Page, field: Locator, text: string, name: string): Promise<void> {
  await field.fill(text)
  const option = page.getByRole('option', { name })
  await expect(option).toBeVisible()
  await expect(async () => {
    if (await option.isVisible()) await option.click({ timeout: 2000 })
    await expect(option).toBeHidden({ timeout: 1000 })
  }).toPass()
}
