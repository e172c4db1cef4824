import { expect, test } from 'vitest'
import { draw } from './draw'
import { Fragment, jsx } from './jsx-runtime'

const Icon = ({ size }: Record<string, unknown>) =>
  jsx('svg', { strokeWidth: size, children: jsx('path', { d: 'M0 0' }) })

function drawn(what: Parameters<typeof draw>[0]): HTMLElement {
  const parent = document.createElement('div')
  draw(what, parent)
  return parent
}

test('what people are called is text, never markup', () => {
  const name = '<img src=x onerror=alert(1)>'
  const page = drawn(jsx('p', { title: name, children: ['Hi, ', name] }))
  expect(page.querySelector('img')).toBeNull()
  expect(page.textContent).toBe(`Hi, ${name}`)
  expect(page.querySelector('p')?.title).toBe(name)
})

test('attributes as React writes them; what answers events is left to the app', () => {
  const button = jsx('button', {
    className: 'wide',
    tabIndex: -1,
    disabled: false,
    'aria-disabled': undefined,
    'data-torn': false,
    onClick: () => {},
    children: jsx(Fragment, { children: [null, false, 0, 'Pay'] }),
  })
  expect(drawn(button).innerHTML).toBe('<button class="wide" tabindex="-1" data-torn="false">0Pay</button>')
})

test('drawings are drawings, and components are what they give', () => {
  const icon = drawn(jsx(Icon, { size: 2 }))
  expect(icon.innerHTML).toBe('<svg stroke-width="2"><path d="M0 0"></path></svg>')
  expect(icon.querySelector('path')).toBeInstanceOf(SVGElement)
})
