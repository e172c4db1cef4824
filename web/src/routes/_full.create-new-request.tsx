import { createFileRoute } from '@tanstack/react-router'
import { CreateNewRequestPage } from '#/pages/create-new-request/CreateNewRequestPage'

export const Route = createFileRoute('/_full/create-new-request')({ component: CreateNewRequestPage })
