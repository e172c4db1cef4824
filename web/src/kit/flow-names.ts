/**
 * The flows in which a customer requests something, by the value of `requestType` in the URL.
 * The `requestType` of a call is different: it is the code of a kind of request, see `request-kinds`.
 */
export const flowNames = [
  'repair-request',
  'relocate-subscription',
  'transfer-ownership',
  'close-subscription',
  'extend-subscription',
] as const
export type FlowName = (typeof flowNames)[number]
