import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { initialOf } from '#/shared/person'
import { useIsDesktop } from '#/shared/use-media'
import { useSessionUser } from '#/state/session'
import { Avatar } from '#/ui/Avatar'
import { Chip } from '#/ui/Chip'
import { IconButton } from '#/ui/IconButton'
import { goBack } from '../history'
import { AccountMenu } from './AccountMenu'
import { HomeLogo } from './HomeLogo'

export interface AppHeaderProps {
  /** Full pages have no sidebar, so their menu also leads back to the account. */
  fullPage?: boolean
}

export function AppHeader({ fullPage = false }: AppHeaderProps) {
  const desktop = useIsDesktop()
  return (
    <header className="sticky top-(--agent-banner) z-30 bg-canvas print:hidden">
      <div className="gutter mx-auto flex min-h-(--bar) max-w-[1280px] flex-wrap items-center gap-x-3">
        {desktop ? <DesktopBar fullPage={fullPage} /> : <MobileBar />}
      </div>
    </header>
  )
}

function DesktopBar({ fullPage }: { fullPage: boolean }) {
  return (
    <>
      <HomeLogo />
      <SandboxBadge />
      <div className="ml-auto">
        <AccountMenu fullPage={fullPage} />
      </div>
    </>
  )
}

function MobileBar() {
  const router = useRouter()
  const user = useSessionUser()
  return (
    <>
      <IconButton
        label={m.kit_back()}
        icon={<ArrowLeft aria-hidden="true" className="size-6" />}
        onClick={() => goBack(router)}
        className="-ml-2.5"
      />
      <HomeLogo />
      <SandboxBadge short />
      <span className="ml-auto">
        <Avatar initial={initialOf(user?.fullName)} />
      </span>
    </>
  )
}

/** Says on every page that this installation talks to a sandbox. */
function SandboxBadge({ short = false }: { short?: boolean }) {
  const { sandbox } = useAppConfig()
  return sandbox ? <Chip tone="due">{short ? m.app_sandbox_short() : m.app_sandbox_badge()}</Chip> : null
}
