import { eventParser } from './event-stream'

const STREAM = '/api/events'
/** A tab that is hidden for longer than this, in milliseconds, needs no news. */
const HIDDEN_MS = 60_000
/** The server sends a sign of life every 20 seconds. A stream silent for this long (in ms) is dead. */
const SILENT_MS = 45_000
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 60_000

export interface LiveOptions {
  /** The access token, or null when nobody is signed in. */
  token(): string | null
  /** The revision of the customer's data that the screen shows, if it is known. */
  shown(): number | undefined
  /** The customer's data has changed, or the session has ended, so what is shown is outdated. */
  onChange(): void
}

export interface Live {
  /** Checks again whether a stream should be open, for example after a sign-in. */
  check(): void
  stop(): void
}

/** Listens to changes of the customer's data while somebody may be looking. */
export function openLive({ token, shown, onChange }: LiveOptions): Live {
  let session: string | null = null
  let revision: number | undefined
  let stream: AbortController | undefined
  let lastHeard = 0
  let failures = 0
  /** An access token that the server has refused. */
  let refused: string | null = null
  /** Newer tabs have taken this tab's place until somebody comes back to it. */
  let replaced = false
  let away = document.hidden
  let retryTimer: number | undefined
  let silenceTimer: number | undefined
  let hiddenTimer: number | undefined

  function connect(): void {
    window.clearTimeout(retryTimer)
    const present = token()
    if (present !== session) {
      drop()
      session = present
      revision = undefined
    }
    if (stream || !session || session === refused || replaced || away || !navigator.onLine) return
    const opened = new AbortController()
    stream = opened
    heard()
    follow(session, opened.signal)
      .catch(() => {})
      .then(() => {
        if (stream !== opened) return
        drop()
        retryTimer = window.setTimeout(connect, retryDelay(failures++))
      })
  }

  async function follow(authorization: string, signal: AbortSignal): Promise<void> {
    const since = revision ?? shown()
    const response = await fetch(since === undefined ? STREAM : `${STREAM}?since=${since}`, {
      headers: { Authorization: authorization, Accept: 'text/event-stream', 'client-name': 'customer-dashboard' },
      cache: 'no-store',
      signal,
    })
    if (response.status === 401 || response.status === 403) {
      refused = authorization
      if (response.status === 401) onChange()
    }
    if (!response.ok || !response.body) return
    const feed = eventParser(({ name, id }) => {
      failures = 0
      if (name === 'replaced') replaced = true
      else update(Number(id), since)
    })
    const decoder = new TextDecoder()
    const reader = response.body.getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (signal.aborted) return
      heard()
      feed(decoder.decode(part.value, { stream: true }))
    }
  }

  function update(next: number, since: number | undefined): void {
    const before = revision ?? since
    revision = next
    if (before !== undefined && before !== next) onChange()
  }

  function heard(): void {
    lastHeard = Date.now()
    window.clearTimeout(silenceTimer)
    silenceTimer = window.setTimeout(() => {
      drop()
      connect()
    }, SILENT_MS)
  }

  function drop(): void {
    window.clearTimeout(silenceTimer)
    const dropped = stream
    stream = undefined
    dropped?.abort()
  }

  /** Somebody is back, perhaps after a sleep during which the connection died unnoticed. */
  function resume(): void {
    window.clearTimeout(hiddenTimer)
    away = false
    replaced = false
    failures = 0
    if (Date.now() - lastHeard > SILENT_MS / 2) drop()
    connect()
  }

  /** The device is online again, perhaps on another network. */
  function reconnect(): void {
    drop()
    resume()
  }

  function leave(): void {
    away = true
    drop()
  }

  function onVisibility(): void {
    window.clearTimeout(hiddenTimer)
    if (document.hidden) hiddenTimer = window.setTimeout(leave, HIDDEN_MS)
    else resume()
  }

  const stopping = new AbortController()
  const until = { signal: stopping.signal }
  document.addEventListener('visibilitychange', onVisibility, until)
  window.addEventListener('focus', resume, until)
  window.addEventListener('online', reconnect, until)
  window.addEventListener('pageshow', resume, until)
  window.addEventListener('offline', drop, until)
  window.addEventListener('pagehide', leave, until)
  connect()

  return {
    check: connect,
    stop() {
      stopping.abort()
      window.clearTimeout(retryTimer)
      window.clearTimeout(hiddenTimer)
      drop()
    },
  }
}

/** Waits longer after each failure, with jitter: a server node that stops disconnects everybody at once. */
function retryDelay(failures: number): number {
  const longest = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures)
  return longest / 2 + (Math.random() * longest) / 2
}
