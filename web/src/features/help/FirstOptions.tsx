import { Link } from '@tanstack/react-router'
import { List, MessageCircle, SquarePlus } from 'lucide-react'
import { m } from '#/copy'
import { OptionContent, type OptionsProps, optionClass } from './OptionList'
import { PanelHeading } from './PanelHeading'

export function FirstOptions({ hasActiveProducts, onChat, onSeeAll, onLeave }: OptionsProps & { onSeeAll(): void }) {
  return (
    <div className="p-3">
      <PanelHeading>{m.help_title()}</PanelHeading>
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
          <button type="button" className={optionClass} onClick={onSeeAll}>
            <OptionContent icon={List}>{m.help_see_all()}</OptionContent>
          </button>
        </li>
      </ul>
    </div>
  )
}
