import * as v from 'valibot'
import { m } from '#/copy'

/** The number of digits of a sign-in code. */
export const CODE_LENGTH = 6

export const codeSchema = v.object({
  code: v.pipe(
    v.string(),
    v.length(CODE_LENGTH, () => m.session_code_invalid()),
  ),
})
