import { waitFor } from '@testing-library/react'

/** What comes once somebody does something on the page. */
export function afterAScroll<T>(what: () => T): Promise<T> {
  return waitFor(() => {
    window.dispatchEvent(new Event('scroll'))
    return what()
  })
}
