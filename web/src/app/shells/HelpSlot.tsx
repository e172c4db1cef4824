import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { configQuery } from '#/api/config'
import { useCustomerId } from '#/api/customer'
import { activeProducts, type DashboardData, dashboardQuery } from '#/api/dashboard'
import { lazyPart } from '#/kit/lazy-part'
import { openChat } from '#/platform/chat'
import { afterFirstScreen } from '#/platform/first-screen'
import { useIsDesktop } from '#/shared/use-media'
import { citySlug } from '#/state/city'
import { isDirectLogin } from '#/state/session'
import { HOME } from '../paths'
import { useIsB2B, useIsCustomer } from './use-b2b'

const HelpWidget = lazyPart('help widget', () => afterFirstScreen(() => import('#/features/help/HelpWidget')))

/** Decides whether the need-help widget may appear. The widget itself loads after the page. */
export function HelpSlot() {
  const desktop = useIsDesktop()
  const business = useIsB2B()
  const customer = useIsCustomer()
  const dashboard = useQuery({ ...dashboardQuery(useCustomerId()), enabled: customer })
  const config = useQuery(configQuery)
  const atHome = useLocation({ select: (location) => location.pathname === HOME })
  useChatFlag()

  const loaded = config.isSuccess && (business || dashboard.data !== undefined)
  if (!loaded || isDirectLogin() || !(desktop || atHome)) return null
  return (
    <HelpWidget
      business={business}
      hasActiveProducts={activeProducts(dashboard.data).length > 0}
      unseen={dashboard.data?.unseenAnswers ?? 0}
      hasChat={config.data?.chat !== '' && (business || isRolledOut(dashboard.data))}
    />
  )
}

/** Whether the chat is offered here: everywhere, or in some cities. Business customers always have it. */
function isRolledOut(data: Pick<DashboardData, 'shouldRolloutHaptikFully' | 'haptikCities'> | undefined): boolean {
  return !!data && (data.shouldRolloutHaptikFully || data.haptikCities.includes(citySlug()))
}

/** The openChat key opens the chat once and then leaves the URL, so that a reload does not open it again. */
function useChatFlag() {
  const asked = useSearch({ from: '__root__', select: (search) => search.openChat })
  const navigate = useNavigate()
  useEffect(() => {
    if (asked === undefined) return
    openChat(asked === 'area' ? 'area' : undefined)
    void navigate({ to: '.', search: ({ openChat: _, ...rest }) => rest, replace: true })
  }, [asked, navigate])
}
