/** Whether a link or a typed URL opened this page, as opposed to a reload or Back. */
export function isOpenedByLink(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}
