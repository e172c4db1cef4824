import { threadId } from 'node:worker_threads'

// Each test file runs in a thread, and Node's channels reach all threads of the process.
// With separate names, a file does not hear of payments in other files.
const OfAllThreads = globalThis.BroadcastChannel
globalThis.BroadcastChannel = class extends OfAllThreads {
  constructor(name: string) {
    super(`${name} of thread ${threadId}`)
  }
}
