import { createFileRoute } from '@tanstack/react-router'
import { laterWords } from '#/copy/load-words'
import { ReferralTermsPage } from '#/pages/referral-terms/ReferralTermsPage'

export const Route = createFileRoute('/_full/referral/terms')({
  loader: laterWords,
  shouldReload: false,
  component: ReferralTermsPage,
})
