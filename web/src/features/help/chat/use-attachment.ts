import { useEffect, useRef, useState } from 'react'
import { RejectedError } from '#/api/errors'
import type { components } from '#/api/schema'
import { sendFile } from '#/api/send-file'
import { shrinkImage } from '#/platform/shrink-image'
import { newId } from '#/shared/new-id'

type Upload = components['schemas']['Upload']

/** The picture of the next message: being uploaded, failed, or uploaded. */
export type Attachment = { percent: number } | Failed | Upload

interface Failed {
  file: File
  problem: string
  /** The server rejected the file, so only another file helps. */
  isRefused: boolean
}

export function useAttachment() {
  const [attachment, setAttachment] = useState<Attachment>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  async function pick(file: File) {
    sending.current?.abort()
    const aborted = new AbortController()
    sending.current = aborted
    const { signal } = aborted
    setAttachment({ percent: 0 })
    try {
      const form = new FormData()
      form.append('file', await shrinkImage(file))
      const headers = { 'Idempotency-Key': newId() }
      const onProgress = (share: number) => signal.aborted || setAttachment({ percent: Math.round(share * 100) })
      const upload = await sendFile<Upload>('/api/Chatbots/uploadImage', form, { headers, signal, onProgress })
      if (!signal.aborted) setAttachment(upload)
    } catch (error) {
      if (signal.aborted) return
      setAttachment({ file, problem: (error as Error).message, isRefused: error instanceof RejectedError })
    }
  }

  function drop() {
    sending.current?.abort()
    setAttachment(undefined)
  }

  return { attachment, pick, drop }
}
