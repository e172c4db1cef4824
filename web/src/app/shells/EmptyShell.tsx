import { Outlet } from '@tanstack/react-router'
import { AgentBanner } from '#/kit/AgentBanner'
import { B2BGate } from './B2BGate'
import { EmptyMain } from './EmptyMain'
import { SignedIn } from './SignedIn'

/** Only the page, without header and menus. */
export function EmptyShell() {
  return (
    <SignedIn>
      <AgentBanner />
      <B2BGate>
        <EmptyMain>
          <Outlet />
        </EmptyMain>
      </B2BGate>
    </SignedIn>
  )
}
