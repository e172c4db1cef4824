import { expect, test } from 'vitest'
import { aCard, aMeta, aUpiCard } from '#/test/auto-debit'
import { activeCard, cardTitle, expiry, mandateAmount, maskedNumber, methodName, showsAutoDebit, upiId } from './model'

test('EASYPAY-11: auto debit shows only with options and something to debit, or where it is set up', () => {
  const { autoDebit } = aMeta()
  const none = { cards: [] }
  expect(showsAutoDebit(aMeta(), none)).toBe(true)
  for (const meta of [
    aMeta({ liveItemInvoiceAmount: 0 }),
    aMeta({ autoDebit: { ...autoDebit, paymentOptions: [] } }),
  ]) {
    expect(showsAutoDebit(meta, none)).toBe(false)
    expect(showsAutoDebit(meta, { cards: [aCard()] })).toBe(true)
  }
})

test('EASYPAY-20, ENTITY-43, ENTITY-44: the number has the last digits, wherever they are', () => {
  const digits = (change: object) => maskedNumber(aCard({ cardNumber: undefined, ...change }))
  expect(maskedNumber(aCard())).toBe('XXXX XXXX XXXX 4242')
  expect(digits({ metaData: { last4: '1881' } })).toBe('XXXX XXXX XXXX 1881')
  expect(digits({ metaData: { masked_value: 'XXXXXXXX9012' } })).toBe('XXXX XXXX XXXX 9012')
  expect(digits({})).toBeUndefined()
})

test('ENTITY-77, ENTITY-78: the amount is 5000 when none is given, and that of the metadata is in paise', () => {
  expect(mandateAmount(aCard())).toBe(10000)
  expect(mandateAmount(aCard({ mandateAmount: undefined, metaData: { max_amount: 1500000 } }))).toBe(15000)
  expect(mandateAmount(aCard({ mandateAmount: undefined }))).toBe(5000)
})

test('EASYPAY-21, EASYPAY-22: UPI id and expiry come from the card or its metadata', () => {
  expect(upiId(aUpiCard())).toBe('asha@okbank')
  expect(upiId(aUpiCard({ upi: undefined, metaData: { vpa: 'asha@upi' } }))).toBe('asha@upi')
  const until = (change: object) => expiry(aCard({ expDate: undefined, ...change }))
  expect(expiry(aCard())).toBe('09/2029')
  expect(until({ expDate: '2029-09-30' })).toBe('30 Sept 2029')
  expect(until({ metaData: { expiry_month: '9', expiry_year: '2029' } })).toBe('09/2029')
  expect(until({ metaData: { end_date: '2031-01-05' } })).toBe('5 Jan 2031')
  expect(until({})).toBeUndefined()
})

test('ENTITY-42, ENTITY-45: two gateways may have the same id, and only one of them is active', () => {
  const cards = [aCard({ cardId: '1' }), aUpiCard({ cardId: '1' })]
  expect(activeCard({ cards, activeCardId: '1', activeGatewayType: 'BILLDESK' })).toBe(cards[1])
  expect(activeCard({ cards, activeCardId: '1' })).toBe(cards[0])
  expect(activeCard({ cards })).toBeUndefined()
})

test('EASYPAY-19: the name of the card, or of its method', () => {
  expect(cardTitle(aCard())).toBe('HDFC Visa')
  expect(cardTitle(aCard({ cardName: undefined }))).toBe('Card')
  expect(cardTitle(aUpiCard())).toBe('UPI')
  expect(methodName(aCard({ method: 'emandate' }))).toBe('Net banking')
})
