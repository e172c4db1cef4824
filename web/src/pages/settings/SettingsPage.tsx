import { Link } from '@tanstack/react-router'
import { Check, ChevronRight, LogOut } from 'lucide-react'
import { useState } from 'react'
import { getLocale, isUnread, type Locale, locales, m, ownName, setLocale } from '#/copy'
import { sendLanguage } from '#/features/session/language'
import { logout } from '#/features/session/logout'
import { setTheme, type Theme, themes, useTheme } from '#/platform/theme'
import { useSessionUser } from '#/state/session'
import { Button } from '#/ui/Button'
import { Card } from '#/ui/Card'
import { RadioCard } from '#/ui/ChoiceCard'
import { PageTitle } from '#/ui/PageTitle'
import { AddressesCard } from './AddressesCard'
import { AnalyticsCard } from './AnalyticsCard'
import { DataCard } from './DataCard'
import { DeleteAccountCard } from './DeleteAccountCard'
import { MessagesCard } from './MessagesCard'
import { NotificationsCard } from './NotificationsCard'
import { SessionsCard } from './SessionsCard'
import { ThisDeviceCard } from './ThisDeviceCard'

export function SettingsPage() {
  return (
    <>
      <PageTitle>{m.settings_title()}</PageTitle>
      <div className="grid gap-5">
        <ThemeCard />
        <LanguageCard />
        <PaymentsCard />
        <AddressesCard />
        <NotificationsCard />
        <ThisDeviceCard />
        <MessagesCard />
        <AnalyticsCard />
        <SessionsCard />
        <SessionCard />
        <DataCard />
        <DeleteAccountCard />
      </div>
    </>
  )
}

function ThemeCard() {
  const chosen = useTheme()
  const names: Record<Theme, string> = {
    system: m.settings_theme_system(),
    light: m.settings_theme_light(),
    dark: m.settings_theme_dark(),
  }
  return (
    <Card>
      <fieldset className="grid gap-3 desktop:grid-cols-3">
        <legend className="pb-3 font-semibold text-card">{m.settings_theme()}</legend>
        {themes.map((theme) => (
          <RadioCard
            key={theme}
            name="theme"
            title={names[theme]}
            checked={chosen === theme}
            onChange={() => setTheme(theme)}
          />
        ))}
      </fieldset>
    </Card>
  )
}

/**
 * Each language is named in itself. Choosing one reloads the page, so that nothing stays in the old language.
 * These are buttons, because the arrow keys in a radio group would choose every language on the way.
 */
function LanguageCard() {
  const user = useSessionUser()
  const choose = async (locale: Locale) => {
    if (user) await sendLanguage(user.id, locale)
    await setLocale(locale)
  }
  return (
    <Card title={m.settings_language()}>
      <ul className="grid gap-3 desktop:grid-cols-3">
        {locales.map((locale) => (
          <li key={locale} className="grid">
            <Language locale={locale} chosen={getLocale() === locale} onChoose={() => void choose(locale)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface LanguageProps {
  locale: Locale
  chosen: boolean
  onChoose(): void
}

function Language({ locale, chosen, onChoose }: LanguageProps) {
  return (
    <button
      type="button"
      aria-current={chosen || undefined}
      onClick={chosen ? undefined : onChoose}
      className="flex min-h-12 items-center gap-3 rounded-control border-[1.5px] border-line bg-surface p-4 text-left hover:bg-brand-soft aria-[current]:border-brand aria-[current]:bg-brand-soft"
    >
      <span className="grid min-w-0 flex-1">
        <span lang={locale} className="font-semibold">
          {ownName(locale)}
        </span>{' '}
        {isUnread(locale) && <span className="text-muted text-support">{m.settings_language_unread()}</span>}
      </span>
      {chosen && <Check aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />}
    </button>
  )
}

function PaymentsCard() {
  return (
    <Card title={m.settings_payments()}>
      <Link
        to="/home"
        search={{ paymentMode: 'easy-payment', paymentType: 'auto-debit' }}
        className="flex min-h-12 items-center justify-between gap-3 rounded-control"
      >
        <span className="grid">
          <span className="font-semibold">{m.settings_auto_pay()}</span>
          <span className="text-muted text-support">{m.settings_auto_pay_note()}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-subtle" />
      </Link>
    </Card>
  )
}

function SessionCard() {
  const user = useSessionUser()
  const [leaving, setLeaving] = useState(false)
  const signOut = () => {
    setLeaving(true)
    void logout()
  }
  return (
    <Card title={m.settings_session()}>
      <p className="wrap-anywhere pb-4 text-muted">{m.settings_signed_in_as({ name: user?.fullName ?? '' })}</p>
      <Button variant="secondary" busy={leaving} onClick={signOut}>
        <LogOut aria-hidden="true" className="size-5" />
        {m.settings_logout()}
      </Button>
    </Card>
  )
}
