import { useEffect } from 'react'

export const SCROLL_DEBOUNCE_MS = 1000
export const SCROLL_THRESHOLD_PX = 3

interface Extent {
  scrolled: number
  visible: number
  total: number
}

export function isAtBottom({ scrolled, visible, total }: Extent): boolean {
  return total - scrolled - visible <= SCROLL_THRESHOLD_PX
}

function pageExtent(): Extent {
  return { scrolled: window.scrollY, visible: window.innerHeight, total: document.documentElement.scrollHeight }
}

/** Loads more once the page has rested at its bottom for a second. A button should serve everybody else. */
export function useInfiniteScroll(enabled: boolean, onBottom: () => void): void {
  useEffect(() => {
    if (!enabled) return
    let timer = 0
    const check = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => isAtBottom(pageExtent()) && onBottom(), SCROLL_DEBOUNCE_MS)
    }
    window.addEventListener('scroll', check, { passive: true })
    return () => {
      window.clearTimeout(timer)
      window.removeEventListener('scroll', check)
    }
  }, [enabled, onBottom])
}
