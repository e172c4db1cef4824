import { describe, expect, test } from 'vitest'
import { allGateways, aTransaction } from '#/test/money-builders'
import { accepts, type PaymentEvent, reduce } from './machine'
import { idle, type Payment, phases } from './state'

const request = { type: 'due', autoDebit: false } as const
const transaction = aTransaction()

const events: PaymentEvent[] = [
  { type: 'ask', request, autoDebitActive: false },
  { type: 'start', autoDebit: false },
  { type: 'created', transaction },
  { type: 'offered', gateways: allGateways },
  { type: 'opened', openedIn: 'frame' },
  { type: 'reported' },
  { type: 'paid' },
  { type: 'refused', message: 'no' },
  { type: 'outcomeUnknown', unknownReason: 'silent' },
  { type: 'nothingDue' },
  { type: 'check' },
  { type: 'resume', request, transaction },
  { type: 'leave' },
]

const run = (...list: PaymentEvent[]) => list.reduce(reduce, idle)

describe('every event in every phase', () => {
  const pairs = phases.flatMap((phase) => events.map((event) => [phase, event.type, event] as const))
  test.each(pairs)('%s + %s', (phase, type, event) => {
    const before: Payment = { ...idle, phase, transaction }
    const after = reduce(before, event)
    if (accepts[phase].includes(type)) expect(after).not.toBe(before)
    else expect(after).toBe(before)
  })

  test('failed is never reached from a phase in which nobody has said so', () => {
    for (const phase of phases) {
      const others = events.filter(({ type }) => type !== 'refused')
      for (const event of others) {
        if (phase !== 'failed') expect(reduce({ ...idle, phase }, event).phase).not.toBe('failed')
      }
    }
  })

  test('done is final: nothing but leaving changes it', () => {
    const done = run(events[0] as PaymentEvent, { type: 'paid' })
    expect(events.filter((event) => reduce(done, event) !== done).map(({ type }) => type)).toEqual(['leave'])
  })
})

describe('the way of a payment', () => {
  test('a second click starts nothing', () => {
    const once = run(events[0] as PaymentEvent)
    expect(reduce(once, events[0] as PaymentEvent)).toBe(once)
  })

  test('PAY-33: an offer opens the dialog and resets the auto-debit preference to false', () => {
    const offered = run(
      { type: 'ask', request: { type: 'due', autoDebit: true }, autoDebitActive: false },
      { type: 'start', autoDebit: true },
      { type: 'offered', gateways: allGateways },
    )
    expect(offered).toMatchObject({ phase: 'choosing', dialog: true, autoDebit: false })
  })

  test('PROMO-18, PROMO-19: asking with auto debit turns the preference on and opens the dialog', () => {
    const asked = run({ type: 'ask', request: { type: 'due', autoDebit: true }, autoDebitActive: false })
    expect(asked).toMatchObject({ phase: 'choosing', dialog: true, autoDebit: true })
  })

  test('PROMO-20, PAY-24: paying manually turns the preference off and starts at once', () => {
    expect(run({ type: 'ask', request, autoDebitActive: false })).toMatchObject({ phase: 'starting', autoDebit: false })
  })

  test('a dialog that shows figures is not opened without something to pay', () => {
    for (const [autoDebit, autoDebitActive] of [
      [true, false],
      [false, true],
    ] as const) {
      const ask = { type: 'ask', request: { type: 'due', autoDebit }, autoDebitActive } as const
      expect(run({ ...ask, nothingDue: true }).phase).toBe('nothingDue')
      expect(run({ ...ask, nothingDue: false }).phase).toBe('choosing')
    }
  })

  test('PAY-28: money that arrives late is accepted in every phase that is not finished', () => {
    for (const phase of ['choosing', 'starting', 'waiting', 'confirming', 'failed', 'unknown'] as const)
      expect(reduce({ ...idle, phase }, { type: 'paid' }).phase).toBe('done')
  })

  test('PAY-22: active auto debit is said first', () => {
    expect(run({ type: 'ask', request, autoDebitActive: true })).toMatchObject({
      phase: 'choosing',
      autoDebitActive: true,
    })
  })

  test('ENTITY-58: the success state knows what was paid', () => {
    const type = 'deposit'
    const paid = run({ type: 'resume', request: { type, autoDebit: false }, transaction }, { type: 'paid' })
    expect(paid).toMatchObject({ phase: 'done', request: { type }, transaction: { pgOptions: { amount: 250050 } } })
  })
})
