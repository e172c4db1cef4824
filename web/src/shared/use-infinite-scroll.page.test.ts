import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isAtBottom, useInfiniteScroll } from './use-infinite-scroll'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test.each([
  [1000, 800, 1800, true],
  [997, 800, 1800, true],
  [996, 800, 1800, false],
])('CONST-22: scrolled %d of %d in %d is the bottom: %s', (scrolled, visible, total, bottom) => {
  expect(isAtBottom({ scrolled, visible, total })).toBe(bottom)
})

test('CONST-21: it loads once the page has rested for a second', () => {
  const load = vi.fn()
  renderHook(() => useInfiniteScroll(true, load))
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(window.innerHeight)
  window.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(900)
  window.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(999)
  expect(load).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(load).toHaveBeenCalledOnce()
})

test('nothing is loaded when there is nothing more', () => {
  const load = vi.fn()
  renderHook(() => useInfiniteScroll(false, load))
  window.dispatchEvent(new Event('scroll'))
  vi.advanceTimersByTime(2000)
  expect(load).not.toHaveBeenCalled()
})
