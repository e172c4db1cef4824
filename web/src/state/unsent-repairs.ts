import { readStored, removeStored, storageKeys, UNSENT, writeStored } from '#/platform/storage'
import { createStore, useStore } from '#/shared/store'

/** A photo that is on this device only, or the id under which the server has it. */
export type UnsentPhoto = { key: string; file: File } | { id: string }

interface UnsentItem {
  orderItemId: number
  /** Of the product, to show. */
  name: string
  message: string
  photos: UnsentPhoto[]
}

/** A repair that was written without a network, for one item or for several, and waits to be sent. */
export interface UnsentRepair {
  /** The key of its intent: sent again, it is the same request. */
  key: string
  customer: number
  /** When it was written, or last confirmed, in milliseconds since the epoch. */
  at: number
  /** 0 for the address at which the items are known to stand. */
  addressId: number
  items: UnsentItem[]
  /** Why the server did not take it. */
  problem?: string
}

const STORE = 'repairs'

/** Where the browser stores nothing, they live as long as the page. */
const unsent = createStore<readonly UnsentRepair[]>([])
const unstored = new Set<string>()

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = window.indexedDB.open(UNSENT, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

/** Undefined where the browser stores nothing, or has no room. */
async function inStore<T>(mode: IDBTransactionMode, go: (store: IDBObjectStore) => IDBRequest<T>) {
  try {
    const database = await open()
    const transaction = database.transaction(STORE, mode)
    const request = go(transaction.objectStore(STORE))
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onabort = () => reject(transaction.error)
    })
    database.close()
    return request.result
  } catch {
    return undefined
  }
}

function set(next: readonly UnsentRepair[]): void {
  unsent.set([...next].sort((a, b) => a.at - b.at))
  if (next.length > 0) writeStored(storageKeys.unsentRequests, 'true')
  else removeStored(storageKeys.unsentRequests)
}

const others = (key: string) => unsent.get().filter((repair) => repair.key !== key)

export const unsentRepairs = {
  get: unsent.get,
  /** Reads what earlier page loads have kept for this customer. What somebody else has written is deleted. */
  async load(customer: number): Promise<void> {
    const stored: UnsentRepair[] | undefined = await inStore('readonly', (store) => store.getAll())
    if (!stored) return unsent.set(unsent.get().filter(({ customer: whose }) => whose === customer))
    for (const { key, customer: whose } of stored)
      if (whose !== customer) void inStore('readwrite', (store) => store.delete(key))
    const here = unsent.get().filter(({ key }) => unstored.has(key))
    set([...stored, ...here].filter(({ customer: whose }) => whose === customer))
  },
  async put(repair: UnsentRepair): Promise<void> {
    set([...others(repair.key), repair])
    const isStored = (await inStore('readwrite', (store) => store.put(repair))) !== undefined
    unstored[isStored ? 'delete' : 'add'](repair.key)
  },
  async remove(key: string): Promise<void> {
    set(others(key))
    await inStore('readwrite', (store) => store.delete(key))
  },
  /** For tests: forgets what is not stored. */
  forget: () => unsent.set([]),
}

export const useUnsentRepairs = () => useStore(unsent)

/** Whether anything waits on this device, told without reading it. */
export const hasUnsent = () => readStored(storageKeys.unsentRequests) !== null
