import { readFileSync } from 'node:fs'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { NetworkError, RejectedError } from '#/api/errors'
import { leave } from '#/platform/leave'
import { saveDrafts } from '#/platform/viewport-reload'
import { setSessionUser } from '#/state/session'
import { realTime } from '#/test/real-time'
import { TextField } from '#/ui/TextField'
import { choice, useForm, useRequiredChoice } from './form'

const schema = v.object({
  name: v.pipe(v.string(), v.trim(), v.nonEmpty('Say your name.')),
  code: v.pipe(v.string(), v.length(4, 'Four digits.')),
})

interface FormProps {
  savedAs?: string
  send(answers: v.InferOutput<typeof schema>): Promise<unknown>
}

function Form({ savedAs, send }: FormProps) {
  const form = useForm({ savedAs, schema, initialValues: { name: '', code: '' }, send })
  return (
    <form {...form.props}>
      {(['name', 'code'] as const).map((name) => (
        <TextField
          key={name}
          label={name}
          value={form.answers[name]}
          error={form.errors[name]}
          onChange={({ target }) => form.change({ [name]: target.value })}
        />
      ))}
      {form.submitError && <p role="status">{form.submitError}</p>}
      <button type="submit">Send</button>
    </form>
  )
}

function open(send = vi.fn<(answers: object) => Promise<unknown>>(() => Promise.resolve())) {
  render(<Form send={send} />)
  const user = userEvent.setup()
  return { send, user, press: () => user.click(screen.getByRole('button', { name: 'Send' })) }
}

const alerts = () => screen.queryAllByRole('alert').map((alert) => alert.textContent)

test('wrong answers say why when they are sent, and the first of them has the focus', async () => {
  const { send, user, press } = open()
  await user.type(screen.getByLabelText('code'), '12')
  expect(alerts()).toEqual([])
  await press()
  expect(alerts()).toEqual(['Say your name.', 'Four digits.'])
  expect(document.activeElement).toBe(screen.getByLabelText('name'))
  await user.type(screen.getByLabelText('name'), ' Asha ')
  expect(alerts()).toEqual(['Four digits.'])
  await press()
  expect(document.activeElement).toBe(screen.getByLabelText('code'))
  await user.type(screen.getByLabelText('code'), '34')
  await press()
  expect(send.mock.calls).toEqual([[{ name: 'Asha', code: '1234' }]])
})

test('what nobody sees of a pasted answer is taken away before it is checked', async () => {
  const { send, user, press } = open()
  await user.click(screen.getByLabelText('name'))
  await user.paste('\u202aआशा\u200d\u202c')
  await user.click(screen.getByLabelText('code'))
  await user.paste('\u200e1234\ufeff')
  await press()
  expect(alerts()).toEqual([])
  expect(send.mock.calls).toEqual([[{ name: 'आशा\u200d', code: '1234' }]])
})

test('a refusal stands at the field that the server names, any other above the button', async () => {
  const refusals: Error[] = [
    new RejectedError(422, 'Error', 'Not this code.', { field: 'code' }),
    new NetworkError('No connection.'),
  ]
  const { user, press } = open(vi.fn(() => Promise.reject(refusals.shift())))
  await user.type(screen.getByLabelText('name'), 'Asha')
  await user.type(screen.getByLabelText('code'), '1234')
  await press()
  await waitFor(() => expect(alerts()).toEqual(['Not this code.']))
  expect(document.activeElement).toBe(screen.getByLabelText('code'))
  await press()
  expect((await screen.findByRole('status')).textContent).toBe('No connection.')
  expect(alerts()).toEqual([])
})

/** Holds each submission until the test refuses or accepts it. */
function held() {
  const tries: { answers: object; refuse(error: Error): void; accept(): void }[] = []
  const send = vi.fn<(answers: object) => Promise<unknown>>(
    (answers) => new Promise((accept, refuse) => tries.push({ answers, refuse, accept: () => accept(undefined) })),
  )
  return { tries, ...open(send) }
}

