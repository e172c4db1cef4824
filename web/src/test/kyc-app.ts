import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach } from 'vitest'
import type { CompletionStatus } from '#/api/kyc'
import { storageKeys } from '#/platform/storage'
import { type ToastMessage, toasts } from '#/platform/toast'
import { call, http } from './contract'
import { aCompletion, aKycData, type Verification, verifiedUpTo } from './kyc'
import { renderAt } from './render-at'
import { server } from './server'

type App = Awaited<ReturnType<typeof renderAt>>

/** The current state of the verification on the server. Tests change it as a call would. */
let now: CompletionStatus

export const verificationNow = () => now

export function serveKyc(verification: Verification = {}, data = aKycData(verification.profession)) {
  now = aCompletion(verification)
  server.use(
    http.get(call('/api/Hyperverges/getKYCData'), () => HttpResponse.json(data)),
    http.get(call('/api/Hyperverges/completionStatusV3'), () => HttpResponse.json(now)),
  )
}

export const becomes = (verification: Verification) => {
  now = aCompletion(verification)
}

/** Opens the screen of the document whose turn it is. */
export async function atDocument(
  profession: number,
  document: Parameters<typeof verifiedUpTo>[1],
  more: Verification = {},
) {
  serveKyc({ ...verifiedUpTo(profession, document), ...more })
  return renderAt(`/kyc/documents?document=${document}`)
}

/** Answers each upload of a picture, and records the forms. */
export function takeUploads(reply: () => Response): FormData[] {
  const forms: FormData[] = []
  server.use(
    http.post(call('/api/Hyperverges/validateAndUpload'), async ({ request }) => {
      forms.push(await request.formData())
      return reply() as never
    }),
  )
  return forms
}

export const press = async (app: App, name: string) => app.user.click(await screen.findByRole('button', { name }))
export const title = (name: string) => screen.findByRole('heading', { level: 1, name })

/** All toasts of this test, including those that have disappeared. */
const shown = new Map<number, ToastMessage>()
toasts.subscribe(() => {
  for (const toast of toasts.get()) shown.set(toast.id, toast)
})
beforeEach(() => shown.clear())

export const told = () => [...shown.values()].map(({ text, tone, place }) => ({ text, tone, place }))
export const pdf = (name = 'statement.pdf') => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
export const photo = () => new File(['photo'], 'pan.png', { type: 'image/png' })
export const success = () => HttpResponse.json<{ success: boolean }>({ success: true })

/** Makes the session that of an agent in the customer's account. */
export const asAgent = () => window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
