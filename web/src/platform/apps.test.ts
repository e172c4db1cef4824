import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import page from '../../index.html?raw'

const read = (path: string) => readFileSync(new URL(path, import.meta.url))
const readJson = (path: string) => JSON.parse(read(path).toString('utf8'))

interface Shortcut {
  name: string
  url: string
}
interface Picture {
  src: string
  sizes: string
  type: string
  purpose?: string
  form_factor?: string
}

const manifest = readJson('../../public/manifest.webmanifest') as {
  shortcuts: Shortcut[]
  icons: Picture[]
  screenshots: Picture[]
} & Record<string, string>

/** The width and height of a PNG, which follow its signature. */
function sizeOf(src: string): string {
  const bytes = read(`../../public/${src.replace('/dashboard/', '')}`)
  expect(bytes.toString('latin1', 1, 4), src).toBe('PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

describe('the web manifest', () => {
  test('an installed app is the dashboard, whatever its start address becomes', () => {
    const { id, scope, start_url, lang, display } = manifest
    expect({ id, scope, start_url, lang, display }).toEqual({
      id: '/dashboard/',
      scope: '/dashboard/',
      start_url: '/dashboard/home?source=pwa',
      lang: 'en-IN',
      display: 'standalone',
    })
  })

  test('has icons of each purpose, and pictures, of the sizes that it says', () => {
    const drawn = manifest.icons.filter(({ type }) => type === 'image/png')
    expect(drawn.map(({ purpose, sizes }) => `${purpose} ${sizes}`)).toEqual([
      'any 192x192',
      'any 512x512',
      'maskable 512x512',
      'monochrome 512x512',
    ])
    expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'wide'])
    for (const { src, sizes } of [...drawn, ...manifest.screenshots]) expect(sizeOf(src), src).toBe(sizes)
  })

  test('has shortcuts to what is done most', () => {
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      ['Pay rent', '/dashboard/home?pay=due&source=pwa'],
      ['Raise request', '/dashboard/home?requestType=create-new-request&source=pwa'],
      ['KYC', '/dashboard/kyc?source=pwa'],
    ])
  })
})

/** The colour of the browser's bar in a colour scheme. */
const barOf = (scheme: string) => new RegExp(`prefers-color-scheme: ${scheme}\\)" content="(#\\w+)"`).exec(page)?.[1]

/** The colours with which the page starts in the light and the dark scheme. */
const [light, dark] = [barOf('light'), barOf('dark')]

describe('the Android app', () => {
  const app = readJson('../../../mobile/android/twa-manifest.json') as {
    shortcuts: Shortcut[]
    signingKey: Record<string, string>
  } & Record<string, string>
  const as = (source: string, url: string) => url.replace('source=pwa', `source=${source}`)
  const onHost = (path = '') => `https://${app.host}${path}`
  const icon = (purpose: string, sizes: string) =>
    manifest.icons.find((one) => one.purpose === purpose && one.sizes === sizes)?.src

  test('has every field that Bubblewrap demands', () => {
    for (const field of ['packageId', 'host', 'name', 'startUrl', 'iconUrl', 'splashScreenFadeOutDuration'])
      expect(app[field], field).toBeTruthy()
    expect(app.enableNotifications).toBe(true)
    expect(Object.keys(app.signingKey)).toEqual(['path', 'alias'])
  })

  test('is called, begins and looks as the web manifest says', () => {
    expect([app.name, app.launcherName]).toEqual([manifest.name, manifest.short_name])
    expect(app.startUrl).toBe(as('twa', manifest.start_url ?? ''))
    expect(app.fullScopeUrl).toBe(onHost(manifest.scope))
    expect(app.webManifestUrl).toBe(onHost('/dashboard/manifest.webmanifest'))
    expect([app.iconUrl, app.maskableIconUrl, app.monochromeIconUrl]).toEqual(
      [icon('any', '512x512'), icon('maskable', '512x512'), icon('monochrome', '512x512')].map(onHost),
    )
    expect(app.display).toBe(manifest.display)
    expect(app.themeColor?.toLowerCase()).toBe(manifest.theme_color)
    expect(app.backgroundColor?.toLowerCase()).toBe(manifest.background_color)
    expect([app.navigationColor, app.navigationDividerColor]).toEqual([light, light])
    expect([app.themeColorDark, app.navigationColorDark, app.navigationDividerColorDark]).toEqual([dark, dark, dark])
  })

  test('has the shortcuts of the web manifest', () => {
    expect(app.shortcuts.map(({ name, url }) => ({ name, url }))).toEqual(
      manifest.shortcuts.map(({ name, url }) => ({ name, url: as('twa', url) })),
    )
  })
})

describe('the iOS app', () => {
  const project = read('../../../mobile/ios/project.yml').toString('utf8')
  const setting = (name: string) => new RegExp(`^\\s+${name}: (.+)$`, 'm').exec(project)?.[1]
  const host = setting('DashboardHost')

  test('is called and begins as the web manifest says', () => {
    expect(setting('CFBundleDisplayName')).toBe(manifest.short_name)
    expect(setting('DashboardStart')).toBe(manifest.start_url?.replace('source=pwa', 'source=ios'))
  })

  test('keeps service workers and links to its own host', () => {
    expect(project).toContain(`WKAppBoundDomains:\n          - ${host}\n`)
    expect(project).toContain(`- applinks:${host}\n`)
  })

  test('opens in the colours of the page', () => {
    const { colors } = readJson('../../../mobile/ios/Assets.xcassets/LaunchBackground.colorset/Contents.json') as {
      colors: { color: { components: Record<'red' | 'green' | 'blue', string> } }[]
    }
    const drawn = colors.map(({ color: { components } }) => {
      const { red, green, blue } = components
      return `#${[red, green, blue].map((part) => part.replace('0x', '')).join('')}`
    })
    expect(drawn).toEqual([light, dark])
  })

  test('hears every type of message that the page sends', () => {
    const bridge = read('../../../mobile/ios/Sources/Bridge.swift').toString('utf8')
    const messages = read('./native-bridge.ts').toString('utf8')
    const sent = /export interface Messages \{\n([\s\S]*?)\n\}/.exec(messages)?.[1] ?? ''
    const types = [...sent.matchAll(/^ {2}(\w+):/gm)].map(([, type]) => `"${type}"`)
    expect(types).toHaveLength(4)
    expect(bridge).toContain(`static let types = [${types.join(', ')}]`)
  })
})
