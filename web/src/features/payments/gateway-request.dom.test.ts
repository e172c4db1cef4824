import { expect, test } from 'vitest'
import { gatewayRequest, osOf, redirectPath } from './gateway-request'

const signs = { launch: '', userAgent: 'Mozilla/5.0 (Linux; Android 14)', hasIosBridge: false, width: 390 }
const request = gatewayRequest({ productSlug: 'rento', androidApp: '' }, signs, '9000000001')

test('ENTITY-57: a gateway learns platform, os, device, phone number and whether Cred is there', () => {
  expect(request).toEqual({
    platform: 'mweb',
    os: 'android',
    device: 'mobile',
    phoneNumber: '9000000001',
    credAppPresent: false,
  })
})

test.each([
  ['iPhone; CPU iPhone OS 18', 'ios'],
  ['Windows NT 10.0', 'windows'],
  ['Macintosh; Intel Mac OS X', 'macos'],
  ['X11; Linux x86_64', 'linux'],
])('%s runs %s', (agent, os) => {
  expect(osOf(agent)).toBe(os)
})

const query = (path: string) => Object.fromEntries(new URL(path, 'http://x').searchParams)

test('PAY-47: the redirect names gateway, payment method and the unguessable transaction id', () => {
  const path = redirectPath({
    ...request,
    gateway: 'paytm',
    isInApp: false,
    paymentMethod: 'upi',
    transactionId: 'u-501',
  })
  expect(path.startsWith('/pgRedirect?')).toBe(true)
  expect(query(path)).toEqual({ gateway: 'paytm', paymentMethod: 'upi', transactionId: 'u-501' })
})

test('PAY-48: only Cred also learns platform, os, device and credAppPresent', () => {
  const path = redirectPath({ ...request, gateway: 'juspay-credpay', isInApp: true, transactionId: 'u-501' })
  expect(query(path)).toMatchObject({ platform: 'mweb', os: 'android', device: 'mobile', credAppPresent: 'false' })
})
