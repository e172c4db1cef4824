// Measures what home and the public pages transfer, counted in a browser: compressed bytes and files.
// The figures do not depend on the machine, so tests can limit them.
// `make bench` shows the same figures for home.

/** The upper limit of each count. The number of fonts must be exact. Bytes are compressed. */
export const limits = {
  shown: { scripts: 165_000, files: 12, styles: 10_000, fonts: 1 },
  idle: { scripts: 190_000, fonts: 1 },
  /** All texts of a language other than English. */
  words: 40_000,
  public: { document: 12_000, all: 60_000 },
}

/**
 * @typedef {object} File
 * @property {string} name
 * @property {number} bytes of the body, compressed
 * @property {'script' | 'style' | 'font' | 'data'} kind
 * @property {boolean} first asked for before home showed its figures
 */

/**
 * Loads home of the signed-in customer until nothing is left to do. The question about notifications counts
 * as asked this week, because a timer would show it, not the page load.
 * @param {import('@playwright/test').Page} page a page that has not opened home yet
 * @returns {Promise<File[]>} every file of the page
 */
export async function loadHome(page, origin = '') {
  // Marks when the figures are there, before they are painted and before anything that waits for them.
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector('main section[aria-labelledby=home-items]')) return
      watch.disconnect()
      performance.mark('figures')
    })
    watch.observe(document, { childList: true, subtree: true })
  })
  await page.addInitScript(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the app writes it
    document.cookie = 'notificationsAsked=true; Path=/dashboard'
  })
  const idle = page.waitForRequest(/\/api\/events/) // the event stream is opened last
  await page.goto(`${origin}/dashboard/home`)
  await idle
  return page.evaluate(() => {
    const shown = performance.getEntriesByName('figures')[0]?.startTime
    if (shown === undefined) throw new Error('home has shown no figures')
    const kinds = { js: 'script', css: 'style', woff2: 'font' }
    return performance.getEntriesByType('resource').map(({ name, encodedBodySize, startTime }) => {
      const { pathname } = new URL(name)
      const kind = kinds[pathname.split('.').at(-1)] ?? 'data'
      return {
        name: pathname.replace('/dashboard/assets/', ''),
        bytes: encodedBodySize,
        kind,
        first: startTime < shown,
      }
    })
  })
}

/** @param {File[]} files @param {File['kind']} kind */
export const ofKind = (files, kind) => files.filter((file) => file.kind === kind)

/**
 * The counts that the limits are about.
 * @param {File[]} files
 */
export function weigh(files) {
  const bytes = (list) => list.reduce((sum, file) => sum + file.bytes, 0)
  const count = (list) => ({
    scripts: bytes(ofKind(list, 'script')),
    files: ofKind(list, 'script').length,
    styles: bytes(ofKind(list, 'style')),
    fonts: ofKind(list, 'font').length,
  })
  return { shown: count(files.filter(({ first }) => first)), idle: count(files) }
}

/**
 * Loads a page outside the app, which needs no scripts, with the pictures that a phone shows at once.
 * @param {import('@playwright/test').Page} page in a context without JavaScript
 * @param {string} path
 * @returns {Promise<{ name: string, bytes: number, kind: string }[]>} all requests: headers and compressed bodies
 */
export async function loadPublic(page, path) {
  const asked = []
  page.on('requestfinished', (request) => asked.push(request))
  await page.goto(path, { waitUntil: 'networkidle' })
  const files = asked.map(async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    const { pathname } = new URL(request.url())
    return { name: pathname, bytes: responseBodySize + responseHeadersSize, kind: request.resourceType() }
  })
  return Promise.all(files)
}
