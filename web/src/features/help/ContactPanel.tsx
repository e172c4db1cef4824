import { Mail, Phone } from 'lucide-react'
import { useAppConfig } from '#/api/config'
import { m } from '#/copy'
import { CloseIconButton } from '#/kit/CloseButton'
import { OptionContent, optionClass } from './OptionList'
import { PanelHeading } from './PanelHeading'

/** How to reach support by e-mail and phone where there is no chat. */
export function ContactPanel({ onClose }: { onClose(): void }) {
  const { supportEmail, supportPhone } = useAppConfig()
  return (
    <div className="p-3">
      <div className="flex items-center justify-between">
        <PanelHeading>{m.help_contact_title()}</PanelHeading>
        <CloseIconButton onClick={onClose} />
      </div>
      <p className="px-3 pb-2 text-muted text-support">{m.help_contact_text()}</p>
      <ul>
        {supportEmail && (
          <li>
            <a href={`mailto:${supportEmail}`} className={optionClass}>
              <OptionContent icon={Mail}>{m.help_contact_email({ email: supportEmail })}</OptionContent>
            </a>
          </li>
        )}
        {supportPhone && (
          <li>
            <a href={`tel:${supportPhone.replace(/\s/g, '')}`} className={optionClass}>
              <OptionContent icon={Phone}>{m.help_contact_phone({ phone: supportPhone })}</OptionContent>
            </a>
          </li>
        )}
      </ul>
    </div>
  )
}
