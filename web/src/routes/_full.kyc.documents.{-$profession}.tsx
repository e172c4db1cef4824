import { createFileRoute } from '@tanstack/react-router'
import { KycDocumentsPage } from '#/pages/kyc-documents/KycDocumentsPage'

export const Route = createFileRoute('/_full/kyc/documents/{-$profession}')({ component: KycDocumentsPage })
