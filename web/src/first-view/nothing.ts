/** Stands for what has no part in the first view. */
const nothing = () => undefined

export const DialogHost = nothing
export const HelpSlot = nothing
export const LazyPaymentSlot = nothing
export const goBack = nothing
export const requestPayment = nothing
export const unwrap = nothing
export const usePaymentBusy = nothing
export const api = {}
