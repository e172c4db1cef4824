import { Link } from '@tanstack/react-router'
import { ChevronDown, Heart, House, LogOut, type LucideIcon, Settings } from 'lucide-react'
import { useId } from 'react'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { logout } from '#/features/session/logout'
import { initialOf } from '#/shared/person'
import { useSessionUser } from '#/state/session'
import { Avatar } from '#/ui/Avatar'
import { useDisclosureMenu } from './use-disclosure-menu'

const itemClass =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left text-support font-semibold text-ink hover:bg-brand-soft'

function ItemContent({ icon: Icon, text }: { icon: LucideIcon; text: string }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-5 text-muted" />
      {text}
    </>
  )
}

/** Initial and name. Hover, press and keyboard all open the same list of links. */
export function AccountMenu({ fullPage }: { fullPage: boolean }) {
  const menu = useDisclosureMenu()
  const panelId = useId()
  const user = useSessionUser()
  return (
    <nav aria-label={m.app_account_menu()} className="relative" {...menu.root}>
      <button
        type="button"
        {...menu.button}
        aria-controls={panelId}
        className="flex min-h-11 items-center gap-2 rounded-full pr-3 pl-1 font-semibold hover:bg-sunken"
      >
        <Avatar initial={initialOf(user?.fullName)} />
        <span className="max-w-60 truncate">{user?.fullName}</span>
        <ChevronDown aria-hidden="true" className="size-4 text-muted" />
      </button>
      <div id={panelId} hidden={!menu.open} className="absolute top-full right-0 z-10 pt-2">
        <ul className="grid w-56 gap-1 rounded-row bg-surface p-2 shadow-overlay">
          {fullPage && (
            <li>
              <Link to="/home" className={itemClass} onClick={menu.close}>
                <ItemContent icon={House} text={m.app_my_account()} />
              </Link>
            </li>
          )}
          <li>
            <a href={pageHref('/mywishlist')} className={itemClass}>
              <ItemContent icon={Heart} text={m.app_my_wishlist()} />
            </a>
          </li>
          <li>
            <Link to="/settings" className={itemClass} onClick={menu.close}>
              <ItemContent icon={Settings} text={m.app_settings()} />
            </Link>
          </li>
          <li>
            <button type="button" className={itemClass} onClick={() => void logout()}>
              <ItemContent icon={LogOut} text={m.app_logout()} />
            </button>
          </li>
        </ul>
      </div>
    </nav>
  )
}