const notThisCode = new RejectedError(422, 'Error', 'Not this code.', { field: 'code' })

async function answer(user: UserEvent, code: string) {
  await user.clear(screen.getByLabelText('code'))
  await user.type(screen.getByLabelText('code'), code)
}

test('answers that were corrected and sent meanwhile are sent once the former ones are refused, which is then not said', async () => {
  const { tries, user, press } = held()
  await user.type(screen.getByLabelText('name'), 'Asha')
  await answer(user, '1111')
  await press()
  await answer(user, '2222')
  await press()
  await press()
  expect(tries).toHaveLength(1)
  tries[0]?.refuse(notThisCode)
  await waitFor(() =>
    expect(tries.map(({ answers }) => answers)).toEqual([
      { name: 'Asha', code: '1111' },
      { name: 'Asha', code: '2222' },
    ]),
  )
  expect(alerts()).toEqual([])
  tries[1]?.refuse(notThisCode)
  await waitFor(() => expect(alerts()).toEqual(['Not this code.']))
})

test('they are not sent after the former ones were taken, nor after silence, nor once they were changed again', async () => {
  const { tries, user, press } = held()
  await user.type(screen.getByLabelText('name'), 'Asha')
  const correct = async () => {
    await answer(user, '1111')
    await press()
    await answer(user, '2222')
    await press()
  }
  await correct()
  tries[0]?.accept()
  await press() // a press by hand, with the answers that the form shows
  await waitFor(() => expect(tries).toHaveLength(2))
  tries[1]?.accept()
  await correct()
  tries[2]?.refuse(new NetworkError('No connection.'))
  expect((await screen.findByRole('status')).textContent).toBe('No connection.')
  await correct()
  await answer(user, '33')
  tries[3]?.refuse(notThisCode)
  await press()
  await waitFor(() => expect(alerts()).toEqual(['Four digits.']))
  expect(tries).toHaveLength(4)
})

test('what is being sent is not sent twice', async () => {
  let answer: (value?: unknown) => void = () => {}
  const { send, user, press } = open(vi.fn(() => new Promise((resolve) => (answer = resolve))))
  await user.type(screen.getByLabelText('name'), 'Asha')
  await user.type(screen.getByLabelText('code'), '1234')
  await press()
  await press()
  expect(send).toHaveBeenCalledTimes(1)
  answer()
})

const dayWanted = v.object({
  day: choice<string>(
    (day) => day !== 'Sunday',
    () => 'Choose a day.',
  ),
  note: v.string(),
})
type Draft = v.InferInput<typeof dayWanted>

function Step({ draft, onChange, send }: { draft: Draft; onChange(part: Partial<Draft>): void; send: () => void }) {
  const form = useForm({ schema: dayWanted, initialValues: draft, onChange, send: async () => send() })
  return (
    <form {...form.props}>
      <TextField
        label="day"
        value={form.answers.day ?? ''}
        error={form.errors.day}
        onChange={({ target }) => form.change({ day: target.value })}
      />
      <button type="submit">Send</button>
    </form>
  )
}

describe('answers that are kept elsewhere', () => {
  test('are checked as they are now, and a complaint goes with the answer that it is about, by whomsoever that is changed', async () => {
    const onChange = vi.fn()
    const send = vi.fn()
    const step = (draft: Draft) => <Step draft={draft} onChange={onChange} send={send} />
    const { rerender } = render(step({ day: undefined, note: '' }))
    const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await press()
    expect(alerts()).toEqual(['Choose a day.'])
    expect(document.activeElement).toBe(screen.getByLabelText('day'))
    rerender(step({ day: undefined, note: 'At noon' }))
    expect(alerts()).toEqual(['Choose a day.'])
    rerender(step({ day: 'Sunday', note: 'At noon' }))
    expect(alerts()).toEqual([])
    await press()
    expect(alerts()).toEqual(['Choose a day.'])
    rerender(step({ day: 'Monday', note: 'At noon' }))
    await press()
    expect(send).toHaveBeenCalledTimes(1)
    await userEvent.type(screen.getByLabelText('day'), '!')
    expect(onChange.mock.calls).toEqual([[{ day: 'Monday!' }]])
  })
})

