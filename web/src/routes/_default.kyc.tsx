import { createFileRoute } from '@tanstack/react-router'
import { KycPage } from '#/pages/kyc/KycPage'

export const Route = createFileRoute('/_default/kyc')({ component: KycPage })
