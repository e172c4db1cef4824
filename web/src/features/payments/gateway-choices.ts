import { type MandateGateway, mandateByCheckout, mandateBySdk } from './mandates'
import type { Gateway } from './model'

// What the API contract says about gateways by name. How a gateway opens comes from its own `checkout` field.

export const DEFAULT_GATEWAY = 'razorpay'
export const JUSPAY_PREFIX = 'juspay-'

export const gatewayChoices = [
  'paytm',
  'juspay-phonepe',
  'juspay-amazonpay',
  'juspay-mobikwik',
  'juspay-credpay',
  DEFAULT_GATEWAY,
] as const

/** The name under which the server knows the chosen gateway. */
export function gatewayChoice({ name, isJuspayWallet }: Pick<Gateway, 'name' | 'isJuspayWallet'>): string {
  return isJuspayWallet ? JUSPAY_PREFIX + name.toLowerCase() : name.toLowerCase()
}

const firstGroup = ['razorpay', 'paytm', 'credpay']

export interface GatewayGroups {
  main: Gateway[]
  wallets: Gateway[]
}

/** Puts Razorpay, Paytm and CredPay first, in this order. All others are wallets, in the server's order. */
export function groupGateways(gateways: readonly Gateway[]): GatewayGroups {
  const named = firstGroup.map((name) => gateways.find((gateway) => gateway.name.toLowerCase() === name))
  const main = named.filter((gateway) => gateway !== undefined)
  return { main, wallets: gateways.filter((gateway) => !main.includes(gateway)) }
}

/** The gateway that is selected when the dialog opens. */
export function defaultGateway(gateways: readonly Gateway[]): Gateway | undefined {
  const { main, wallets } = groupGateways(gateways)
  return gateways.find((gateway) => gatewayChoice(gateway) === DEFAULT_GATEWAY) ?? main[0] ?? wallets[0]
}

/** The gateways at which auto debit can be set up. The contract has separate calls for each of them. */
const mandateGateways: Readonly<Record<string, MandateGateway>> = {
  RAZORPAY: { checkout: 'frame', begin: mandateByCheckout },
  BILLDESK: { checkout: 'window', begin: mandateBySdk },
}

export function mandateGateway(gateway: string): MandateGateway | undefined {
  return mandateGateways[gateway.toUpperCase()]
}
