import type { QueryClient } from '@tanstack/react-query'
import { changedOf } from '#/api/changed'
import { NetworkError, NotAvailableError, RejectedError } from '#/api/errors'
import { sendPhoto } from '#/api/photos'
import { raiseRepairs } from '#/api/repairs'
import { m } from '#/copy'
import { requestCodes } from '#/kit/request-kinds'
import { whenReachable } from '#/platform/reachable'
import { toast } from '#/platform/toast'
import { createStore, useStore } from '#/shared/store'
import { ownUserId } from '#/state/session'
import { type UnsentPhoto, type UnsentRepair, unsentRepairs } from '#/state/unsent-repairs'
import { byATicketChange } from './calls'

/**
 * Milliseconds. The server remembers the key of a request for a day.
 * Older requests need a confirmation before they are sent.
 */
const SENT_BY_ITSELF_MS = 24 * 60 * 60 * 1000

export const isOld = ({ at }: UnsentRepair) => Date.now() - at >= SENT_BY_ITSELF_MS

/** The key of the request that is being sent. */
const underWay = createStore<string | undefined>(undefined)
export const useUnderWay = () => useStore(underWay)

const SENT_TOAST_MS = 8000

let stopWaiting = () => {}

const current = (key: string) => unsentRepairs.get().find((repair) => repair.key === key)

async function sendPhotos(repair: UnsentRepair): Promise<UnsentRepair> {
  let sent = repair
  for (const [at, { photos }] of repair.items.entries()) {
    for (const photo of photos) {
      if ('id' in photo) continue
      const sending = { signal: new AbortController().signal, onProgress: () => {} }
      const { id } = await sendPhoto(photo.file, sending, photo.key)
      const known: UnsentPhoto = { id }
      const items = sent.items.map((item, index) =>
        index === at ? { ...item, photos: item.photos.map((other) => (other === photo ? known : other)) } : item,
      )
      sent = { ...sent, items }
      // The customer may have removed the request in the meantime.
      if (current(repair.key)) await unsentRepairs.put(sent)
    }
  }
  return sent
}

async function sendOne(queries: QueryClient, repair: UnsentRepair): Promise<void> {
  underWay.set(repair.key)
  try {
    const { addressId, items } = await sendPhotos(repair)
    if (!current(repair.key)) return
    const body = items.map(({ orderItemId, message, photos }) => {
      const images = photos.flatMap((photo) => ('id' in photo ? { id: photo.id } : []))
      return { requestType: requestCodes.repair, orderItemId, addressId, message, images }
    })
    const { tickets } = await raiseRepairs(body, { 'Idempotency-Key': repair.key })
    await unsentRepairs.remove(repair.key)
    const ids = tickets.map(({ ticketId }) => ticketId).join(', ')
    toast.success(m.tickets_unsent_sent({ ids }), { durationMs: SENT_TOAST_MS })
    void changedOf(queries, repair.customer, byATicketChange)
  } catch (error) {
    const isRefused = error instanceof RejectedError || error instanceof NotAvailableError
    const latest = current(repair.key)
    if (isRefused && latest) await unsentRepairs.put({ ...latest, problem: error.message })
    if (error instanceof NetworkError) waitForNetwork(queries)
  } finally {
    underWay.set(undefined)
  }
}

function waitForNetwork(queries: QueryClient): void {
  stopWaiting()
  stopWaiting = whenReachable(() => void sendUnsent(queries))
}

/** Only one tab sends at a time. Otherwise every tab would send the same requests under the same keys. */
const alone = (go: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('unsent-requests', go) : go()

/** Sends the waiting requests, except those that the customer must confirm first. */
export async function sendUnsent(queries: QueryClient): Promise<void> {
  await alone(async () => {
    const customer = ownUserId()
    if (customer === undefined) return
    await unsentRepairs.load(customer)
    const waiting = () => unsentRepairs.get().filter((repair) => !repair.problem && !isOld(repair))
    if (waiting().length > 0 && !navigator.onLine) return waitForNetwork(queries)
    for (const { key } of waiting()) {
      const repair = current(key)
      if (repair) await sendOne(queries, repair)
    }
  })
}

/**
 * Sends a request that the customer has confirmed. The key stays the same unless the server has rejected it.
 */
export async function sendAgain(queries: QueryClient, repair: UnsentRepair, key: string): Promise<void> {
  await unsentRepairs.remove(repair.key)
  await unsentRepairs.put({ ...repair, key, at: Date.now(), problem: undefined })
  await sendUnsent(queries)
}
