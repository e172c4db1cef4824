import { useEffect, useState } from 'react'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { isNotified, mayAsk } from '#/features/session/notified'
import { timing } from '#/platform/timing'
import { isDirectLogin } from '#/state/session'
import { PushNotifications } from './PushNotifications'
import { useIsCustomer } from './use-b2b'

/** Milliseconds. The main content of the page comes first. */
const NOTIFY_AFTER_MS = 3000

/** In a window lower than this, in px, the question would cover the page. */
const ROOM = 480
const hasRoom = () => window.innerHeight >= ROOM

/** Agents do not get the notifications of customers. */
export function PushNotificationsSlot() {
  return useIsCustomer() && !isDirectLogin() ? <DelayedPushNotifications /> : null
}

/** Appears some time after the start, for a customer who is notified here or may be asked. */
function DelayedPushNotifications() {
  const customer = useCustomerId()
  const config = useAppConfig()
  const [isWanted, setIsWanted] = useState(false)
  useEffect(() => {
    let isHere = true
    void timing.pause(NOTIFY_AFTER_MS).then(() => {
      const wanted = isNotified(customer) || (hasRoom() && mayAsk(customer, config))
      if (isHere) setIsWanted(config.pushKey !== '' && wanted)
    })
    return () => {
      isHere = false
    }
  }, [customer, config])
  return isWanted ? <PushNotifications /> : null
}
