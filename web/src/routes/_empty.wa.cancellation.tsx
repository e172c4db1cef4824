import { createFileRoute } from '@tanstack/react-router'
import { startData } from '#/app/start-data'
import { WaCancellationPage } from '#/pages/wa-cancellation/WaCancellationPage'

export const Route = createFileRoute('/_empty/wa/cancellation')({
  loader: startData,
  shouldReload: false,
  component: WaCancellationPage,
})
