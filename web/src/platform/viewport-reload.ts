import { MOBILE_MAX_WIDTH } from '#/shared/use-media'
import { leave } from './leave'

const RESUME_KEY = 'resume'

type DraftSaver = () => void
const savers = new Set<DraftSaver>()

/** Registers how a flow saves its draft to session storage before the page reloads. Returns the undo. */
export function saveDraftBeforeReload(saver: DraftSaver): () => void {
  savers.add(saver)
  return () => savers.delete(saver)
}

/** True once after a reload that saved its drafts. Flows may then continue at their step. */
export function consumeResume(): boolean {
  try {
    const resume = window.sessionStorage.getItem(RESUME_KEY) !== null
    window.sessionStorage.removeItem(RESUME_KEY)
    return resume
  } catch {
    return false
  }
}

/** Saves what is being typed or chosen on this page. Returns false if there is nothing. */
export function runDraftSavers(): boolean {
  for (const save of savers) save()
  return savers.size > 0
}

/** Call this before a reload that the customer did not ask for, so that the page opens where it was. */
export function saveDrafts(): void {
  runDraftSavers()
  try {
    window.sessionStorage.setItem(RESUME_KEY, '1')
  } catch {
    // Without storage, the flow starts again.
  }
}

function saveAndReload() {
  saveDrafts()
  leave.reload()
}

/**
 * Mobile and desktop are different pages: crossing 1100 px reloads the page, after the drafts are saved.
 * A sheet of paper is narrower than a desktop but is no new window, so printing does not reload.
 */
export function reloadAtWidthBoundary(): () => void {
  const list = window.matchMedia(`(min-width: ${MOBILE_MAX_WIDTH + 1}px)`)
  const wide = list.matches
  const change = () => {
    if (list.matches !== wide && !window.matchMedia('print').matches) saveAndReload()
  }
  list.addEventListener('change', change)
  return () => list.removeEventListener('change', change)
}
