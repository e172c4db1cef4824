import { createStore, useStore } from '#/shared/store'

/** A message of the chat that is not known to have arrived. */
export interface Unsent {
  /** What we call it: sent again, it is the same message. */
  key: string
  customer: number
  /** One of the fixed sayings, or words, a picture or both. */
  saying?: 'ask_dues' | 'ask_requests' | 'ask_person' | 'ask_area'
  text?: string
  image?: { id: string; url: string }
  /** When it was written, in milliseconds since the epoch. */
  at: number
  /** Refused: the same would be refused again. */
  state: 'sending' | 'unsent' | 'refused'
  /** Why it was refused. */
  problem?: string
}

const STORED = 'chatOutbox'
const STORED_DRAFT = 'chatDraft'

/** Kept for the tab, as far as it can be; nothing of it is needed for the page to work. */
function store(name: string, value: object | undefined): void {
  try {
    if (value) window.sessionStorage.setItem(name, JSON.stringify(value))
    else window.sessionStorage.removeItem(name)
  } catch {
    // It then lives as long as the page.
  }
}

/** For the tab, so that a reload loses nothing; what was on its way then may have arrived or not. */
function stored(): readonly Unsent[] {
  try {
    const kept: Unsent[] = JSON.parse(window.sessionStorage.getItem(STORED) ?? '[]')
    return kept.map((message) => (message.state === 'sending' ? { ...message, state: 'unsent' } : message))
  } catch {
    return []
  }
}

const outbox = createStore<readonly Unsent[]>(stored())

function set(next: readonly Unsent[]): void {
  outbox.set(next)
  store(STORED, next.length > 0 ? next : undefined)
}

export const chatOutbox = {
  get: outbox.get,
  /** Adds a message, or says something new of one. */
  put(message: Unsent): void {
    const others = outbox.get().filter(({ key }) => key !== message.key)
    set([...others, message].sort((a, b) => a.at - b.at))
  },
  remove(...keys: string[]): void {
    if (outbox.get().some(({ key }) => keys.includes(key))) set(outbox.get().filter(({ key }) => !keys.includes(key)))
  },
  clear() {
    set([])
    setDraft(undefined)
  },
}

/** What is written and not sent yet, for who wrote it. As the outbox it outlives a reload, and not the tab. */
interface Draft {
  customer: number
  text: string
}

function storedDraft(): Draft | undefined {
  try {
    return JSON.parse(window.sessionStorage.getItem(STORED_DRAFT) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

let draft = storedDraft()

function setDraft(next: Draft | undefined): void {
  draft = next
  store(STORED_DRAFT, next)
}

export const readDraft = (customer: number): string => (draft?.customer === customer ? draft.text : '')

export function keepDraft(customer: number, text: string): void {
  setDraft(text ? { customer, text } : undefined)
}

/** How many messages of a customer wait for a person to send them again, or to take them out. */
export const countUnsent = (messages: readonly Unsent[], customer: number): number =>
  messages.filter((message) => message.customer === customer && message.state !== 'sending').length

export const useChatOutbox = () => useStore(outbox)
