import { readFileSync } from 'node:fs'
import { anyWidth, expect, quick, test } from '../support/fixtures'

/** The names of the files in a ZIP, read from its central directory. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = []
  for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 46)) {
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)))
  }
  return names
}

test('asha downloads what is held of her, and is told so', { tag: [quick.tag, anyWidth.tag] }, async ({
  page,
  signIn,
}) => {
  await signIn('asha', '/settings')
  const [kept] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(kept.suggestedFilename()).toBe('my-data.zip')
  const names = namesIn(readFileSync(await kept.path()))
  expect(names.slice(0, 2)).toEqual(['readme.txt', 'data.json'])
  await page.reload()
  await expect(page.getByText(/data was downloaded/).first()).toBeVisible()
})
