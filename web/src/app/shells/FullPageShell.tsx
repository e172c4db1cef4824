import { Outlet } from '@tanstack/react-router'
import { AgentBanner } from '#/kit/AgentBanner'
import { AppHeader } from './AppHeader'
import { B2BGate } from './B2BGate'
import { OfflineBar } from './OfflineBar'
import { PaymentSlot } from './PaymentSlot'
import { SignedIn } from './SignedIn'
import { SkipLink } from './SkipLink'

/** Header and content only. */
export function FullPageShell() {
  return (
    <SignedIn>
      <SkipLink />
      <AgentBanner />
      <OfflineBar />
      <AppHeader fullPage />
      <B2BGate>
        <main id="content" tabIndex={-1} className="gutter mx-auto max-w-[920px] py-6 pb-24 desktop:py-8">
          <Outlet />
        </main>
      </B2BGate>
      <PaymentSlot />
    </SignedIn>
  )
}
