import type { Page } from '@playwright/test'
import { settled } from '../support/accessible'
import { onDesktop } from '../support/browser'
import { expect, type Persona, quick, test } from '../support/fixtures'

// Every link, button and banner that a persona is offered leads to something. Rows of the menus are there for
// everybody, so they may lead to an empty page if that says why, or what to do instead.

/** What a persona is offered: a link by its address, or a button by its name. */
interface Door {
  on: string
  name: string
  /** Absent for a button. */
  href?: string
  /** Which of the buttons of its name it is. */
  at?: number
  isMenuRow: boolean
}

interface Empty {
  title: string
  /** Whether there is an explanation or something to press. */
  leadsOn: boolean
}

const personas: Persona[] = [
  'asha',
  'bilal',
  'chitra',
  'dev',
  'farid',
  'gauri',
  'indu',
  'jaya',
  'kabir',
  'mohan',
  'nita',
  'omkar',
  'pooja',
  'qadir',
  'rhea',
  'samir',
  'tanvi',
  'usman',
  'veda',
]
const walked: Persona[] = ['esha', 'hari', 'leela']

/** What does something here or leads back. The buttons of a carousel are beside its banners. */
const acts =
  /^(?:Logout|Close|Back|Go Back|Previous offer|Next offer|Go to offer .*|Delete .*|Skip this debit|Talk to a person|Send|Pay|Pay ₹.*)$/
/** Empty lists beside other things on a page. */
const besides = ['You have not referred anyone yet.', 'We have not written to you yet.']
const opensDialog = /[?&](?:requestType|paymentMode|showAutoDebit|showSettlement|ticketId|whyAmount|extension)=/
const lost = 'This page could not be found'

test.use({ ownCity: true })
test.setTimeout(300_000)

for (const persona of [...walked, ...personas]) {
  test(`${persona}: no door leads nowhere`, walked.includes(persona) ? quick : {}, async ({ page, signIn }) => {
    await signIn(persona)
    expect(await deadDoors(page)).toEqual([])
  })
}

test('an agent: no door leads nowhere', async ({ page }) => {
  await page.goto('/demo/as/agent?customer=hari&redirectUrl=/home')
  await page.getByRole('button', { name: 'Yes, it is me' }).click()
  expect(await deadDoors(page)).toEqual([])
})

/** Follows all doors from home on, page by page, and describes those that lead nowhere. */
async function deadDoors(page: Page): Promise<string[]> {
  const dead: string[] = []
  const seen = new Map<string, Empty[]>()
  const queue: Door[] = [{ on: 'sign-in', name: 'home', href: '/dashboard/home', isMenuRow: true }]
  const judge = (door: Door, empty: Empty[]) => {
    const why = empty.find(({ title, leadsOn }) => title === lost || !(door.isMenuRow && leadsOn))
    if (why) dead.push(`${door.on}, "${door.name}": ${why.title}`)
  }
  for (let door = queue.shift(); door; door = queue.shift()) {
    const { href = '' } = door
    const kind = href.replaceAll(/\d+/g, '#')
    const known = seen.get(kind)
    if (known) {
      judge(door, known)
      continue
    }
    if (!href.startsWith('/dashboard')) {
      seen.set(kind, await outside(page, href))
      judge(door, seen.get(kind) ?? [])
      continue
    }
    const isHome = kind === '/dashboard/home'
    await open(page, href)
    const empty = isHome ? [] : await emptyStates(page)
    seen.set(kind, empty)
    judge(door, empty)
    const doors = await doorsOf(page, kind)
    queue.push(...linksOf(doors))
    if (!isHome && !(await hasDialog(page))) continue
    for (const button of doors.filter(({ at, name }) => at !== undefined && !acts.test(name))) {
      // The help options may come after the menus were opened.
      await expect(async () => {
        await open(page, href)
        expect(await press(page, button)).toBe(true)
      }).toPass({ timeout: 30_000 })
      await settled(page)
      judge(button, isHome && !(await hasDialog(page)) ? [] : await emptyStates(page))
      queue.push(...linksOf(await doorsOf(page, `${kind}, "${button.name}"`)))
    }
  }
  return dead
}

