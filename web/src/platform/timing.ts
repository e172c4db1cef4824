/** Timers, in one place so that tests need not wait. */
export const timing = {
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => window.setTimeout(resolve, ms))
  },
  /** Runs the task at intervals. Returns the function that stops it. */
  repeat(ms: number, task: () => void): () => void {
    const timer = window.setInterval(task, ms)
    return () => window.clearInterval(timer)
  },
}
