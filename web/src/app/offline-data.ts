import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import type { Kind } from '#/api/keys'
import { serverAnswers } from '#/platform/reachable'
import { readStored, storageKeys, writeStored } from '#/platform/storage'
import { ownUserId } from '#/state/session'

/**
 * What the screens show offline: the server's answers of the last visit, by the keys of their queries.
 * Data about banks and KYC is not among them.
 */
const KINDS: ReadonlySet<unknown> = new Set<Kind>([
  'dashboard',
  'deposit',
  'invoices',
  'requests',
  'transfers',
  'wallet',
])

/** Milliseconds. Older figures say nothing about what is owed today. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** In characters of JSON. A browser gives 5 million to all data of an origin. The oldest answers go first. */
const MAX_LENGTH = 500_000

/** Identifies the contract and what queries make of its answers. Another version of the app may differ. */
const SHAPE: string = import.meta.env.VITE_OFFLINE_SHAPE ?? ''

interface Answer {
  /** Milliseconds since the epoch. */
  at: number
  data: unknown
}

type Answers = Readonly<Record<string, Answer>>

interface OfflineData {
  userId: number
  shape: string
  answers: Answers
}

export function isStoredOffline(query: Query): boolean {
  const [scope, customer, kind] = query.queryKey
  return scope === 'customer' && customer === ownUserId() && KINDS.has(kind)
}

/** Caches the last parsed text: a screen asks for several answers, and parsing is as slow as drawing. */
let lastRead: { text: string; kept?: OfflineData } | undefined

function parsed(text: string): OfflineData | undefined {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

function readAnswers(): Answers {
  const text = readStored(storageKeys.offlineData) ?? ''
  if (lastRead?.text !== text) lastRead = { text, kept: parsed(text) }
  const { kept } = lastRead
  return kept?.shape === SHAPE && kept.userId === ownUserId() ? kept.answers : {}
}

const isRecent = ({ at }: Answer) => Date.now() - at < MAX_AGE_MS

function writeAnswers(queries: Iterable<Query>): void {
  const userId = ownUserId()
  if (userId === undefined) return
  const all = new Map(Object.entries(readAnswers()))
  for (const query of queries) {
    const { data, dataUpdatedAt: at } = query.state
    if (isStoredOffline(query) && data !== undefined) all.set(query.queryHash, { at, data })
  }
  const newest = [...all].filter(([, answer]) => isRecent(answer)).sort(([, a], [, b]) => b.at - a.at)
  let length = 0
  const answers = newest.filter(([, answer]) => {
    const room = JSON.stringify(answer).length
    if (length + room > MAX_LENGTH) return false
    length += room
    return true
  })
  const kept: OfflineData = { userId, shape: SHAPE, answers: Object.fromEntries(answers) }
  writeStored(storageKeys.offlineData, JSON.stringify(kept))
}

/** Restores an answer only while offline. Online, the server is always asked. Restored data is refetched. */
function restore(query: Query): void {
  if (navigator.onLine || query.state.data !== undefined || !isStoredOffline(query)) return
  const answer = readAnswers()[query.queryHash]
  if (!answer || !isRecent(answer)) return
  query.setData(answer.data, { updatedAt: answer.at, manual: true })
  query.invalidate()
}

/** Makes queries wait until there is a network. Some browsers wrongly report that there is none. */
async function waitForNetwork(): Promise<void> {
  onlineManager.setOnline(false)
  if (await serverAnswers()) onlineManager.setOnline(true)
}

/** Stores the server's answers, and gives them to the screens while offline. Call this once per page load. */
export function startOfflineData(queries: QueryClient): void {
  const cache = queries.getQueryCache()
  const fresh = new Set<Query>()
  const addFresh = (query: Query) => {
    if (fresh.size === 0) {
      // Answers that arrive together are written together.
      window.setTimeout(() => {
        writeAnswers(fresh)
        fresh.clear()
      })
    }
    fresh.add(query)
  }
  cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') {
      if (!event.action.manual) addFresh(event.query)
    } else if (event.type === 'added' || event.type === 'updated') restore(event.query)
  })
  for (const query of cache.getAll()) {
    if (query.state.data === undefined) restore(query)
    else addFresh(query)
  }
  if (!navigator.onLine) void waitForNetwork()
}
