/** Was this page opened by a link or an address, and not by a reload or by Back? */
export function cameByLink(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'navigate'
}
