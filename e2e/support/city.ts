import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { realTime } from './real-time'

const program = process.env.RENTO_PROGRAM ?? fileURLToPath(new URL('../../bin/rento', import.meta.url))
/**
 * Milliseconds. Creating a city takes seconds, or minutes on a busy machine.
 * A failing program ends much earlier.
 */
const patience = 180_000
/** How many neighbours live in the city besides the personas, because real books have more customers. */
const neighbours = '12'
/**
 * The first day of the cities, in India. Journeys have the same result whenever they run.
 * `TODAY=2026-11-30` tries another day.
 */
const today = process.env.TODAY || '2026-11-12'
/** A start day for journeys that must begin far from the end of a month, its first debits and its due day. */
export const midMonth = '2026-11-12'
/** Another program may take a free port before this one listens on it. */
const taken = 'address already in use'
const ports = 3

interface Token {
  accessTokenId: string
  userId: number
}

/** A demo city for one test or worker: the real program on a free port, with its own copy of the database. */
export class City {
  private log = ''
  private readonly tokens = new Map<string, Promise<Token>>()

  private constructor(
    readonly url: string,
    /** When the city started, in RFC 3339. Its history is before that. */
    readonly begun: string,
    private readonly folder: string,
    private readonly process: ChildProcess,
  ) {
    for (const stream of [process.stdout, process.stderr]) stream?.on('data', (text) => (this.log += text))
  }

  /** Starts on a copy of a database folder, or creates the city of the given day. */
  static async start(template?: string, day = today): Promise<City> {
    if (!existsSync(program)) throw new Error('bin/rento is missing: make build')
    for (let tried = 1; ; tried++) {
      const city = await City.launch(day === today ? template : undefined, day)
      if (await city.ready()) return city
      await city.stop()
      if (tried === ports || !city.log.includes(taken)) throw new Error(`the city did not get ready:\n${city.log}`)
    }
  }

  private static async launch(template: string | undefined, day: string): Promise<City> {
    const folder = mkdtempSync(join(tmpdir(), 'rento-city-'))
    if (template) cpSync(template, folder, { recursive: true })
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = {
      ...process.env,
      PORT: String(port),
      RENTO_PUBLIC_URL: url,
      RENTO_DATABASE: join(folder, 'rento.db'),
      RENTO_LOG_LEVEL: 'warn',
    }
    return new City(
      url,
      `${day}T11:00:00+05:30`,
      folder,
      spawn(program, ['demo', '--customers', neighbours, '--today', `${day}T11:00`], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    )
  }

  /** Waits until the program itself says that it runs, because another program may answer at the port. */
  private async ready(): Promise<boolean> {
    const deadline = realTime() + patience
    while (this.process.exitCode === null && realTime() < deadline) {
      if (this.log.includes(` runs at ${this.url} `)) return true
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return false
  }

  /** Ends the program and removes its folder. */
  async stop(): Promise<void> {
    await this.end('SIGTERM')
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** Ends the program and keeps its database. Returns the folder. */
  async freeze(): Promise<string> {
    await this.end('SIGTERM')
    return this.folder
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return
    const gone = once(this.process, 'exit')
    this.process.kill(signal)
    await gone
  }

  /** The output of the program, for the message of a failure. */
  output(): string {
    return this.log
  }

  /**
   * Advances the clock by an ISO 8601 duration, and returns the new time.
   * Everything that falls due meanwhile happens.
   */
  async advance(duration: string): Promise<string> {
    const { now } = (await this.post('/demo/clock', { advance: duration })) as { now: string }
    return now
  }

  /** Advances to a time in RFC 3339. A time in the past changes nothing. */
  async advanceTo(moment: string): Promise<void> {
    const minutes = Math.floor((Date.parse(moment) - Date.parse(await this.now())) / 60_000)
    if (minutes > 0) await this.advance(`PT${Math.floor(minutes / 60)}H${minutes % 60}M`)
  }

  /** The city's current day in India, YYYY-MM-DD. */
  async today(): Promise<string> {
    return (await this.now()).slice(0, 10)
  }

  /** The city's current time, in India's time zone. */
  async now(): Promise<string> {
    const { now } = (await (await fetch(`${this.url}/demo/clock`)).json()) as { now: string }
    return now
  }

  /** Tells the provider sandbox how to behave. */
  async sandbox(command: Record<string, unknown>): Promise<void> {
    await this.post('/sandbox/control', command)
  }

  /**
   * A persona's session for calls without a browser. It is reused, because a sixth session ends the oldest:
   * the page's.
   */
  token(persona: string): Promise<Token> {
    const token = this.tokens.get(persona) ?? (this.post(`/demo/token/${persona}`, {}) as Promise<Token>)
    this.tokens.set(persona, token)
    return token
  }

  /**
   * Lets the next test of a shared city create its own sessions, because other tests may have ended these.
   */
  forgetTokens(): void {
    this.tokens.clear()
  }

  /** An API call as a persona. */
  async get<T>(token: Token, path: string): Promise<T> {
    const answer = await fetch(this.url + path, { headers: { Authorization: token.accessTokenId } })
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

  /** An API call as a persona that changes something. Returns the status of a refusal too. */
  async send<T>(token: Token, path: string, body: unknown): Promise<{ status: number; answer: T }> {
    const answer = await fetch(this.url + path, {
      method: 'POST',
      headers: { Authorization: token.accessTokenId, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: answer.status, answer: (await answer.json()) as T }
  }

  /**
   * Advances to a day of the next month. The month's invoices exist by then.
   * On the 2nd, they are due in a week.
   */
  async toNextBills(day = 2): Promise<void> {
    const [year = 0, month = 0, today = 0] = (await this.today()).split('-').map(Number)
    await this.advance(`P${new Date(Date.UTC(year, month, 0)).getUTCDate() - today + day}D`)
  }

  private async post(path: string, body: unknown): Promise<unknown> {
    const answer = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}
