import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { listenForPaymentElsewhere } from '#/state/payment-tabs'

test('what is said in another file of tests, which runs beside this one, is not heard here', async () => {
  const heard: unknown[] = []
  const stop = listenForPaymentElsewhere((event?: MessageEvent) => heard.push(event?.data))
  const says = "const channel = new BroadcastChannel('payments'); channel.postMessage('beside'); channel.close()"
  await once(new Worker(says, { eval: true }), 'exit')
  const otherTab = new BroadcastChannel('payments')
  otherTab.postMessage('here')
  await vi.waitFor(() => expect(heard, 'what another tab of this file says').toContain('here'))
  expect(heard, 'all that was heard').toEqual(['here'])
  otherTab.close()
  stop()
})
