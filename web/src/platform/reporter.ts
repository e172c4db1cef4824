/** Where unexpected errors go. The queue exists before whoever sends them, so early errors are not lost. */
export interface ErrorReport {
  error: unknown
  context: Record<string, string | number | undefined>
}

type Sink = (report: ErrorReport) => void

const LIMIT = 50
let queue: ErrorReport[] = []
let listener: (() => void) | undefined

export function reportError(error: unknown, context: ErrorReport['context'] = {}): void {
  queue = [...queue, { error, context }].slice(-LIMIT)
  listener?.()
}

/** Has whoever connects the reporting service called with each report that waits for it from now on. */
export function whenReported(connect: () => void): void {
  listener = connect
}

/** Connects the reporting service and hands it what happened before. */
export function connectReporter(next: Sink | undefined): void {
  whenReported(() => {
    const waiting = queue
    if (!next) return
    queue = []
    waiting.forEach(next)
  })
  listener?.()
}
