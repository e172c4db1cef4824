import { createStore, useStore } from '#/shared/store'
import { readCookie, writeCookie } from './cookies'

/** What a chat begins with when it is opened from somewhere: an area that is not served. */
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

/** For how long a topic that was launched is not launched once more (CONST-18). */
export const LAUNCH_MS = 900_000
const LAUNCHED = 'chatLaunchMessage'

/** Takes the topic with which the chat was opened, to be told once: coming back within 15 minutes does not tell it again. */
export function takeLaunch(): ChatTopic | undefined {
  const { isOpen, topic } = chat.get()
  if (!topic) return undefined
  chat.set({ isOpen })
  if (readCookie(LAUNCHED) === topic) return undefined
  writeCookie(LAUNCHED, topic, LAUNCH_MS / 1000)
  return topic
}
