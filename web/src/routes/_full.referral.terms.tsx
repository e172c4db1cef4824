import { createFileRoute } from '@tanstack/react-router'
import { ReferralTermsPage } from '#/pages/referral-terms/ReferralTermsPage'

export const Route = createFileRoute('/_full/referral/terms')({
  component: ReferralTermsPage,
})
