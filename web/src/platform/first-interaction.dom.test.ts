import { expect, test, vi } from 'vitest'
import { onFirstInteraction } from './first-interaction'

test.each(['pointermove', 'pointerdown', 'keydown', 'scroll'])(
  '%s is a sign, and only the first one counts',
  (name) => {
    const task = vi.fn()
    onFirstInteraction(task)
    expect(task).not.toHaveBeenCalled()
    window.dispatchEvent(new Event(name))
    window.dispatchEvent(new Event('keydown'))
    expect(task).toHaveBeenCalledOnce()
  },
)

test('nobody waits for it after it was called off', () => {
  const task = vi.fn()
  onFirstInteraction(task)()
  window.dispatchEvent(new Event('keydown'))
  expect(task).not.toHaveBeenCalled()
})
