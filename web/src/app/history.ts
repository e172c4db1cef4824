import type { AnyRouter } from '@tanstack/react-router'
import { pageHref } from '#/copy/pages'
import { goBackOver } from '#/platform/back'
import { layerDepth } from '#/platform/layer-depth'
import { leave } from '#/platform/leave'
import { type DialogSearch, dialogView, withoutDialog } from './dialog-search'
import { HOME } from './paths'
import { parseSearch, stringifySearch } from './search-codec'

/** A tab whose history holds at most the browser's own first entry and this page. */
const DIRECT_HISTORY_LENGTH = 2

interface Entry {
  index: number
  pathname: string
}

/** The newest entry that showed a page without a dialog. */
let lastPlain: Entry | undefined

function entryIndex(router: AnyRouter): number {
  return router.history.location.state.__TSR_index ?? 0
}

function isDialogOpen(router: AnyRouter): boolean {
  const search = router.state.location.search as DialogSearch
  return dialogView(search) !== undefined || search.newaddress !== undefined
}

/** Keeps track of where the open dialog was opened from. Call once per router. */
export function rememberPlainEntries(router: AnyRouter): () => void {
  lastPlain = undefined
  return router.subscribe('onResolved', () => {
    if (!isDialogOpen(router)) lastPlain = { index: entryIndex(router), pathname: router.state.location.pathname }
  })
}

/** After a reload nothing is open above the page: the entry that stood for it goes, or Back would seem to do nothing. */
export function leaveStaleLayers({ history }: AnyRouter): void {
  const depth = layerDepth(history)
  if (depth > 0) history.go(-depth, { ignoreBlocker: true })
}

/**
 * Did the person land here directly? The length rule is the product's; wrappers keep longer histories of their own,
 * so the app's own first entry counts as well.
 */
export function landedDirectly(router: AnyRouter): boolean {
  return window.history.length <= DIRECT_HISTORY_LENGTH || entryIndex(router) === 0
}

function clearQuery(router: AnyRouter): void {
  void router.navigate({ to: '.', search: withoutDialog, replace: true })
}

/** Closes whatever dialog is open: back over the dialog's own entries, or the query is cleared in place. */
export function closeDialog(router: AnyRouter): void {
  const steps = () => entryIndex(router) - (lastPlain?.index ?? Number.POSITIVE_INFINITY)
  const ownEntries = steps() > 0 && lastPlain?.pathname === router.state.location.pathname
  if (ownEntries && !landedDirectly(router)) goBackOver(router, steps)
  else clearQuery(router)
}

/** The entry of the dialog or page, below the layers that are open above it. */
function entryBelowLayers(router: AnyRouter): number {
  return entryIndex(router) - layerDepth(router.history)
}

/** One step back inside a dialog; with nothing to go back to, the dialog closes. */
export function backOneStep(router: AnyRouter): void {
  const from = entryBelowLayers(router)
  // Asked twice before the browser has gone back, it is still one step.
  const steps = () => (entryBelowLayers(router) < from ? 0 : layerDepth(router.history) + 1)
  if (landedDirectly(router)) clearQuery(router)
  else goBackOver(router, steps)
}

/** The mobile header's Back. */
export function goBack(router: AnyRouter): void {
  if (isDialogOpen(router)) backOneStep(router)
  else if (router.state.location.pathname === HOME) leave.to(pageHref('/'))
  else if (landedDirectly(router)) void router.navigate({ to: HOME, replace: true })
  else router.history.back()
}

/**
 * A dialog opened by a link from outside gets its page as an entry below it,
 * so that the browser's own Back closes the dialog too, instead of leaving the product.
 * Both entries are written at once: nothing is drawn in between.
 */
export function layPageBelowDialog(router: AnyRouter): void {
  if (entryIndex(router) > 0) return
  const { history } = router
  const { href, pathname, search } = history.location
  const unasked = { ignoreBlocker: true } // nothing is left, so a flow with a draft has nothing to ask
  history.replace(pathname + stringifySearch(withoutDialog(parseSearch(search))), undefined, unasked)
  history.flush() // or the two would be written as one
  history.push(href, undefined, unasked)
}
