import type { AppConfig } from '#/api/config'
import { readCookie, writeCookie } from '#/platform/cookies'
import { pushPermission } from '#/platform/push-permission'
import { readStored, storageKeys } from '#/platform/storage'

/** This name is part of the contract. The native apps read it too. */
export const ALLOWED = 'isContactPermissionAllowed'

const ASKED = 'notificationsAsked'
export const ASK_AGAIN_SECONDS = 604_800 // 7 days

/** Whether the customer gets notifications on this device. */
export function isNotified(customer: number): boolean {
  return pushPermission() === 'granted' && readStored(storageKeys.notifiedCustomer) === String(customer)
}

/**
 * Whether to ask about notifications.
 * Not if they are unavailable or were turned off, and not again for a while.
 */
export function mayAsk(customer: number, { pushKey }: Pick<AppConfig, 'pushKey'>): boolean {
  const isOpen = ['default', 'granted'].includes(pushPermission()) && !isNotified(customer)
  return isOpen && pushKey !== '' && !readCookie(ASKED) && readCookie(ALLOWED) !== 'false'
}

/** Called when the question appears, so that an unanswered question does not come back on the next page. */
export function markAsked(): void {
  writeCookie(ASKED, 'true', ASK_AGAIN_SECONDS)
}
