import type { GatewayRequest } from './gateway-request'

/** What a payment needs to know of its surroundings. */
export interface PaymentSetting {
  customerId: number
  device: GatewayRequest
  /** The origin of the pay page when it has its own, else empty. */
  payOrigin: string
}
