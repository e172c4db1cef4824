/** An unexpected error. Reports queue until a service is connected, so that early errors are not lost. */
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

/** From now on, calls `connect` for each new report, to connect the service that sends it. */
export function whenReported(connect: () => void): void {
  listener = connect
}

/** Connects the reporting service and hands it the queued reports. */
export function connectReporter(next: Sink | undefined): void {
  whenReported(() => {
    const waiting = queue
    if (!next) return
    queue = []
    waiting.forEach(next)
  })
  listener?.()
}
