import type { City } from '../support/city'
import { expect, quick, test } from '../support/fixtures'

test.use({ ownCity: true })

interface Written {
  channel: string
  subject: string
  body: string
}

/** The newest mail to farid's number that links to an invoice. */
async function mailWithLink(city: City): Promise<{ number: string; link: string; body: string }> {
  const answer = await fetch(`${city.url}/demo/inbox?to=9000000006`, { headers: { Accept: 'application/json' } })
  const { messages } = (await answer.json()) as { messages: Written[] }
  for (const { channel, body } of messages) {
    const found = body.match(/invoice (\S+) here.*?(http\S+\/invoice\/\w{38})/)
    if (channel === 'email' && found) return { number: found[1] ?? '', link: found[2] ?? '', body }
  }
  throw new Error('no mail links to an invoice')
}

test.describe('business customers', () => {
  test('farid opens the one invoice of his mail and pays it, without signing in', quick, async ({ page, city }) => {
    await city.toNextBills(1)
    const { number, link, body } = await mailWithLink(city)
    expect(body).toContain('account 50200012345678, IFSC HDFC0000001')
    await page.goto(link)
    await expect(page.getByRole('heading', { name: `Invoice ${number}` })).toBeVisible()
    const width = page.viewportSize()?.width ?? 0
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'nothing is cut off').toBeLessThanOrEqual(
      width,
    )
    const paper = await page.request.get(
      (await page.getByRole('link', { name: 'Open the invoice (PDF)' }).getAttribute('href')) ?? '',
    )
    expect(paper.headers()['content-type']).toBe('application/pdf')
    await page.getByRole('button', { name: 'Pay securely' }).click()
    await page.getByRole('button', { name: 'Success', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await expect(page.getByText('This invoice is paid.')).toBeVisible() // the page goes back by itself
    await expect(page.getByRole('button')).toHaveCount(0)
    expect(page.url()).toBe(link)
    expect((await page.request.get(`${link}/pdf`)).url(), 'the address of the PDF leads to the page').toBe(link)
  })
})
