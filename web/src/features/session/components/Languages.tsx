import { getLocale, locales, m, ownName, setLocale } from '#/copy'

/** The languages, each named in itself, for who is not signed in. Choosing one loads the page anew. */
export function Languages() {
  return (
    <ul aria-label={m.settings_language()} className="flex flex-wrap justify-center gap-x-1">
      {locales.map((locale) => (
        <li key={locale}>
          <button
            type="button"
            lang={locale}
            aria-current={locale === getLocale() || undefined}
            onClick={() => void setLocale(locale)}
            className="min-h-11 rounded-control px-2.5 text-muted text-support hover:bg-brand-soft aria-[current]:font-semibold aria-[current]:text-brand-ink"
          >
            {ownName(locale)}
          </button>
        </li>
      ))}
    </ul>
  )
}
