import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ignoreSecondTapElsewhere } from './double-tap'

let pressed: string[]

beforeAll(ignoreSecondTapElsewhere)

beforeEach(() => {
  pressed = []
  document.body.innerHTML =
    '<button>Ask</button><button><svg></svg>Answer</button><label>Box<input type="checkbox"></label>'
  for (const element of document.querySelectorAll('button, input')) {
    element.addEventListener('click', () => pressed.push(element.textContent || 'box'))
  }
})

let now = 10_000

interface Press {
  on: string
  /** After the one before, in milliseconds. */
  after?: number
  x?: number
  detail?: number
  pointerType?: string
}

function press({ on, after = 1000, x = 100, detail = 1, pointerType = 'touch' }: Press) {
  now += after
  const element = document.querySelector(on)
  element?.dispatchEvent(Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType }))
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: x, clientY: 700, detail })
  Object.defineProperty(click, 'timeStamp', { value: now })
  element?.dispatchEvent(click)
}

const ask = 'button:nth-of-type(1)'
const answer = 'button:nth-of-type(2)'

test('a second tap does not press what has come under the finger meanwhile, nor does a third one', () => {
  press({ on: ask })
  press({ on: answer, after: 250 })
  press({ on: `${answer} svg`, after: 250, x: 110 })
  expect(pressed).toEqual(['Ask'])
})

test('a double click of the mouse does not either, however slow', () => {
  press({ on: ask, pointerType: 'mouse' })
  press({ on: answer, after: 480, detail: 2, pointerType: 'mouse' })
  expect(pressed).toEqual(['Ask'])
})

test.each([
  ['elsewhere', { on: answer, after: 100, x: 300 }],
  ['later', { on: answer, after: 401 }],
  ['by the keyboard', { on: answer, after: 100, detail: 0 }],
  ['by another click of a mouse', { on: answer, after: 100, pointerType: 'mouse' }],
])('what is pressed %s counts', (_, second: Press) => {
  press({ on: ask })
  press(second)
  expect(pressed).toEqual(['Ask', 'Answer'])
})

test('the same control can be pressed as fast as one likes', () => {
  press({ on: answer })
  press({ on: `${answer} svg`, after: 100 })
  expect(pressed).toEqual(['Answer', 'Answer'])
})

test('a tap on a label is one tap, and so is the next one', () => {
  press({ on: 'label' })
  press({ on: 'label', after: 200 })
  expect(pressed).toEqual(['box', 'box'])
})

test('a click that comes with a tap counts', () => {
  press({ on: ask })
  press({ on: answer, after: 1 })
  expect(pressed).toEqual(['Ask', 'Answer'])
})
