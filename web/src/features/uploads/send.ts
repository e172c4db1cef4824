import { CLIENT_NAME } from '#/api/client'
import type { components } from '#/api/schema'
import { unwrap } from '#/api/unwrap'
import { readStored, storageKeys } from '#/platform/storage'
import { newId } from '#/shared/new-id'

export type Upload = components['schemas']['Upload']

interface Sending {
  signal: AbortSignal
  /** How much has left, 0 to 1. */
  onProgress(share: number): void
}

/** Uploads a photo. `fetch` tells nothing of the way up, so this is the one call that does not use it. */
export function sendPhoto(file: File, { signal, onProgress }: Sending): Promise<Upload> {
  return unwrap<Upload>(
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', '/api/ServiceRequestImages/upload')
      request.setRequestHeader('client-name', CLIENT_NAME)
      request.setRequestHeader('Authorization', readStored(storageKeys.token) ?? '')
      request.setRequestHeader('Idempotency-Key', newId())
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
      request.onerror = () => reject(new TypeError('no connection'))
      request.onabort = () => reject(signal.reason)
      request.onload = () => {
        const body = read(request.responseText)
        resolve({ data: body as Upload, error: body, response: new Response(null, { status: request.status }) })
      }
      signal.addEventListener('abort', () => request.abort())
      const form = new FormData()
      form.append('file', file)
      request.send(form)
    }),
  )
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
