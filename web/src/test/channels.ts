import { threadId } from 'node:worker_threads'

// Each file runs in a thread, and a channel of Node reaches all threads of the process: without names of its own a file
// would hear of payments that another file makes meanwhile.
const OfAllThreads = globalThis.BroadcastChannel
globalThis.BroadcastChannel = class extends OfAllThreads {
  constructor(name: string) {
    super(`${name} of thread ${threadId}`)
  }
}
