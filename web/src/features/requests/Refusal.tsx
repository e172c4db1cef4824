import { Notice } from '#/ui/Notice'

/** Why the server did not do it: it stays where it can be mended until something changes. */
export function Refusal({ message }: { message?: string }) {
  return message ? <Notice tone="danger">{message}</Notice> : null
}
