import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#/app/error/NotFoundPage'
import { PrintPdfPage } from '#/pages/print-pdf/PrintPdfPage'
import { isPdfType } from '#/pages/print-pdf/pdf-type'

export const Route = createFileRoute('/_empty/print-pdf/{-$pdfType}')({
  loader: ({ params }) => {
    if (params.pdfType !== undefined && !isPdfType(params.pdfType)) throw notFound()
  },
  notFoundComponent: NotFoundPage,
  component: PrintPdfPage,
})
