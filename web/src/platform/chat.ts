import { createStore, useStore } from '#/shared/store'
import { readCookie, writeCookie } from './cookies'

/** The topic with which a screen opens the chat. `area` is an area that is not served. */
export type ChatTopic = 'area'

interface Chat {
  isOpen: boolean
  topic?: ChatTopic
}

const chat = createStore<Chat>({ isOpen: false })

export function useChat(): Chat {
  return useStore(chat)
}

export function openChat(topic?: ChatTopic): void {
  chat.set({ isOpen: true, topic })
}

export function closeChat(): void {
  chat.set({ isOpen: false })
}

/** How long a launched topic is not launched again, in milliseconds (CONST-18). */
export const LAUNCH_MS = 900_000
const LAUNCHED = 'chatLaunchMessage'

/** Returns the topic with which the chat was opened, once. It is not repeated within 15 minutes. */
export function takeLaunch(): ChatTopic | undefined {
  const { isOpen, topic } = chat.get()
  if (!topic) return undefined
  chat.set({ isOpen })
  if (readCookie(LAUNCHED) === topic) return undefined
  writeCookie(LAUNCHED, topic, LAUNCH_MS / 1000)
  return topic
}
