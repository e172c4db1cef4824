import { consumeResume } from '#/platform/viewport-reload'
import { type DialogSearch, withoutDialog } from '../dialog-search'

let firstNavigation = true

/** For tests: the next navigation counts as the first of a page load. */
export function restartPageLoad(): void {
  firstNavigation = true
}

/**
 * A flow that is opened in the middle has no answers to go on with. So the first navigation of a page load
 * drops the dialog if it names a step. A reload that saved its drafts is the exception.
 */
export function forgetStaleStep(search: object): DialogSearch | undefined {
  if (!firstNavigation) return undefined
  firstNavigation = false
  const { requestStep } = search as DialogSearch
  if (!requestStep || consumeResume()) return undefined
  return withoutDialog(search as DialogSearch)
}
