import { m } from '#/copy'
import { STALL_MS } from '#/shared/stall'
import { StalledError } from './errors'

/**
 * Fetches, and gives up when nothing arrives for STALL_MS: neither the response nor its next part.
 * An upload has unlimited time, because browsers do not report how far it has come.
 * `fetch` is looked up at call time, so that a later replacement (tests, wrappers) takes effect.
 * `ahead` is a response that is already on its way. If there is none after all, the request is sent.
 */
export async function fetchWithProgress(request: Request, ahead?: Promise<Response | undefined>): Promise<Response> {
  if (request.headers.get('Content-Type')?.startsWith('multipart/')) return globalThis.fetch(request)
  const call = new AbortController()
  const giveUp = () => call.abort(request.signal.reason)
  request.signal.addEventListener('abort', giveUp)
  let timer: number | undefined
  const progress = () => {
    window.clearTimeout(timer)
    timer = window.setTimeout(() => call.abort(new StalledError(m.api_stalled())), STALL_MS)
  }
  progress()
  try {
    const early = ahead && (await Promise.race([ahead.catch(() => undefined), failing(call.signal)]))
    const response = early ?? (await globalThis.fetch(request, { signal: call.signal }))
    return response.body ? new Response(await readAll(response.body, progress), response) : response
  } finally {
    window.clearTimeout(timer)
    request.signal.removeEventListener('abort', giveUp)
  }
}

function failing(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

async function readAll(body: ReadableStream<Uint8Array>, progress: () => void): Promise<ArrayBuffer> {
  const parts: Uint8Array[] = []
  const reader = body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    progress()
    parts.push(part.value)
  }
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole.buffer
}