/** The places that may be disabled, each with its row of the specification or its reason. */
const mayBeDisabled: Record<string, string> = {
  '/src/features/address/components/AddressChoice.tsx: !chosen': 'ADDRESS-05',
  '/src/features/address/components/NewAddressForm.tsx: !isComplete(draft)': 'VALID-04',
  '/src/features/feedback/components/FeedbackDialog.tsx: rating === 0': 'FEEDBACK-16',
  '/src/features/kyc/components/Camera.tsx: !shows':
    'the camera shows nothing yet; the picture above says that it opens',
  '/src/features/kyc/components/CompanyEmailStep.tsx: left > 0': 'its label counts the seconds down',
  '/src/features/refund/components/BankDetailsForm.tsx: !isFilled(bank)': 'VALID-24',
  '/src/features/refund/components/UpiForm.tsx: !isFilled(form.answers)': 'VALID-25',
  '/src/features/session/components/ResendCode.tsx: left > 0': 'its label counts the seconds down',
  '/src/features/visits/DayCalendar.tsx: [{ before: first }, { after: last }, ...holidays]': 'VALID-32',
  '/src/features/visits/SlotPicker.tsx: !slot.available': 'a time that is taken says so',
  '/src/flows/close/PickupStep.tsx: !day || !reason': 'VALID-30',
  '/src/flows/easy-payment/AdvanceOptionsForm.tsx: !agreed || payable === 0 || !online': 'EASYPAY-30',
  '/src/flows/easy-payment/ChangeMode.tsx: !agreed': 'EASYPAY-33',
  '/src/flows/easy-payment/ChangeMode.tsx: !isUsable(card)': 'its note says how it stands',
  '/src/flows/easy-payment/Confirmation.tsx: !agreed || !online': 'EASYPAY-32',
  '/src/kit/ChangeButton.tsx: !useOnline()': 'what is on screen may be old without a network (decision 0018)',
  '/src/kit/PayButton.tsx: !useOnline()': 'a sum on screen may be old without a network (decision 0018)',
  '/src/flows/kit/ChooseItems.tsx: ticked.length === 0': 'CLOSE-03',
  '/src/flows/repair/ProblemsStep.tsx: locked': 'REPAIR-07',
  '/src/flows/transfer/PhoneStep.tsx: !complete': 'VALID-16',
}

/** Those without a reason beside them: they are no buttons, or their label or the terms say why. */
const saysWhyElsewhere = [
  '/src/features/session/components/ResendCode.tsx: left > 0',
  '/src/features/kyc/components/Camera.tsx: !shows',
  '/src/features/kyc/components/CompanyEmailStep.tsx: left > 0',
  '/src/features/visits/DayCalendar.tsx: [{ before: first }, { after: last }, ...holidays]',
  '/src/features/visits/SlotPicker.tsx: !slot.available',
  '/src/flows/easy-payment/ChangeMode.tsx: !agreed',
  '/src/flows/easy-payment/ChangeMode.tsx: !isUsable(card)',
  '/src/flows/repair/ProblemsStep.tsx: locked',
]

/** The opening tag around a position in a source file, as the formatter writes it. */
function tagAround(text: string, at: number): string {
  const start = text.slice(0, at).search(/<[A-Z][A-Za-z]*(?![\s\S]*<[A-Z][A-Za-z]*)/)
  const indent = /[ ]*$/.exec(text.slice(0, start))?.[0] ?? ''
  const rest = text.slice(start)
  const line = rest.split('\n', 1)[0] ?? ''
  const isOneLine = start + line.length > at
  return isOneLine ? line : (rest.split(new RegExp(`\n${indent}/?>`), 1)[0] ?? '')
}

