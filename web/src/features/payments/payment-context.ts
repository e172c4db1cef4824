import type { GatewayRequest } from './gateway-request'

/** What a payment needs to know about its environment. */
export interface PaymentContext {
  customerId: number
  device: GatewayRequest
  /** The origin of the pay page if it has its own, otherwise an empty string. */
  payOrigin: string
}
