import { expect, test, vi } from 'vitest'
import { doHeld, holdTaps } from './first-view'

function view(): HTMLElement {
  const root = document.createElement('div')
  const main = document.createElement('main')
  main.append(
    ...['Pay', 'See', 'See'].map((name) => Object.assign(document.createElement('button'), { textContent: name })),
  )
  root.append(main)
  document.body.replaceChildren(root)
  return root
}

const button = (root: Element, index: number) => root.querySelectorAll('button')[index] as HTMLElement

test('what is tapped in the first view is tapped in the app, once', () => {
  const first = view()
  holdTaps(first)
  button(first, 2).click()
  const app = view()
  const tapped = [0, 1, 2].map((index) => {
    const tap = vi.fn()
    button(app, index).addEventListener('click', tap)
    return tap
  })
  doHeld(app)
  doHeld(app)
  expect(tapped.map((tap) => tap.mock.calls.length)).toEqual([0, 0, 1])
})

test('what is focused stays focused; what is to open in another tab is left alone', () => {
  const first = view()
  holdTaps(first)
  button(first, 0).focus()
  const elsewhere = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true })
  button(first, 1).dispatchEvent(elsewhere)
  expect(elsewhere.defaultPrevented).toBe(false)
  const app = view()
  doHeld(app)
  expect(document.activeElement).toBe(button(app, 0))
})

const mouse = (type: string) =>
  Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true }), { pointerType: 'mouse' })

test.each([
  ['released on the app', ['pointerup'], 1],
  ['released elsewhere', [], 0],
  ['pressed once more, which clicks by itself', ['pointerdown', 'pointerup'], 0],
])('a mouse that is pressed on the first view and %s', (_, then, clicks) => {
  const first = view()
  holdTaps(first)
  button(first, 0).dispatchEvent(mouse('pointerdown'))
  button(first, 0).focus()
  const app = view()
  const clicked = vi.fn()
  button(app, 0).addEventListener('click', clicked)
  doHeld(app)
  for (const type of then) button(app, 0).dispatchEvent(mouse(type))
  document.body.dispatchEvent(mouse('pointerup'))
  button(app, 0).dispatchEvent(mouse('pointerup'))
  expect(clicked).toHaveBeenCalledTimes(clicks)
})

test('what the app does not draw is not done', () => {
  const first = view()
  holdTaps(first)
  button(first, 0).click()
  const app = document.createElement('div')
  expect(() => doHeld(app)).not.toThrow()
  expect(window.firstViewHeld).toBeUndefined()
})
