import { Outlet, useLocation } from '@tanstack/react-router'
import { AgentBanner } from '#/kit/AgentBanner'
import { useBelowFold } from '#/kit/use-below-fold'
import { useIsDesktop } from '#/shared/use-media'
import { DialogHost } from '../DialogHost'
import { HOME } from '../paths'
import { AppHeader } from './AppHeader'
import { B2BGate } from './B2BGate'
import { HelpSlot } from './HelpSlot'
import { HomeGreeting } from './HomeGreeting'
import { MobileMenu } from './MobileMenu'
import { OfflineBar } from './OfflineBar'
import { PaymentSlot } from './PaymentSlot'
import { PushNotificationsSlot } from './PushNotificationsSlot'
import { Sidebar } from './Sidebar'
import { SignedIn } from './SignedIn'
import { SkipLink } from './SkipLink'

/** Header, sidebar, content, need-help widget and dialogs. */
export function DefaultShell() {
  const desktop = useIsDesktop()
  return (
    <SignedIn>
      <SkipLink />
      <AgentBanner />
      <OfflineBar />
      <AppHeader />
      <B2BGate>{desktop ? <DesktopBody /> : <MobileBody />}</B2BGate>
      <HelpSlot />
      <PaymentSlot />
      <PushNotificationsSlot />
    </SignedIn>
  )
}

function useAtHome() {
  return useLocation({ select: (location) => location.pathname === HOME })
}

function DesktopBody() {
  const atHome = useAtHome()
  return (
    <div className="gutter mx-auto flex max-w-[1280px] gap-8">
      <div className="w-66 shrink-0 pb-17 print:hidden">
        <Sidebar />
      </div>
      <main id="content" tabIndex={-1} className="min-w-0 max-w-[920px] flex-1 py-8 pb-28">
        {atHome && <HomeGreeting />}
        <Outlet />
      </main>
      <DialogHost />
    </div>
  )
}

function MobileBody() {
  const atHome = useAtHome()
  const belowFold = useBelowFold()
  return (
    <>
      <main id="content" tabIndex={-1} className="gutter mx-auto max-w-[680px] pt-1 pb-28">
        {atHome && <HomeGreeting contact />}
        <Outlet />
        {atHome && belowFold && <MobileMenu />}
      </main>
      <DialogHost />
    </>
  )
}
