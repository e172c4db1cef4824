import { useEffect, useState } from 'react'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { isNotified, mayAsk } from '#/features/session/notified'
import { timing } from '#/platform/timing'
import { isDirectLogin } from '#/state/session'
import { Notify } from './Notify'
import { useIsCustomer } from './use-b2b'

/** What the page is about comes first. */
const NOTIFY_AFTER_MS = 3000

/** In a window that is lower than this, in px, the question would cover the page. */
const ROOM = 480
const hasRoom = () => window.innerHeight >= ROOM

/** Agents are not told what customers are. */
export function NotifySlot() {
  return useIsCustomer() && !isDirectLogin() ? <WhenItIsTime /> : null
}

/** Comes some time after the start, and for whoever is notified here or may be asked: the others load nothing of it. */
function WhenItIsTime() {
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
  return isWanted ? <Notify /> : null
}
