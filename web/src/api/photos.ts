import { newId } from '#/shared/new-id'
import type { components } from './schema'
import { type Sending, sendFile } from './send-file'

export type Upload = components['schemas']['Upload']

/** Uploads a photo of a repair. An upload with the same key is the same photo. */
export function sendPhoto(file: File, sending: Omit<Sending, 'headers'>, key: string = newId()): Promise<Upload> {
  const form = new FormData()
  form.append('file', file)
  return sendFile('/api/ServiceRequestImages/upload', form, { ...sending, headers: { 'Idempotency-Key': key } })
}
