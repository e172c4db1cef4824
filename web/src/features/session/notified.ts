import type { AppConfig } from '#/api/config'
import { readCookie, writeCookie } from '#/platform/cookies'
import { pushPermission } from '#/platform/push-permission'
import { readStored, storageKeys } from '#/platform/storage'

/** A name of the contract, which the apps around this one read too. */
export const ALLOWED = 'isContactPermissionAllowed'

const ASKED = 'notificationsAsked'
export const ASK_AGAIN_SECONDS = 604_800 // 7 days

/** Whether a customer is notified on this device. */
export function isNotified(customer: number): boolean {
  return pushPermission() === 'granted' && readStored(storageKeys.notifiedCustomer) === String(customer)
}

/** Not where it cannot be turned on or was turned off, and not again for a while. */
export function mayAsk(customer: number, { pushKey }: Pick<AppConfig, 'pushKey'>): boolean {
  const isOpen = ['default', 'granted'].includes(pushPermission()) && !isNotified(customer)
  return isOpen && pushKey !== '' && !readCookie(ASKED) && readCookie(ALLOWED) !== 'false'
}

/** Before the person sees the question: who leaves it unanswered is not asked again at the next page. */
export function markAsked(): void {
  writeCookie(ASKED, 'true', ASK_AGAIN_SECONDS)
}
