import { settled } from '../support/accessible'
import { test } from '../support/fixtures'
import { walks } from '../support/walks'
import { speak, words } from '../support/words'

test.use({ ownCity: true })

for (const [name, walk] of Object.entries(walks)) {
  test(name, async ({ page, city, signIn }, info) => {
    const { locale = 'en' } = info.project.metadata as { locale?: string }
    await speak(page, locale)
    const look = async (screen: string) => {
      await settled(page)
      await page.screenshot({ path: `../screens/${info.project.name}/${screen.replaceAll(/\W+/g, '-')}.png` })
    }
    await walk({ page, city, signIn, say: words(locale), look })
  })
}
