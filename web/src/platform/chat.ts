import { createStore, useStore } from '#/shared/store'

const open = createStore(false)

export function useChatOpen(): boolean {
  return useStore(open)
}

export function openChat(): void {
  open.set(true)
}

export function closeChat(): void {
  open.set(false)
}
