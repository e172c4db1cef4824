import { createFileRoute } from '@tanstack/react-router'
import { startData } from '#/app/start-data'
import { laterWords } from '#/copy/load-words'
import { ReferralPage } from '#/pages/referral/ReferralPage'

export const Route = createFileRoute('/_default/referral')({
  validateSearch: ({ code }): { code?: string } => ({ code: codeOf(code) }),
  loader(opened) {
    startData(opened)
    return laterWords()
  },
  shouldReload: false,
  component: ReferralPage,
})

/** A friend's code out of an invitation; digits alone arrive as a number. */
function codeOf(code: unknown): string | undefined {
  const text = String(code ?? '').toLowerCase()
  return /^[0-9a-z]{4,32}$/.test(text) ? text : undefined
}
