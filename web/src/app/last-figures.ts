import { onlineManager, type Query, type QueryClient } from '@tanstack/react-query'
import type { Kind } from '#/api/keys'
import { serverAnswers } from '#/platform/reachable'
import { readStored, storageKeys, writeStored } from '#/platform/storage'
import { isDirectLogin, readSession } from '#/state/session'

/**
 * What the screens show without a network: the server's answers of the last visit, by the keys of their queries. What is
 * of a bank or of KYC is not among them.
 */
const KINDS: ReadonlySet<unknown> = new Set<Kind>([
  'dashboard',
  'deposit',
  'invoices',
  'requests',
  'transfers',
  'wallet',
])

/** Older figures say nothing about what is owed today. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000

/** In characters of JSON: a browser gives 5 million to all that is stored of an origin. The oldest answers go first. */
const MAX_LENGTH = 500_000

/** The contract and what the queries make of its answers; an app that has been replaced since kept them in another shape. */
const SHAPE: string = import.meta.env.VITE_KEPT_SHAPE ?? ''

interface Answer {
  /** Milliseconds since the epoch. */
  at: number
  data: unknown
}

type Answers = Readonly<Record<string, Answer>>

interface Kept {
  userId: number
  shape: string
  answers: Answers
}

/** Whose answers are kept here: nobody's while somebody is not signed in as themselves. */
function ownCustomer(): number | undefined {
  const session = readSession()
  return session.status === 'ready' && !isDirectLogin() ? session.user.id : undefined
}

export function isKept(query: Query): boolean {
  const [scope, customer, kind] = query.queryKey
  return scope === 'customer' && customer === ownCustomer() && KINDS.has(kind)
}

/** A screen asks for several answers, and to read them again each time would take as long as to draw it. */
let lastRead: { text: string; kept?: Kept } | undefined

function parsed(text: string): Kept | undefined {
  try {
    return JSON.parse(text) ?? undefined
  } catch {
    return undefined
  }
}

function readAnswers(): Answers {
  const text = readStored(storageKeys.lastFigures) ?? ''
  if (lastRead?.text !== text) lastRead = { text, kept: parsed(text) }
  const { kept } = lastRead
  return kept?.shape === SHAPE && kept.userId === ownCustomer() ? kept.answers : {}
}

const isRecent = ({ at }: Answer) => Date.now() - at < MAX_AGE_MS

function writeAnswers(queries: Iterable<Query>): void {
  const userId = ownCustomer()
  if (userId === undefined) return
  const all = new Map(Object.entries(readAnswers()))
  for (const query of queries) {
    const { data, dataUpdatedAt: at } = query.state
    if (isKept(query) && data !== undefined) all.set(query.queryHash, { at, data })
  }
  const newest = [...all].filter(([, answer]) => isRecent(answer)).sort(([, a], [, b]) => b.at - a.at)
  let length = 0
  const answers = newest.filter(([, answer]) => {
    const room = JSON.stringify(answer).length
    if (length + room > MAX_LENGTH) return false
    length += room
    return true
  })
  const kept: Kept = { userId, shape: SHAPE, answers: Object.fromEntries(answers) }
  writeStored(storageKeys.lastFigures, JSON.stringify(kept))
}

/** Only while offline: online the server is always asked, and of what is restored it is asked again. */
function restore(query: Query): void {
  if (navigator.onLine || query.state.data !== undefined || !isKept(query)) return
  const answer = readAnswers()[query.queryHash]
  if (!answer || !isRecent(answer)) return
  query.setData(answer.data, { updatedAt: answer.at, manual: true })
  query.invalidate()
}

/** Queries wait for the network from the start, and go on once there is one. Some browsers are wrong about it. */
async function waitForNetwork(): Promise<void> {
  onlineManager.setOnline(false)
  if (await serverAnswers()) onlineManager.setOnline(true)
}

/** Keeps what the server answers, and gives it to the screens while there is no network. Call once per page load. */
export function keepFigures(queries: QueryClient): void {
  const cache = queries.getQueryCache()
  const fresh = new Set<Query>()
  const addFresh = (query: Query) => {
    if (fresh.size === 0) {
      // Answers that come together are written together.
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
