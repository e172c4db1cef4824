import { createFileRoute } from '@tanstack/react-router'
import { startData } from '#/app/start-data'
import { KycPage } from '#/pages/kyc/KycPage'

export const Route = createFileRoute('/_default/kyc')({
  loader: startData,
  shouldReload: false,
  component: KycPage,
})
