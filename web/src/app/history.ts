import type { AnyRouter } from '@tanstack/react-router'
import { pageHref } from '#/copy/pages'
import { goBackOver } from '#/platform/back'
import { layerDepth } from '#/platform/layer-depth'
import { leave } from '#/platform/leave'
import { type DialogSearch, dialogView, withoutDialog } from './dialog-search'
import { HOME } from './paths'
import { parseSearch, stringifySearch } from './search-codec'

/** The longest history of a tab that holds only the browser's own first entry and this page. */
const DIRECT_HISTORY_LENGTH = 2

interface Entry {
  index: number
  pathname: string
}

/** The newest history entry that showed a page without a dialog. */
let lastPageEntry: Entry | undefined

function entryIndex(router: AnyRouter): number {
  return router.history.location.state.__TSR_index ?? 0
}

function isDialogOpen(router: AnyRouter): boolean {
  const search = router.state.location.search as DialogSearch
  return dialogView(search) !== undefined || search.newaddress !== undefined
}

/** Tracks where the open dialog was opened from. Call this once per router. */
export function trackPageEntries(router: AnyRouter): () => void {
  lastPageEntry = undefined
  return router.subscribe('onResolved', () => {
    if (!isDialogOpen(router)) lastPageEntry = { index: entryIndex(router), pathname: router.state.location.pathname }
  })
}

/**
 * After a reload nothing is open above the page.
 * The entries that stood for layers must go, or Back would seem to do nothing.
 */
export function dropStaleLayers({ history }: AnyRouter): void {
  const depth = layerDepth(history)
  if (depth > 0) history.go(-depth, { ignoreBlocker: true })
}

/**
 * Whether the customer landed here directly. The rule about the length is the product's.
 * Wrappers have longer histories of their own, so the app's own first entry counts as well.
 */
export function landedDirectly(router: AnyRouter): boolean {
  return window.history.length <= DIRECT_HISTORY_LENGTH || entryIndex(router) === 0
}

function clearQuery(router: AnyRouter): void {
  void router.navigate({ to: '.', search: withoutDialog, replace: true })
}

/** Closes the open dialog: goes back over the dialog's own entries, or clears the query in place. */
export function closeDialog(router: AnyRouter): void {
  const steps = () => entryIndex(router) - (lastPageEntry?.index ?? Number.POSITIVE_INFINITY)
  const ownEntries = steps() > 0 && lastPageEntry?.pathname === router.state.location.pathname
  if (ownEntries && !landedDirectly(router)) goBackOver(router, steps)
  else clearQuery(router)
}

/** The index of the dialog's or page's entry, below the layers that are open above it. */
function entryBelowLayers(router: AnyRouter): number {
  return entryIndex(router) - layerDepth(router.history)
}

/** Goes one step back inside a dialog. If there is nothing to go back to, the dialog closes. */
export function backOneStep(router: AnyRouter): void {
  const from = entryBelowLayers(router)
  // Two calls before the browser has gone back are still one step.
  const steps = () => (entryBelowLayers(router) < from ? 0 : layerDepth(router.history) + 1)
  if (landedDirectly(router)) clearQuery(router)
  else goBackOver(router, steps)
}

/** The Back button of the mobile header. */
export function goBack(router: AnyRouter): void {
  if (isDialogOpen(router)) backOneStep(router)
  else if (router.state.location.pathname === HOME) leave.to(pageHref('/'))
  else if (landedDirectly(router)) void router.navigate({ to: HOME, replace: true })
  else router.history.back()
}

/**
 * A dialog that a link from outside opened gets its page as an entry below it, so that the
 * browser's own Back closes the dialog instead of leaving the product.
 * Both entries are written at once, so that nothing is drawn in between.
 */
export function insertPageBelowDialog(router: AnyRouter): void {
  if (entryIndex(router) > 0) return
  const { history } = router
  const { href, pathname, search } = history.location
  const unasked = { ignoreBlocker: true } // the page stays, so a flow with a draft need not ask
  history.replace(pathname + stringifySearch(withoutDialog(parseSearch(search))), undefined, unasked)
  history.flush() // or the two would become one entry
  history.push(href, undefined, unasked)
}
