import { m } from '#/copy'
import { useOnline } from '#/platform/connection'
import { formatMoment } from './dates'

/** Without a connection: of when the figures below are. `at` is in milliseconds since the epoch. */
function Age({ at }: { at: number }) {
  if (useOnline() || !at) return null
  return <p className="pb-3 text-muted text-support">{m.shell_as_of({ time: formatMoment(at) ?? '' })}</p>
}

/** For `Loaded` and `Pages`. */
export const age = (at: number) => <Age at={at} />
