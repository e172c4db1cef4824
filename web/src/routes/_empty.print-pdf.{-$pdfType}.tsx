import { createFileRoute } from '@tanstack/react-router'
import { PrintPdfPage } from '#/pages/print-pdf/PrintPdfPage'

export const Route = createFileRoute('/_empty/print-pdf/{-$pdfType}')({ component: PrintPdfPage })
