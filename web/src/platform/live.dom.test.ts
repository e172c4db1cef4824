import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { realTime } from '#/test/real-time'
import { type Live, openLive } from './live'

const SECOND = 1000

/** A stream that the test writes. */
class Answer {
  readonly address: string
  readonly headers: Headers
  readonly signal: AbortSignal
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined
  private settle: { resolve(response: Response): void; reject(error: unknown): void } | undefined

  constructor(address: string, init: RequestInit) {
    this.address = address
    this.headers = new Headers(init.headers)
    this.signal = init.signal as AbortSignal
    this.signal.addEventListener('abort', () => this.settle?.reject(this.signal.reason))
  }

  arrival(): Promise<Response> {
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject }
    })
  }

  async status(status: number): Promise<void> {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.controller = controller
      },
    })
    this.signal.addEventListener('abort', () => this.controller?.error(this.signal.reason))
    this.settle?.resolve(new Response(body, { status }))
    await tick()
  }

  async says(name: string, revision: number): Promise<void> {
    if (!this.controller) await this.status(200)
    const text = `event: ${name}\nid: ${revision}\ndata: {"revision":${revision}}\n\n`
    this.controller?.enqueue(new TextEncoder().encode(text))
    await tick()
  }

  async beats(): Promise<void> {
    this.controller?.enqueue(new TextEncoder().encode(': \n\n'))
    await tick()
  }

  async ends(): Promise<void> {
    this.controller?.close()
    await tick()
  }
}

const tick = () => vi.advanceTimersByTimeAsync(0)

let answers: Answer[] = []
let token: string | null = 'rs1_a'
let shown: number | undefined
let live: Live | undefined
const onChange = vi.fn()

function last(): Answer {
  const answer = answers.at(-1)
  if (!answer) throw new Error('nothing was asked for')
  return answer
}

function start(): void {
  live = openLive({ token: () => token, shown: () => shown, onChange })
}

function visible(is: boolean): void {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(!is)
  document.dispatchEvent(new Event('visibilitychange'))
}

function online(is: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is)
  window.dispatchEvent(new Event(is ? 'online' : 'offline'))
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const answer = new Answer(address, init)
    answers.push(answer)
    return answer.arrival()
  })
  answers = []
  token = 'rs1_a'
  shown = undefined
  onChange.mockReset()
})

afterEach(() => {
  live?.stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the session travels in a header, and each further revision is a change', async () => {
  start()
  expect(last().address).toBe('/api/events')
  expect(last().headers.get('Authorization')).toBe('rs1_a')
  await last().says('revision', 4)
  expect(onChange).not.toHaveBeenCalled()
  await last().says('changed', 5)
  await last().says('changed', 5)
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('what has changed between the first screen and the stream is not missed', async () => {
  shown = 3
  start()
  expect(last().address).toBe('/api/events?since=3')
  await last().says('changed', 4)
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('a stream that ends comes back with what it knows, later after each failure', async () => {
  start()
  await last().says('revision', 4)
  await last().ends()
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(answers).toHaveLength(2)
  expect(last().address).toBe('/api/events?since=4')
  for (const [i, seconds] of [2, 4, 8, 16, 32, 60, 60].entries()) {
    await last().status(503)
    await vi.advanceTimersByTimeAsync(seconds * SECOND - 1)
    expect(answers).toHaveLength(i + 2)
    await vi.advanceTimersByTimeAsync(1)
    expect(answers).toHaveLength(i + 3)
  }
  await last().says('changed', 9)
  expect(onChange).toHaveBeenCalledTimes(1)
  await last().ends()
  await vi.advanceTimersByTimeAsync(SECOND)
  expect(last().address).toBe('/api/events?since=9')
})

test('a stream that has fallen silent is given up', async () => {
  start()
  await last().says('revision', 4)
  await vi.advanceTimersByTimeAsync(40 * SECOND)
  await last().beats()
  await vi.advanceTimersByTimeAsync(40 * SECOND)
  expect(answers).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(5 * SECOND)
  expect(answers).toHaveLength(2)
  expect(answers[0]?.signal.aborted).toBe(true)
})

test('a hidden tab stops listening after a minute and catches up when it is shown', async () => {
  start()
  await last().says('revision', 4)
  visible(false)
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  await last().beats()
  expect(last().signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(30 * SECOND)
  expect(last().signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(600 * SECOND)
  expect(answers).toHaveLength(1)

  visible(true)
  expect(last().address).toBe('/api/events?since=4')
  await last().says('changed', 6)
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('after a sleep the old connection is not trusted', async () => {
  start()
  await last().says('revision', 4)
  vi.setSystemTime(realTime() + 3600 * SECOND) // the timers slept too
  window.dispatchEvent(new Event('focus'))
  expect(answers).toHaveLength(2)
  expect(answers[0]?.signal.aborted).toBe(true)
})

test('nothing is tried offline; online again it is tried at once', async () => {
  start()
  await last().says('revision', 4)
  online(false)
  expect(last().signal.aborted).toBe(true)
  await vi.advanceTimersByTimeAsync(600 * SECOND)
  expect(answers).toHaveLength(1)
  online(true)
  expect(last().address).toBe('/api/events?since=4')
})

test('a session that has ended is said once and not tried again', async () => {
  start()
  await last().status(401)
  expect(onChange).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(600 * SECOND)
  window.dispatchEvent(new Event('focus'))
  expect(answers).toHaveLength(1)

  token = 'rs1_b'
  live?.check()
  expect(last().headers.get('Authorization')).toBe('rs1_b')
})

test('whoever may not listen is left alone', async () => {
  start()
  await last().status(403)
  await vi.advanceTimersByTimeAsync(600 * SECOND)
  expect(answers).toHaveLength(1)
  expect(onChange).not.toHaveBeenCalled()
})

test('a replaced tab waits until somebody comes back to it', async () => {
  start()
  await last().says('replaced', 4)
  await last().ends()
  await vi.advanceTimersByTimeAsync(600 * SECOND)
  expect(answers).toHaveLength(1)
  window.dispatchEvent(new Event('focus'))
  expect(answers).toHaveLength(2)
})

test('without a session there is no stream, and with another person a new one', async () => {
  token = null
  start()
  expect(answers).toHaveLength(0)
  token = 'rs1_a'
  live?.check()
  await last().says('revision', 4)
  token = 'rs1_b'
  live?.check()
  expect(answers[0]?.signal.aborted).toBe(true)
  expect(last().address).toBe('/api/events')
  token = null
  live?.check()
  expect(last().signal.aborted).toBe(true)
})
