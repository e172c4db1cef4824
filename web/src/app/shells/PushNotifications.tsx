import { useLocation, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useAppConfig } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { PushPrompt } from '#/features/session/components/PushPrompt'
import { isNotified } from '#/features/session/notified'
import { stayOn } from '#/features/session/this-device'
import { reportError } from '#/platform/reporter'
import { dialogView } from '../dialog-search'
import { HOME } from '../paths'

/** Keeps push messages on for a customer who gets them on this device. At home it asks any other customer. */
export function PushNotifications() {
  const customer = useCustomerId()
  const config = useAppConfig()
  const [asking, setAsking] = useState(false)
  const atHome = useLocation({ select: ({ pathname }) => pathname === HOME })
  const otherDialog = useSearch({ from: '__root__', select: (search) => dialogView(search) !== undefined })
  useEffect(() => {
    if (!isNotified(customer)) return setAsking(true)
    stayOn(config).catch((error) => reportError(error, { place: 'notifications' }))
  }, [customer, config])
  return asking && atHome && !otherDialog ? <PushPrompt onClose={() => setAsking(false)} /> : null
}
