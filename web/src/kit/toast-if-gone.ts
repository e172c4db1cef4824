import { useEffect, useRef } from 'react'
import { isDeclined } from '#/api/errors'
import { toast } from '#/platform/toast'

/**
 * Says in a toast why a call was not done, if the place that says it otherwise is not on screen any more.
 * `shown` tells whether that place, within a component that stays, is. A customer who closed the question for a
 * code is still there.
 */
export function useToastIfGone(shown = true): (error: Error) => void {
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = shown
    return () => {
      isHere.current = false
    }
  }, [shown])
  return (error) => {
    if (!isHere.current && !isDeclined(error)) toast.error(error.message)
  }
}
