/**
 * The flows in which a person asks for something, by the value that `requestType` has for them in the address. The
 * `requestType` of a call is another thing: the code of a kind of request, in `request-kinds`.
 */
export const flowNames = [
  'repair-request',
  'relocate-subscription',
  'transfer-ownership',
  'close-subscription',
  'extend-subscription',
] as const
export type FlowName = (typeof flowNames)[number]