/** Presses a button, also one that an open menu covers. False if it is not there. */
function press(page: Page, { name, at = 0 }: Door): Promise<boolean> {
  return page.evaluate(
    ({ name, at }) => {
      const nameOf = (e: Element) => (e.getAttribute('aria-label') ?? e.textContent).trim().replaceAll(/\s+/g, ' ')
      const found = [...document.querySelectorAll('button')].filter((e) => nameOf(e) === name)[at]
      found?.click()
      return found !== undefined
    },
    { name, at },
  )
}

const linksOf = (doors: Door[]) => doors.filter(({ href, name }) => href && !acts.test(name))

/** Opens a page of the app with its dialog, and home with its menus. */
async function open(page: Page, href: string): Promise<void> {
  await page.goto(href)
  if (opensDialog.test(href)) await page.getByRole('dialog').first().waitFor()
  await settled(page)
  if (href === '/dashboard/home') await openMenus(page)
}

/** A page outside the app, and the part of it that the link names. */
async function outside(page: Page, href: string): Promise<Empty[]> {
  const answer = await page.request.get(href)
  const [, part] = href.split('#')
  if (answer.ok() && (!part || (await answer.text()).includes(`id="${part}"`))) return []
  return [{ title: lost, leadsOn: false }]
}

/** Home loads its lower part once the customer does something. The account menu and all help options are open. */
async function openMenus(page: Page): Promise<void> {
  await page.keyboard.press('End')
  await settled(page)
  const help = page.getByRole('button', { name: /^Need help\?/ })
  if (await help.isVisible()) {
    await help.click()
    const all = page.getByRole('button', { name: 'See all options' })
    await all.or(page.getByText('Chat with support')).first().waitFor()
    if (await all.isVisible()) await all.click()
  }
  if (onDesktop(page)) await page.getByRole('navigation', { name: 'Account menu' }).getByRole('button').first().hover()
  await settled(page)
}

const hasDialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog')).first().isVisible()

/** The empty states of the topmost dialog, or of the page without one. */
function emptyStates(page: Page): Promise<Empty[]> {
  return page.evaluate((besides) => {
    const isShown = (e: Element) => e.checkVisibility({ visibilityProperty: true })
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(isShown)
    const all = [...(dialogs.at(-1) ?? document.body).querySelectorAll<HTMLElement>('[data-empty-state]')]
    return all.filter(isShown).flatMap((e) => {
      const [title = '', ...more] = [...e.children].map((part) => part.textContent).filter(Boolean)
      return besides.includes(title) ? [] : [{ title, leadsOn: more.length > 0 }]
    })
  }, besides)
}

/** The links and buttons of the topmost dialog, or of the whole page without one. */
function doorsOf(page: Page, on: string): Promise<Door[]> {
  return page.evaluate((on) => {
    const isShown = (e: Element) => e.checkVisibility({ visibilityProperty: true })
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].filter(isShown)
    const top = dialogs.at(-1) ?? document.body
    const nameOf = (e: Element) => (e.getAttribute('aria-label') ?? e.textContent).trim().replaceAll(/\s+/g, ' ')
    const links = [...top.querySelectorAll<HTMLAnchorElement>('a[href]')].filter((a) => a.origin === location.origin)
    const all = [...document.querySelectorAll('button')]
    const buttons = all.map((e) => ({ e, at: all.filter((other) => nameOf(other) === nameOf(e)).indexOf(e) }))
    return [
      ...links
        .filter((a) => !a.pathname.startsWith('/demo') && !a.hash.startsWith('#content'))
        .map((a) => ({
          on,
          name: nameOf(a),
          href: a.pathname + a.search + a.hash,
          isMenuRow:
            a.closest('nav[aria-label="Dashboard menu"], nav[aria-label="Account menu"]') !== null ||
            nameOf(a).startsWith('Auto Pay Setting'),
        })),
      ...buttons
        .filter(({ e }) => top.contains(e) && isShown(e) && !e.disabled && !e.closest('nav'))
        .map(({ e, at }) => ({ on, name: nameOf(e), at, isMenuRow: false })),
    ]
  }, on)
}
