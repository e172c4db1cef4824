import { useEffect, useRef, useState } from 'react'
import { NetworkError, RejectedError } from '#/api/errors'
import { sendPhoto, type Upload } from '#/api/photos'
import { shrink } from '#/platform/shrink'

/** A photo that is not up yet: on its way, with percent, or refused, with why. */
export type Pending = { percent: number } | Failed

interface Failed {
  file: File
  problem: string
  /** The file itself will not do: only another one helps. */
  isRefused: boolean
}

/**
 * Photos on their way up, each under a key of its own; they stop when the screen goes. Without a network `onKept` has the
 * file, where it can be sent later.
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
        small = await shrink(file)
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
    /** Forgets one that was refused. */
    drop: (key: string) => set(key),
  }
}
