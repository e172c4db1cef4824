import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundPage } from '#/app/error/NotFoundPage'
import { KycDocumentsPage } from '#/pages/kyc-documents/KycDocumentsPage'
import { isProfession } from '#/pages/kyc-documents/profession'

export const Route = createFileRoute('/_full/kyc/documents/{-$profession}')({
  loader: ({ params }) => {
    if (params.profession !== undefined && !isProfession(params.profession)) throw notFound()
  },
  notFoundComponent: NotFoundPage,
  component: KycDocumentsPage,
})
