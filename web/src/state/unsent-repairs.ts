import { readStored, removeStored, storageKeys, UNSENT_DATABASE, writeStored } from '#/platform/storage'
import { createStore, useStore } from '#/shared/store'

/** A photo that exists only on this device, or the id that the server gave it. */
export type UnsentPhoto = { key: string; file: File } | { id: string }

interface UnsentItem {
  orderItemId: number
  /** The name of the product, for display. */
  name: string
  message: string
  photos: UnsentPhoto[]
}

/** A repair request for one or more items that was written offline and waits to be sent. */
export interface UnsentRepair {
  /** The idempotency key. A resend has the same key, so it is the same request. */
  key: string
  customer: number
  /** When the request was written or last confirmed, in milliseconds since the epoch. */
  at: number
  /** 0 means the address where the items are known to be. */
  addressId: number
  items: UnsentItem[]
  /** Why the server rejected the request. */
  problem?: string
}

const STORE = 'repairs'

/** If the browser cannot store anything, the requests live as long as the page. */
const unsent = createStore<readonly UnsentRepair[]>([])
const unstored = new Set<string>()

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = window.indexedDB.open(UNSENT_DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'key' })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}

/** Runs one database request. Returns undefined if the browser cannot store anything or has no room. */
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
  /** Reads what earlier page loads kept for this customer. Requests of other customers are deleted. */
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
  /** For tests: clears the list in memory. */
  forget: () => unsent.set([]),
}

export const useUnsentRepairs = () => useStore(unsent)

/** Whether anything waits on this device, without opening the database. */
export const hasUnsent = () => readStored(storageKeys.unsentRequests) !== null
