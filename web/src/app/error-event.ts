import type { ErrorReport } from '#/platform/reporter'
import { scrub } from './error-scrub'

/** A stack frame in Sentry's format. */
interface StackFrame {
  function?: string
  filename?: string
  lineno?: number
  colno?: number
  in_app: boolean
}

interface Exception {
  type: string
  value: string
  stacktrace?: { frames: StackFrame[] }
}

/** An error in Sentry's format. It contains nothing of the page except what is named here. */
export interface ErrorEvent {
  event_id: string
  timestamp: number
  platform: 'javascript'
  level: 'error'
  release?: string
  environment: string
  tags: Record<string, string>
  exception: { values: Exception[] }
}

/** Where an error happened. */
export interface ErrorContext {
  release: string
  environment: string
  /** The pattern of the page's path, never the path itself. */
  route: string
  language: string
  devicePlatform: string
}

/** How many errors of a cause chain are reported. */
const MAX_ERRORS = 3
/** How many stack frames are reported, those nearest to the failure. */
const MAX_FRAMES = 20
const MAX_MESSAGE_LENGTH = 500
const MAX_NAME_LENGTH = 100

/** Chrome: `at total (https://…/home.js:1:2)`; Firefox and Safari: `total@https://…/home.js:1:2`. */
const CHROME = /^\s*at (?:(?:async )?(.*?) \()?(.*?):(\d+):(\d+)\)?$/
const OTHERS = /^(.*?)@(.*?):(\d+):(\d+)$/

/**
 * The frames of a stack, the caller before the callee.
 * A URL is reduced to its path, because its query may open something.
 */
export function framesOf(stack: string, origin: string): StackFrame[] {
  const calls: StackFrame[] = []
  for (const line of stack.split('\n')) {
    const [, name, file = '', row, column] = CHROME.exec(line) ?? OTHERS.exec(line) ?? []
    if (!row) continue
    const isOwn = file.startsWith(`${origin}/`)
    calls.push({
      function: name ? scrub(name).slice(0, MAX_NAME_LENGTH) : undefined,
      filename: isOwn ? scrub(file.slice(origin.length).replace(/[?#].*/, '')) : undefined,
      lineno: Number(row),
      colno: Number(column),
      in_app: isOwn,
    })
    if (calls.length === MAX_FRAMES) break
  }
  return calls.reverse()
}

function exceptionOf(error: unknown, origin: string): Exception {
  if (!(error instanceof Error)) return { type: 'Error', value: messageOf(error) }
  const frames = framesOf(error.stack ?? '', origin)
  return { type: scrub(error.name || 'Error'), value: messageOf(error.message), stacktrace: { frames } }
}

/** A value that is neither text nor error is reported by its type only, because it may hold anything. */
function messageOf(value: unknown): string {
  return typeof value === 'string'
    ? scrub(value.slice(0, 4 * MAX_MESSAGE_LENGTH)).slice(0, MAX_MESSAGE_LENGTH)
    : typeof value
}

/** An error with its causes, the cause first. */
function chain(error: unknown, origin: string): Exception[] {
  const values: Exception[] = []
  for (let one = error; one !== undefined && one !== null && values.length < MAX_ERRORS; ) {
    values.unshift(exceptionOf(one, origin))
    one = one instanceof Error ? one.cause : undefined
  }
  return values
}

const newEventId = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), hex).join('')
const hex = (byte: number) => byte.toString(16).padStart(2, '0')

export function eventOf({ error, context }: ErrorReport, at: ErrorContext, origin: string, now: number): ErrorEvent {
  const { route, language, devicePlatform } = at
  const tags = Object.entries({ ...context, route, language, devicePlatform }).filter(
    ([, value]) => value !== undefined,
  )
  return {
    event_id: newEventId(),
    timestamp: now / 1000,
    platform: 'javascript',
    level: 'error',
    release: at.release || undefined,
    environment: at.environment,
    tags: Object.fromEntries(tags.map(([name, value]) => [name, scrub(String(value))])),
    exception: { values: chain(error, origin) },
  }
}

/** A key that is the same for the same error at the same place. */
export function fingerprint({ exception }: ErrorEvent): string {
  return JSON.stringify(exception.values.map(({ type, value, stacktrace }) => [type, value, stacktrace?.frames.at(-1)]))
}

/** Each line is JSON: a header of the envelope, a header of the event, and the event. */
export function envelopeOf(event: ErrorEvent): string {
  const payload = JSON.stringify(event)
  const length = new TextEncoder().encode(payload).length
  return (
    [{ event_id: event.event_id }, { type: 'event', length }].map((line) => `${JSON.stringify(line)}\n`).join('') +
    payload
  )
}
