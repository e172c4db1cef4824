import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#/app/error/NotFoundPage'
import { startData } from '#/app/start-data'
import { isPaperType, paperSearch } from '#/features/papers/papers'
import { PrintPdfPage } from '#/pages/print-pdf/PrintPdfPage'

export const Route = createFileRoute('/_empty/print-pdf/{-$pdfType}')({
  validateSearch: paperSearch,
  loader: (opened) => {
    const { pdfType } = opened.params
    if (pdfType !== undefined && !isPaperType(pdfType)) throw notFound()
    startData(opened)
  },
  shouldReload: false,
  notFoundComponent: NotFoundPage,
  component: PrintPdfPage,
})
