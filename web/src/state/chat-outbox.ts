import { createStore, useStore } from '#/shared/store'

/** A chat message that is not known to have reached the server. */
export interface Unsent {
  /** Our id of the message. A resend has the same id, so it is the same message. */
  key: string
  customer: number
  /** One of the fixed phrases. Otherwise the message has text, a picture or both. */
  saying?: 'ask_dues' | 'ask_requests' | 'ask_person' | 'ask_area'
  text?: string
  image?: { id: string; url: string }
  /** When the message was written, in milliseconds since the epoch. */
  at: number
  /** `refused`: the server rejected the message and would reject it again. */
  state: 'sending' | 'unsent' | 'refused'
  /** Why the server rejected the message. */
  problem?: string
}

const STORED = 'chatOutbox'
const STORED_DRAFT = 'chatDraft'

/** Stores a value for this tab if the browser can. The page works without it. */
function store(name: string, value: object | undefined): void {
  try {
    if (value) window.sessionStorage.setItem(name, JSON.stringify(value))
    else window.sessionStorage.removeItem(name)
  } catch {
    // The value then lives as long as the page.
  }
}

/** The messages of this tab, which survive a reload. One that was being sent may or may not have arrived. */
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
  /** Adds a message, or replaces the one with the same key. */
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

/** Text that a customer has written but not sent. Like the outbox, it survives a reload but not the tab. */
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

export const readChatDraft = (customer: number): string => (draft?.customer === customer ? draft.text : '')

export function saveChatDraft(customer: number, text: string): void {
  setDraft(text ? { customer, text } : undefined)
}

/** How many messages of a customer wait until somebody sends them again or removes them. */
export const countUnsent = (messages: readonly Unsent[], customer: number): number =>
  messages.filter((message) => message.customer === customer && message.state !== 'sending').length

export const useChatOutbox = () => useStore(outbox)
