import type { Component, Drawable } from './jsx-runtime'

// Stands for `kit/Late` in the first view: the room of what comes later.

interface LateOptions {
  pending?: Drawable | Component
}

export const late =
  (_place: string, _load: unknown, { pending }: LateOptions = {}): Component =>
  (props) =>
    typeof pending === 'function' ? pending(props) : pending

export const failedPart = undefined
export const failedDialog = undefined
