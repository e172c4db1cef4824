import * as v from 'valibot'
import { m } from '#/copy'

/** How many digits a sign-in code has. */
export const CODE_LENGTH = 6

export const codeSchema = v.object({
  code: v.pipe(
    v.string(),
    v.length(CODE_LENGTH, () => m.session_code_invalid()),
  ),
})
