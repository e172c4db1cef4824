import { type ReactNode, Suspense } from 'react'
import { Boundary } from '#/app/error/Boundary'

/** A part that comes after what is due, with its own code: without it the page is whole. */
export function Late({ place, space, children }: { place: string; space?: string; children: ReactNode }) {
  return (
    <Boundary place={place} fallback={() => null}>
      <Suspense fallback={space && <span className={`block ${space}`} />}>{children}</Suspense>
    </Boundary>
  )
}
