import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#/app/error/NotFoundPage'
import { startData } from '#/app/start-data'
import { laterWords } from '#/copy/load-words'
import { typeOfSlug } from '#/pages/kyc-documents/address'
import { KycDocumentsPage } from '#/pages/kyc-documents/KycDocumentsPage'

export const Route = createFileRoute('/_full/kyc/documents/{-$profession}')({
  // The document that is open, or "profession"; the page shows the list for any other word.
  validateSearch: ({ document }): { document?: string } => ({ document: document as string | undefined }),
  loader(opened) {
    const { profession } = opened.params
    if (profession !== undefined && typeOfSlug(profession) === undefined) throw notFound()
    startData(opened)
    return laterWords()
  },
  shouldReload: false,
  notFoundComponent: NotFoundPage,
  component: KycDocumentsPage,
})
