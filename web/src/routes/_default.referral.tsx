import { createFileRoute } from '@tanstack/react-router'
import { ReferralPage } from '#/pages/referral/ReferralPage'

export const Route = createFileRoute('/_default/referral')({ component: ReferralPage })
