import { renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { toasts } from '#/platform/toast'
import { useToastIfGone } from './toast-if-gone'

afterEach(() => toasts.set([]))

const texts = () => toasts.get().map(({ text }) => text)
const refused = new Error('This was refused.')

test('a refusal stands in its place, or is a toast once that place is gone: never both', () => {
  const { result, unmount } = renderHook(() => useToastIfGone())
  result.current(refused)
  expect(texts()).toEqual([])
  unmount()
  result.current(refused)
  expect(texts()).toEqual(['This was refused.'])
})

test('a place that is hidden within what stays counts as gone', () => {
  const { result, rerender } = renderHook(({ shown }) => useToastIfGone(shown), { initialProps: { shown: false } })
  result.current(refused)
  expect(texts()).toEqual(['This was refused.'])
  rerender({ shown: true })
  toasts.set([])
  result.current(refused)
  expect(texts()).toEqual([])
})
