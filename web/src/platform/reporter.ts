/** Where unexpected errors go. The queue exists before any reporting service, so early errors are not lost. */
export interface ErrorReport {
  error: unknown
  context: Record<string, string | number | undefined>
}

type Sink = (report: ErrorReport) => void

const LIMIT = 50
let queue: ErrorReport[] = []
let sink: Sink | undefined

export function reportError(error: unknown, context: ErrorReport['context'] = {}): void {
  const report = { error, context }
  if (sink) sink(report)
  else queue = [...queue, report].slice(-LIMIT)
}

/** Connects the reporting service and hands it what happened before. */
export function connectReporter(next: Sink | undefined): void {
  sink = next
  if (!next) return
  const waiting = queue
  queue = []
  for (const report of waiting) next(report)
}
