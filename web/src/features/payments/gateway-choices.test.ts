import { expect, test } from 'vitest'
import { aGateway, allGateways } from '#/test/money-builders'
import { DEFAULT_GATEWAY, defaultGateway, gatewayChoice, gatewayChoices, groupGateways } from './gateway-choices'

test('PAY-34, PAY-36, PAY-37: every choice is the lower-cased name, wallets of Juspay with a prefix', () => {
  const served = [...allGateways, aGateway('AmazonPay', { isJuspayWallet: true })].map(gatewayChoice)
  expect(served.sort()).toEqual([...gatewayChoices].sort())
  expect(gatewayChoice(aGateway('PAYTM'))).toBe('paytm')
})

test('PAY-12, PAY-13: Razorpay, Paytm and CredPay in this order, everything else is a wallet', () => {
  const { main, wallets } = groupGateways(allGateways)
  expect(main.map(({ name }) => name)).toEqual(['Razorpay', 'Paytm', 'CredPay'])
  expect(wallets.map(({ name }) => name)).toEqual(['PhonePe', 'Mobikwik'])
})

test('PAY-12: a gateway that is not offered is left out', () => {
  expect(groupGateways([aGateway('CredPay')]).main).toHaveLength(1)
})

test('PAY-35: Razorpay is ticked first; without it the first one is', () => {
  expect(DEFAULT_GATEWAY).toBe('razorpay')
  expect(defaultGateway(allGateways)?.name).toBe('Razorpay')
  expect(defaultGateway([aGateway('Freecharge')])?.name).toBe('Freecharge')
  expect(defaultGateway([])).toBeUndefined()
})
