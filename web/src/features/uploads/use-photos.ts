import { useEffect, useRef, useState } from 'react'
import { NetworkError, RejectedError } from '#/api/errors'
import { sendPhoto, type Upload } from '#/api/photos'
import { shrinkImage } from '#/platform/shrink-image'

/** A photo that is not uploaded yet: in progress, with its percentage, or failed, with the reason. */
export type Pending = { percent: number } | Failed

interface Failed {
  file: File
  problem: string
  /** The server rejected the file, so only another file helps. */
  isRefused: boolean
}

/**
 * Uploads photos, each under its own key. The uploads stop when the screen closes.
 * Without a network, `onKept` gets the file where it can be sent later.
 */
export function usePhotos(onSent: (key: string, upload: Upload) => void, onKept?: (key: string, file: File) => void) {
  const [pending, setPending] = useState<Readonly<Record<string, Pending>>>({})
  const leaving = useRef(new AbortController())
  useEffect(() => {
    if (leaving.current.signal.aborted) leaving.current = new AbortController()
    return () => leaving.current.abort()
  }, [])
  const set = (key: string, state?: Pending) =>
    setPending(({ [key]: _, ...others }) => (state ? { ...others, [key]: state } : others))
  return {
    pending,
    send: async (key: string, file: File) => {
      const { signal } = leaving.current
      set(key, { percent: 0 })
      let small = file
      try {
        small = await shrinkImage(file)
        const onProgress = (share: number) => set(key, { percent: Math.round(share * 100) })
        onSent(key, await sendPhoto(small, { signal, onProgress }))
        set(key)
      } catch (error) {
        if (signal.aborted) return
        if (onKept && error instanceof NetworkError && !navigator.onLine) {
          onKept(key, small)
          set(key)
        } else set(key, { file, problem: (error as Error).message, isRefused: error instanceof RejectedError })
      }
    },
    /** Forgets a failed photo. */
    drop: (key: string) => set(key),
  }
}
