import { useEffect, useRef, useState } from 'react'
import { NetworkError, RejectedError } from '#/api/errors'
import type { IntentHeaders } from '#/api/idempotency'
import type { Sending } from '#/api/send-file'
import { m } from '#/copy'
import { shrinkImage } from '#/platform/shrink-image'
import { newId } from '#/shared/new-id'
import { problemOf, toastProblem } from './problem-toast'

/** The largest files that are accepted, in MB. The server has the same limits. */
const MAX_PICTURE_MB = 6
const MAX_PDF_MB = 10
const MB = 1024 * 1024

/**
 * A file that is not accepted yet. 'sending': with its progress in percent. 'reading': all bytes are sent.
 * 'stopped': cancelled or refused, with the reason.
 */
export type Pending = { file: File } & (
  | { name: 'sending'; percent: number }
  | { name: 'reading' }
  | { name: 'stopped'; problem?: string; isRefused: boolean }
)

interface UploadOptions<T> {
  send(file: File, sending: Sending): Promise<T>
  onSent(answer: T): unknown
  /** The server has checked the file and rejected it. */
  onRefused?(): unknown
}

/**
 * Uploads one file. The upload stops when the screen closes. A file that did not arrive can be sent again.
 */
export function useUpload<T>({ send, onSent, onRefused }: UploadOptions<T>) {
  const [pending, setPending] = useState<Pending>()
  const call = useRef<AbortController>(undefined)
  /** The idempotency key. The same file is sent again under the same key. */
  const headers = useRef<IntentHeaders>({ 'Idempotency-Key': '' })
  useEffect(() => () => call.current?.abort(), [])

  const run = async (file: File) => {
    const controller = new AbortController()
    call.current = controller
    const { signal } = controller
    const show = (next: Pending | undefined) => signal.aborted || setPending(next)
    const onProgress = (share: number) =>
      show(share < 1 ? { name: 'sending', file, percent: Math.round(share * 100) } : { name: 'reading', file })
    onProgress(0)
    try {
      const isPicture = file.type.startsWith('image/')
      const size = isPicture ? MAX_PICTURE_MB : MAX_PDF_MB
      const ready = isPicture ? await shrinkImage(file) : file
      if (signal.aborted) return
      if (ready.size > size * MB) {
        return show({ name: 'stopped', file, problem: m.kyc_upload_too_large({ size }), isRefused: true })
      }
      await onSent(await send(ready, { headers: headers.current, signal, onProgress }))
      show(undefined)
    } catch (error) {
      if (signal.aborted) return
      setPending(stopped(file, error as Error))
      if (!(error instanceof RejectedError)) return
      await onRefused?.()
      // The verification has the reason now, and its screen shows it.
      if (error.extra.reason) show(undefined)
    }
  }

  return {
    pending,
    pick: (file: File) => {
      headers.current = { 'Idempotency-Key': newId() }
      void run(file)
    },
    again: (file: File) => void run(file),
    cancel: (file: File) => {
      call.current?.abort()
      setPending({ name: 'stopped', file, isRefused: false })
    },
  }
}

function stopped(file: File, error: Error): Pending {
  const offline = error instanceof NetworkError && !navigator.onLine
  const problem = offline ? m.kyc_upload_offline() : problemOf(error)
  if (!offline) toastProblem(error)
  return { name: 'stopped', file, problem, isRefused: error instanceof RejectedError }
}
