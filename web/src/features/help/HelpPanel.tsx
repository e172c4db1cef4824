import { openChat } from '#/platform/chat'
import { AllOptions } from './AllOptions'
import { ContactPanel } from './ContactPanel'
import { FirstOptions } from './FirstOptions'

/** What the panel shows: the short list, all options, or the contact details of support. */
export type HelpView = 'first' | 'all' | 'contact'

interface HelpPanelProps {
  view: HelpView
  hasActiveProducts: boolean
  onView: (view: 'first' | 'all' | 'closed') => void
  onClose: () => void
}

/** The help options. The code is loaded when the customer opens them. */
export default function HelpPanel({ view, hasActiveProducts, onView, onClose }: HelpPanelProps) {
  if (view === 'contact') return <ContactPanel onClose={onClose} />
  const chat = () => {
    onView('closed')
    openChat()
  }
  const options = { hasActiveProducts, onChat: chat, onLeave: onClose }
  if (view === 'all') return <AllOptions {...options} onBack={() => onView('first')} />
  return <FirstOptions {...options} onSeeAll={() => onView('all')} />
}
