/** Waiting, kept in one place so that tests need not wait. */
export const timing = {
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => window.setTimeout(resolve, ms))
  },
  /** Does something again and again; returns the end of it. */
  repeat(ms: number, task: () => void): () => void {
    const timer = window.setInterval(task, ms)
    return () => window.clearInterval(timer)
  },
}
