import { expect, test } from 'vitest'
import { startApp } from './start'

test('the second click of a double click does not press another control', () => {
  startApp()
  document.body.innerHTML = '<button>Ask</button><button>Answer</button>'
  const pressed: string[] = []
  document.querySelectorAll('button').forEach((button, n) => {
    button.addEventListener('click', () => pressed.push(button.textContent))
    const click = new MouseEvent('click', { bubbles: true, cancelable: true, detail: n + 1 })
    Object.defineProperty(click, 'timeStamp', { value: 10_000 + 200 * n })
    button.dispatchEvent(click)
  })
  expect(pressed).toEqual(['Ask'])
})
