import { Link } from '@tanstack/react-router'
import {
  ArrowLeft,
  CircleHelp,
  FileText,
  Gift,
  type LucideIcon,
  Mail,
  MessageCircle,
  RotateCcw,
  SquarePlus,
  Truck,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'
import { IconButton } from '#/ui/IconButton'
import { OptionContent, type OptionsProps, optionClass } from './OptionList'
import { PanelHeading } from './PanelHeading'

/** The policy pages are outside the app, at the root of the site. */
const policies = {
  terms: '/terms-and-conditions',
  shipping: '/shipping-policy',
  cancellation: '/cancel-and-return-policy',
  documents: '/kyc-documents',
} as const

export function AllOptions({ hasActiveProducts, onChat, onBack, onLeave }: OptionsProps & { onBack(): void }) {
  const { supportEmail, faqUrl } = useAppConfig()
  return (
    <div className="max-h-[min(70dvh,560px)] overflow-y-auto p-3">
      <div className="flex items-center">
        <IconButton label={m.kit_back()} icon={<ArrowLeft aria-hidden="true" className="size-5" />} onClick={onBack} />
        <PanelHeading>{m.help_all_title()}</PanelHeading>
      </div>
      <ul>
        <li>
          <button type="button" className={optionClass} onClick={onChat}>
            <OptionContent icon={MessageCircle}>{m.help_chat()}</OptionContent>
          </button>
        </li>
        {hasActiveProducts && (
          <li>
            <Link to="/home" search={{ requestType: 'create-new-request' }} className={optionClass} onClick={onLeave}>
              <OptionContent icon={SquarePlus}>{m.help_create_request()}</OptionContent>
            </Link>
          </li>
        )}
        <li>
          <a href={`mailto:${supportEmail}`} className={optionClass}>
            <OptionContent icon={Mail}>{m.help_email()}</OptionContent>
          </a>
        </li>
        <OutsideOption icon={CircleHelp} href={faqUrl}>
          {m.help_faqs()}
        </OutsideOption>
        <OutsideOption icon={FileText} href={pageHref(policies.terms)}>
          {m.help_terms()}
        </OutsideOption>
        <li>
          <Link to="/referral/terms" className={optionClass} onClick={onLeave}>
            <OptionContent icon={Gift}>{m.help_referral_terms()}</OptionContent>
          </Link>
        </li>
        <OutsideOption icon={Truck} href={pageHref(policies.shipping)}>
          {m.help_shipping()}
        </OutsideOption>
        <OutsideOption icon={RotateCcw} href={pageHref(policies.cancellation)}>
          {m.help_cancellation()}
        </OutsideOption>
        <OutsideOption icon={FileText} href={pageHref(policies.documents)}>
          {m.help_documents()}
        </OutsideOption>
      </ul>
    </div>
  )
}

function OutsideOption({ icon, href, children }: { icon: LucideIcon; href: string; children: ReactNode }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noreferrer" className={optionClass}>
        <OptionContent icon={icon}>
          {children} <span className="visually-hidden">({m.help_opens_new_tab()})</span>
        </OptionContent>
      </a>
    </li>
  )
}
