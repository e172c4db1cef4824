import { openChat } from '#/platform/chat'
import { AllOptions } from './AllOptions'
import { ContactPanel } from './ContactPanel'
import { FirstOptions } from './FirstOptions'

/** What the panel shows: the short list, all ways to get help, or the people behind the product. */
export type HelpView = 'first' | 'all' | 'contact'

interface HelpPanelProps {
  view: HelpView
  hasActiveProducts: boolean
  onView: (view: 'first' | 'all' | 'closed') => void
  onClose: () => void
}

/** The ways to get help; its code comes when somebody asks for help. */
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
