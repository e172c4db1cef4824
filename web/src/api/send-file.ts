import { readStored, storageKeys } from '#/platform/storage'
import { askForCode } from '#/state/code-question'
import { CLIENT_NAME, isCodeNeeded } from './client'
import type { IntentHeaders } from './idempotency'
import { unwrap } from './unwrap'

export interface Sending {
  headers: IntentHeaders
  signal: AbortSignal
  /** The share that has been sent, 0 to 1. */
  onProgress(share: number): void
}

/**
 * Sends a form with a file and returns the response's data. `fetch` does not report the progress of an
 * upload, so only these calls avoid it. Throws as `unwrap` does, also when `signal` aborts.
 */
export function sendFile<T>(path: string, form: FormData, sending: Sending): Promise<T> {
  return unwrap<T>(send<T>(path, form, sending))
}

interface Answer<T> {
  data: T
  error: unknown
  response: Response
}

async function send<T>(path: string, form: FormData, sending: Sending): Promise<Answer<T>> {
  const answer = await post<T>(path, form, sending)
  if (isCodeNeeded(answer.response, answer.error) && (await askForCode())) return send(path, form, sending)
  return answer
}

function post<T>(path: string, form: FormData, { headers, signal, onProgress }: Sending): Promise<Answer<T>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('client-name', CLIENT_NAME)
    request.setRequestHeader('Authorization', readStored(storageKeys.token) ?? '')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new TypeError('no connection'))
    request.onabort = () => reject(signal.reason)
    request.onload = () => {
      const body = read(request.responseText)
      resolve({ data: body as T, error: body, response: new Response(null, { status: request.status }) })
    }
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** An error that is not ours, such as a proxy's page, is not JSON. */
function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
