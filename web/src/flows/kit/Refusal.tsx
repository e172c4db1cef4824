import { Notice } from '#/ui/Notice'

/** Why the server did not do it: it stays where it can be mended until something changes. */
export function Refusal({ flow: { refusal } }: { flow: { refusal: string | undefined } }) {
  return refusal ? <Notice tone="danger">{refusal}</Notice> : null
}
