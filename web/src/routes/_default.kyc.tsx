import { createFileRoute } from '@tanstack/react-router'
import { startData } from '#/app/start-data'
import { laterWords } from '#/copy/load-words'
import { KycPage } from '#/pages/kyc/KycPage'

export const Route = createFileRoute('/_default/kyc')({
  loader(opened) {
    startData(opened)
    return laterWords()
  },
  shouldReload: false,
  component: KycPage,
})
