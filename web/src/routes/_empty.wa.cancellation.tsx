import { createFileRoute } from '@tanstack/react-router'
import { WaCancellationPage } from '#/pages/wa-cancellation/WaCancellationPage'

export const Route = createFileRoute('/_empty/wa/cancellation')({ component: WaCancellationPage })
