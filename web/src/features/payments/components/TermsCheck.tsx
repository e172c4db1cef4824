import type { Ref } from 'react'
import { m } from '#/copy'
import { pageHref } from '#/copy/pages'

interface TermsCheckProps {
  checked: boolean
  /** The terms are missing, which stands here. */
  missing?: boolean
  /** Nobody has touched the box yet, so that the terms are missing is no warning. */
  untouched?: boolean
  /** The terms are missing, which a toast says. Here the box is marked until they are accepted. */
  marked?: boolean
  box?: Ref<HTMLInputElement>
  onChange(checked: boolean): void
}

export function TermsCheck({
  checked,
  missing = false,
  untouched = false,
  marked = false,
  box,
  onChange,
}: TermsCheckProps) {
  return (
    <div className="grid gap-1">
      <div className="flex min-h-11 items-center gap-3 text-support">
        <input
          ref={box}
          id="payment-terms"
          type="checkbox"
          className="size-5.5 shrink-0 accent-brand aria-invalid:outline-2 aria-invalid:outline-danger"
          checked={checked}
          aria-invalid={(missing && !untouched) || marked || undefined}
          aria-describedby={missing ? 'payment-terms-missing' : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          <label htmlFor="payment-terms">{m.payments_terms_before()}</label>{' '}
          <a
            href={pageHref('/terms-and-conditions')}
            target="_blank"
            rel="noreferrer"
            className="inline-block py-1 font-semibold text-brand-ink underline"
          >
            {m.payments_terms_link()}
            <span className="visually-hidden"> ({m.payments_terms_new_tab()})</span>
          </a>
        </span>
      </div>
      {missing && (
        <p id="payment-terms-missing" className={`text-support ${untouched ? 'text-muted' : 'text-danger-ink'}`}>
          {m.payments_terms_missing()}
        </p>
      )}
    </div>
  )
}
