import { createStore, useStore } from '#/shared/store'

/** The name under which the chat assistant knows this person; deactivated on logout. */
export const chatSession = {
  id: (userId: number): string => `dashboard-${userId}`,
}

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
