import { afterEach, expect, test } from 'vitest'
import { ofJsdom } from './computed-style'

const fast = (element: Element) => window.getComputedStyle(element)

function expectAsJsdom() {
  for (const element of document.querySelectorAll('*')) {
    const [own, all] = [fast(element), ofJsdom(element)]
    for (const name of ['display', 'visibility', 'pointer-events', 'overflow-x', 'position', 'direction'])
      expect(`${element.outerHTML}: ${own.getPropertyValue(name)}`).toBe(
        `${element.outerHTML}: ${all.getPropertyValue(name)}`,
      )
    expect([own.display, own.visibility, own.pointerEvents, own.cursor]).toEqual([
      all.display,
      all.visibility,
      all.pointerEvents,
      all.cursor,
    ])
  }
}

afterEach(() => document.body.replaceChildren())

const TAGS =
  'a address article aside b blockquote br button canvas caption code col colgroup datalist dd del details div dl dt em embed fieldset figcaption figure footer form h1 h3 header hr i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript ol optgroup option output p picture pre progress q s script section select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr u ul var video wbr dialog'

test.each(TAGS.split(' '))('%s is drawn as jsdom says, plain, hidden, and with a style', (tag) => {
  for (const attributes of [
    {},
    { hidden: '' },
    { hidden: 'until-found' },
    { style: 'display: flex' },
    { popover: '' },
  ]) {
    const element = document.createElement(tag)
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
    document.body.append(element)
  }
  expectAsJsdom()
})

test.each([
  '<div style="visibility: hidden"><p><b style="visibility: visible"><i>a</i></b><u style="visibility: inherit">b</u></p></div>',
  '<div style="pointer-events: none"><p><b style="pointer-events: auto"><i>a</i></b><u style="pointer-events: unset">b</u></p></div>',
  '<div style="visibility: hidden"><p style="visibility: initial"><b>a</b></p></div>',
  '<div style="display: none"><p style="display: initial">a</p><b style="display: block">b</b></div>',
  '<input type="hidden" style="display: block"><input type="text" hidden><input type="radio">',
  '<table hidden><tbody hidden><tr hidden><td hidden><b>a</b></td></tr></tbody></table>',
  '<details><summary><b style="visibility: hidden">a</b></summary><p>b</p></details>',
  '<dialog open><p>a</p></dialog><dialog><p>a</p></dialog><div popover style="visibility: hidden"><p>a</p></div>',
  '<svg style="visibility: hidden"><title>a</title><g pointer-events="none"><path style="pointer-events: none" /></g></svg>',
  '<style>p { display: none } .a { visibility: hidden } b { pointer-events: none }</style><p class="a"><b>a</b></p>',
])('%s', (html) => {
  document.body.append(document.createRange().createContextualFragment(html))
  expectAsJsdom()
})

test('what has changed is seen at once', () => {
  const outer = document.createElement('div')
  const inner = document.createElement('span')
  outer.append(inner)
  document.body.append(outer)
  const style = fast(inner)
  expect(style.visibility).toBe('visible')
  outer.style.visibility = 'hidden'
  expect(style.visibility).toBe('hidden')
  inner.hidden = true
  expect(fast(inner).display).toBe('none')
  expectAsJsdom()
})
