import { viewports } from '../support/browser'
import { anyWidth, expect, type Persona, quick, test } from '../support/fixtures'
import { limits, loadHome, loadPublic, ofKind, weigh } from '../support/weight.mjs'
import { speak } from '../support/words'

const told = (list: { bytes: number; name: string }[]) => list.map(({ bytes, name }) => `${bytes} ${name}`).join('\n')

for (const persona of ['asha', 'esha'] satisfies Persona[]) {
  test(`home of ${persona} stays light`, anyWidth, async ({ page, signIn }) => {
    await signIn(persona)
    const files = await loadHome(page)
    const scripts = ofKind(files, 'script')
    const first = scripts.filter((file) => file.first)
    const { shown, idle } = weigh(files)
    expect(first.length, 'scripts are counted').toBeGreaterThan(1)
    expect(shown.scripts, `scripts until shown\n${told(first)}`).toBeLessThanOrEqual(limits.shown.scripts)
    expect(shown.files, told(first)).toBeLessThanOrEqual(limits.shown.files)
    expect(shown.styles, 'styles').toBeLessThanOrEqual(limits.shown.styles)
    expect(idle.scripts, `scripts until idle\n${told(scripts)}`).toBeLessThanOrEqual(limits.idle.scripts)
    expect(idle.fonts, told(ofKind(files, 'font'))).toBe(limits.idle.fonts)
    const asked = files.filter(({ name }) => name === '/api/Dashboards/dashboardData')
    expect(asked.length, 'the figures are asked for once').toBe(1)
  })
}

test('home in another language is heavier by one file of texts alone', anyWidth, async ({ page, signIn }) => {
  await speak(page, 'ta')
  await signIn('asha')
  const files = await loadHome(page)
  const { shown, idle } = weigh(files)
  const [words, ...others] = files.filter(({ name }) => /words\/ta-/.test(name))
  expect(others).toEqual([])
  expect(words?.bytes).toBeLessThanOrEqual(limits.words)
  const own = words?.bytes ?? 0
  expect(shown.scripts - own, told(ofKind(files, 'script'))).toBeLessThanOrEqual(limits.shown.scripts)
  expect(idle.scripts - own, told(ofKind(files, 'script'))).toBeLessThanOrEqual(limits.idle.scripts)
  expect(idle.fonts, told(ofKind(files, 'font'))).toBe(limits.idle.fonts)
})

test('the page asks for the figures before its scripts run', { tag: [quick.tag, anyWidth.tag] }, async ({
  page,
  signIn,
}) => {
  await signIn('asha')
  const asked = page.waitForRequest(/dashboardData$/)
  await page.route(/\/assets\/core-/, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/dashboard/home')
  await expect(page.getByRole('main').getByRole('button', { name: /Pay Now/ })).toBeVisible()
})

test(
  "a business customer's dashboard is not asked for, with the answer known and without",
  anyWidth,
  async ({ page, signIn }) => {
    await signIn('farid')
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    for (const known of [true, false]) {
      if (!known) await page.evaluate(() => localStorage.removeItem('isB2Buser'))
      await page.goto('/dashboard/home')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(calls).toContain('/api/Dashboards/isB2B')
    expect(calls).not.toContain('/api/Dashboards/dashboardData')
  },
)

for (const path of ['/', '/bangalore']) {
  test(`${path} stays light, without a script`, anyWidth, async ({ browser, city }) => {
    const context = await browser.newContext({
      baseURL: city.url,
      javaScriptEnabled: false,
      viewport: viewports.mobile,
    })
    const page = await context.newPage()
    const files = await loadPublic(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const kinds = files.map(({ kind }) => kind)
    expect(kinds, told(files)).toEqual(expect.arrayContaining(['document', 'stylesheet', 'font']))
    expect(kinds, told(files)).not.toContain('script')
    const sum = (of: typeof files) => of.reduce((total, { bytes }) => total + bytes, 0)
    const documents = files.filter(({ kind }) => kind === 'document')
    expect(sum(documents), told(documents)).toBeLessThanOrEqual(limits.public.document)
    expect(sum(files), told(files)).toBeLessThanOrEqual(limits.public.all)
    await context.close()
  })
}
