/** Waiting, kept in one place so that tests need not wait. */
export const timing = {
  pause(ms: number): Promise<void> {
    return new Promise((resolve) => window.setTimeout(resolve, ms))
  },
}
