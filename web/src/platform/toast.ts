import { createStore } from '#/shared/store'

export const TOAST_MS = 2000
export const LIVE_REQUEST_TOAST_MS = 5000

export type ToastPlace = 'top' | 'top-right'

export interface ToastMessage {
  id: number
  text: string
  tone: 'error' | 'success'
  place: ToastPlace
}

export interface ToastOptions {
  place?: ToastPlace
  durationMs?: number
}

/** The toasts on screen now. ui/ToastRegion draws them. */
export const toasts = createStore<ToastMessage[]>([])

let lastId = 0

function show(text: string, tone: ToastMessage['tone'], { place = 'top-right', durationMs = TOAST_MS }: ToastOptions) {
  lastId += 1
  const id = lastId
  const others = toasts.get().filter((toast) => toast.text !== text)
  toasts.set([...others, { id, text, tone, place }])
  window.setTimeout(() => dismissToast(id), durationMs)
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

/** Toasts repeat news. Whatever a customer must not miss is also written on the page. */
export const toast = {
  error: (text: string, options: ToastOptions = {}) => show(text, 'error', options),
  success: (text: string, options: ToastOptions = {}) => show(text, 'success', options),
}
