import { readFileSync } from 'node:fs'
import { expect, quick, test } from '../support/fixtures'

// ROUTE-18, ROUTE-19: the screen, the file and the print show one document.
test('asha looks at an invoice on paper, keeps it and prints it', quick, async ({ page, signIn }) => {
  await signIn('asha', '/my-subscriptions/rental-invoice')
  await page.getByRole('link', { name: 'View and print' }).click()
  await expect(page).toHaveURL(/\/print-pdf\/invoice\?invoiceId=\d+$/)
  const sheets = page.getByRole('img', { name: /^Page \d+ of \d+$/ })
  await expect(sheets.first()).toBeVisible()
  const drawn = await sheets.evaluateAll((all: HTMLImageElement[]) =>
    all.map((image) => ({
      natural: image.naturalHeight / image.naturalWidth,
      right: image.getBoundingClientRect().right,
    })),
  )
  const width = page.viewportSize()?.width ?? 0
  for (const { natural, right } of drawn) {
    expect(natural, 'A4').toBeCloseTo(Math.SQRT2, 2)
    expect(right, 'within the window').toBeLessThanOrEqual(width)
  }
  await expect(page.getByText('Tax invoice', { exact: true }).first()).toBeAttached()

  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(kept.suggestedFilename()).toMatch(/^[A-Z]{2}-\d\d-\d\d-\d+\.pdf$/)
  const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length
  expect(pages(readFileSync(await kept.path()))).toBe(drawn.length)
  const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true })
  expect(pages(printed), 'a sheet for each page').toBe(drawn.length)
  expect(printed.toString('latin1'), 'of A4').toMatch(/\/MediaBox \[0 0 59[45](\.\d+)? 84[12](\.\d+)?\]/)

  await page.goto(page.url().replace(/invoiceId=\d+/, 'invoiceId=1'))
  await expect(page.getByText('There is no such document')).toBeVisible()
})
