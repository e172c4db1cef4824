import { invoicedByMonth } from '../support/books'
import { withMotion } from '../support/browser'
import { expect, quick, test } from '../support/fixtures'
import { rupees } from '../support/paying'

test.use(withMotion)

test.describe('what home says first', () => {
  test(
    'asha: rent is due, and what was invoiced by month, drawn and read out (HOME-02, HOME-08, HOME-09)',
    quick,
    async ({ page, city, signIn }) => {
      await signIn('asha')
      const main = page.getByRole('main')
      await expect(
        main.getByText(
          /Rental Due for (January|February|March|April|May|June|July|August|September|October|November|December)/,
        ),
      ).toBeVisible()
      await expect(main.getByRole('button', { name: /Pay Now/ })).toBeVisible()
      const picture = main.getByRole('region', { name: 'Invoiced by month' })
      await page.keyboard.press('End') // the chart loads once the customer does something
      await picture.scrollIntoViewIfNeeded()
      const rows = picture.getByRole('table').getByRole('row')
      await expect(rows).not.toHaveCount(0)
      const [, ...read] = await rows.evaluateAll((all) =>
        all.map((row) => [row.firstElementChild, row.lastElementChild].map((cell) => cell?.textContent ?? '')),
      )
      const byMonth = await invoicedByMonth(city, 'asha')
      expect(read.length).toBeGreaterThan(2)
      for (const [month = '', together] of read) {
        const sum = rupees(byMonth.get(month) ?? 0)
        expect(together, month).toBe(sum)
        // The amount above the bar, which comes before the table, is the same.
        const drawn = picture.getByText(sum, { exact: true }).first()
        expect(await drawn.evaluate((node) => node.tagName), month).toBe('SPAN')
      }
    },
  )

  test(
    'bilal: a deposit is due, and comes before rent (HOME-03, HOME-05, HOME-07)',
    quick,
    async ({ page, signIn }) => {
      await signIn('bilal')
      const main = page.getByRole('main')
      await expect(main.getByText('Deposit Due')).toBeVisible()
      await expect(main.getByRole('button', { name: /Pay Now/ })).toBeVisible()
    },
  )

  test('chitra: a settlement can be reviewed (HOME-04, HOME-10, HOME-11)', quick, async ({ page, signIn }) => {
    await signIn('chitra')
    const main = page.getByRole('main')
    await expect(main.getByText('Settlement is ready')).toBeVisible()
    await main
      .getByRole('button', { name: 'Review' })
      .or(main.getByRole('link', { name: 'Review' }))
      .click()
    await expect(page).toHaveURL(/showSettlement=true/)
    await expect(page.getByRole('dialog')).toBeVisible()
  })

  test('dev: identity check is pending (HOME-12)', quick, async ({ page, signIn }) => {
    await signIn('dev')
    const main = page.getByRole('main')
    await expect(main.getByText('KYC Pending')).toBeVisible()
    const start = main.getByRole('link', { name: /Start KYC/ }).or(main.getByRole('button', { name: /Start KYC/ }))
    await start.click()
    await expect(page).toHaveURL(/\/dashboard\/kyc/)
  })

  test('esha: nothing is due, banners take turns (HOME-13, HOME-14)', quick, async ({ page, signIn }) => {
    await signIn('esha')
    const main = page.getByRole('main')
    const offers = main.getByRole('region', { name: 'Offers for you' })
    await expect(offers).toBeVisible()
    await expect(offers.getByText('Pay rent in advance').first()).toBeAttached()
    await expect(main.getByRole('button', { name: /Pay Now/ })).toHaveCount(0)
  })

  test('farid: business customers are told where to turn (B2B-01, B2B-02, B2B-05)', async ({ page, signIn }) => {
    await signIn('farid')
    await expect(page.getByText(/Looks like you are our B2B Customer\./)).toBeVisible()
  })
})