test('nothing is disabled but what the specification disables, and what is says why beside it', () => {
  const sources = import.meta.glob<string>(['/src/**/*.tsx', '!/src/**/*.test.tsx', '!/src/ui/**'], {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const disabled = /(?<![-\w])disabled(?:=\{((?:[^{}]|\{[^{}]*\})*)\})?(?=\s*\/?>|\s+(?:[a-zA-Z-]+=|\{))/g
  const found = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(disabled)].map((match) => ({
      place: `${path}: ${match[1] ?? 'always'}`,
      hasReason: tagAround(text, match.index).includes('disabledReason='),
    })),
  )
  const unique = (places: typeof found) => [...new Set(places.map(({ place }) => place))].toSorted()
  expect(unique(found)).toEqual(Object.keys(mayBeDisabled).toSorted())
  expect(unique(found.filter(({ hasReason }) => !hasReason))).toEqual(saysWhyElsewhere.toSorted())
  const acceptance = readFileSync('../docs/acceptance.tsv', 'utf8')
  const rows = Object.values(mayBeDisabled).filter((why) => /^[A-Z]+-\d+$/.test(why))
  expect(rows.filter((row) => !acceptance.includes(`\n${row}\t`))).toEqual([])
})

function Choices({ lack }: { lack: string | undefined }) {
  const { within, error, ifComplete } = useRequiredChoice(lack)
  return (
    <div ref={within}>
      <button type="button">Another month</button>
      <fieldset aria-invalid={error !== undefined || undefined}>
        <button type="button" tabIndex={-1}>
          1
        </button>
        <button type="button" tabIndex={0}>
          2
        </button>
      </fieldset>
      {error && <p role="alert">{error}</p>}
      <button type="button" onClick={() => ifComplete(() => screen.getByText('1').focus())}>
        Go on
      </button>
    </div>
  )
}

test('a choice that lacks is asked for on tap, with the focus where it is made, until it has been made', async () => {
  const { rerender } = render(<Choices lack="Choose a day." />)
  const press = () => userEvent.click(screen.getByRole('button', { name: 'Go on' }))
  expect(alerts()).toEqual([])
  await press()
  expect(alerts()).toEqual(['Choose a day.'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '2' }))
  await press()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '2' }))
  rerender(<Choices lack={undefined} />)
  rerender(<Choices lack="Choose a day." />)
  expect(alerts()).toEqual([])
  rerender(<Choices lack={undefined} />)
  await press()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '1' }))
})

describe('a reload that the person has not asked for', () => {
  const field = () => screen.getByLabelText<HTMLInputElement>('name')
  const render_ = (savedAs?: string) => render(<Form savedAs={savedAs} send={() => Promise.resolve()} />)
  /** Types into one form, saves the drafts as before a reload, and unmounts the form. */
  const reload = async (savedAs?: string) => {
    render_(savedAs)
    await userEvent.type(field(), 'Asha')
    saveDrafts()
    cleanup()
  }
  beforeEach(() => setSessionUser(asha))
  afterEach(() => window.sessionStorage.clear())
  const asha = { id: 7, fullName: 'Asha Rao', email: '', mobileNumber: '', verificationStatus: '' }

  test('keeps what was typed into a form with a name, once', async () => {
    await reload('bank')
    render_('bank')
    expect(field().value).toBe('Asha')
    cleanup()
    render_('bank')
    expect(field().value).toBe('')
  })

  test('keeps it from another form, another customer, and for a quarter of an hour only', async () => {
    await reload('bank')
    render_('upi')
    expect(field().value).toBe('')
    cleanup()
    setSessionUser({ ...asha, id: 8 })
    render_('bank')
    expect(field().value).toBe('')
    cleanup()
    setSessionUser(asha)
    vi.setSystemTime(realTime() + 15 * 60 * 1000)
    render_('bank')
    expect(field().value).toBe('')
    vi.useRealTimers()
  })

  test('keeps it from the page that is about to go, which draws the layout of the other width', async () => {
    await reload('bank')
    leave.underWay = true
    render_('bank')
    cleanup()
    leave.underWay = false
    render_('bank')
    expect(field().value).toBe('Asha')
  })

  test('keeps nothing of a form without a name', async () => {
    await reload()
    expect(Object.keys(window.sessionStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  })
})
