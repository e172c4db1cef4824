import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { setViewport } from '#/test/viewport'
import { Amount } from './Amount'
import { AmountList, AmountRow } from './AmountRow'
import { Button } from './Button'
import { CheckCard, RadioCard } from './ChoiceCard'
import { CodeField } from './CodeField'
import { ConfirmDialog } from './ConfirmDialog'
import { Disclosure } from './Disclosure'
import { Notice } from './Notice'
import { PhoneField } from './PhoneField'
import { ProductRow } from './ProductRow'
import { RentSlip } from './RentSlip'
import { SelectField } from './SelectField'
import { SkeletonList } from './Skeleton'
import { Spinner } from './Spinner'
import { type TabItem, Tabs } from './Tabs'
import { TextArea } from './TextArea'
import { TextField } from './TextField'

function Phone() {
  const [value, setValue] = useState('')
  return <PhoneField label="Mobile number" value={value} onValueChange={setValue} />
}

type TabId = 'all' | 'due'
const tabs: TabItem<TabId>[] = [
  { id: 'all', label: 'All' },
  { id: 'due', label: 'Due' },
]

function InvoiceTabs() {
  const [selected, setSelected] = useState<TabId>('all')
  return (
    <Tabs label="Invoices" tabs={tabs} selected={selected} onSelect={setSelected}>
      {selected}
    </Tabs>
  )
}

function described(element: HTMLElement): string {
  const ids = element.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
}

describe('buttons', () => {
  test('a disabled one says why, for all to see', () => {
    render(
      <Button disabled disabledReason="Tick something first.">
        Continue
      </Button>,
    )
    expect(described(screen.getByRole('button'))).toBe('Tick something first.')
    expect(screen.getByText('Tick something first.').className).not.toContain('visually-hidden')
  })

  test('a busy one keeps its focus and ignores presses, also those that would submit', async () => {
    const press = vi.fn()
    const submit = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    render(
      <form onSubmit={submit}>
        <Button type="submit" busy onClick={press}>
          Pay
        </Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button'))
    expect(document.activeElement).toBe(screen.getByRole('button'))
    expect([press.mock.calls.length, submit.mock.calls.length]).toEqual([0, 0])
  })
})

describe('fields', () => {
  test.each([
    ['text', (error?: string) => <TextField label="Name" hint="As on your card" error={error} />],
    ['long text', (error?: string) => <TextArea label="Name" hint="As on your card" error={error} />],
    [
      'select',
      (error?: string) => (
        <SelectField label="Name" hint="As on your card" error={error} options={[]} placeholder="-" />
      ),
    ],
  ])('%s: hint and error belong to the control', (_, field) => {
    const { rerender } = render(field())
    const control = screen.getByLabelText('Name')
    expect(described(control)).toBe('As on your card')
    rerender(field('Required'))
    expect(described(control)).toBe('As on your card Required')
    expect(control.getAttribute('aria-invalid')).toBe('true')
  })

  test('CONST-08: a phone field takes ten digits, however they are pasted', async () => {
    render(<Phone />)
    await userEvent.click(screen.getByLabelText('Mobile number'))
    await userEvent.paste('+91 98765 43210')
    expect(screen.getByDisplayValue('9876543210')).toBeDefined()
    await userEvent.keyboard('9')
    expect(screen.getByDisplayValue('9876543210')).toBeDefined()
  })

  test('a code field can be filled in from an SMS, and takes digits only', async () => {
    const change = vi.fn()
    render(<CodeField label="Code" length={6} value="" onValueChange={change} />)
    expect(screen.getByLabelText('Code').getAttribute('autocomplete')).toBe('one-time-code')
    await userEvent.click(screen.getByLabelText('Code'))
    await userEvent.paste('12-34 567')
    expect(change).toHaveBeenLastCalledWith('123456')
  })

  test('cards are the controls that they look like', () => {
    render(
      <>
        <RadioCard name="mode" title="Razorpay" note="UPI, cards" defaultChecked />
        <CheckCard title="Sofa" aside="₹1,299" />
      </>,
    )
    expect(screen.getByRole('radio', { name: 'Razorpay UPI, cards' })).toHaveProperty('checked', true)
    expect(screen.getByRole('checkbox', { name: /Sofa/ })).toHaveProperty('checked', false)
  })
})

describe('money', () => {
  test('PROD-14: an amount is read out as rupees, in one piece', () => {
    render(<Amount value={-1284.5} size="hero" />)
    expect(screen.getByText('-₹1,284.50')).toBeDefined()
  })

  test('a rent slip has its sum above the tear line and its bill below', () => {
    render(
      <RentSlip
        title="Rental Due for November"
        amount={4256.5}
        tone="due"
        chip="Auto Debit is off"
        note="Late fee ₹250"
      >
        <AmountList>
          <AmountRow label="Rent" value={4006.5} />
          <AmountRow label="Total" value={4256.5} total />
        </AmountList>
      </RentSlip>,
    )
    expect(screen.getByRole('heading', { name: 'Rental Due for November' })).toBeDefined()
    expect(screen.getAllByText('₹4,256.50').length).toBe(2)
    expect(screen.getByText('Rent').tagName).toBe('DT')
  })
})

describe('structure', () => {
  test('tabs move with the arrow keys, around the end', async () => {
    render(<InvoiceTabs />)
    await userEvent.click(screen.getByRole('tab', { name: 'All' }))
    await userEvent.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { name: 'Due' }).getAttribute('aria-selected')).toBe('true')
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Due' }))
    expect(screen.getByRole('tabpanel', { name: 'Due' }).textContent).toBe('due')
  })

  test('a disclosure opens by keyboard', async () => {
    render(<Disclosure summary="How it was computed">30 days</Disclosure>)
    expect(screen.getByRole('group')).toHaveProperty('open', false)
    await userEvent.click(screen.getByText('How it was computed'))
    expect(screen.getByRole('group')).toHaveProperty('open', true)
  })

  test('only a danger notice interrupts', () => {
    render(
      <>
        <Notice tone="info" title="For your information" />
        <Notice tone="danger" title="It failed" />
      </>,
    )
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual(['It failed'])
  })

  test('a broken picture becomes a drawn box', async () => {
    const { container } = render(<ProductRow name="Sofa" thumbnail="/gone.svg" />)
    container.querySelector('img')?.dispatchEvent(new Event('error'))
    await vi.waitFor(() => expect(container.querySelector('img')).toBeNull())
    expect(container.querySelector('svg')).not.toBeNull()
  })
})

test.each([390, 1440])(
  'a confirmation at %d px names both ways, and a stray press outside decides nothing',
  async (width) => {
    setViewport(width)
    const confirm = vi.fn()
    const cancel = vi.fn()
    render(
      <ConfirmDialog
        title="Are you Sure?"
        confirmLabel="Yes, delete"
        cancelLabel="Cancel"
        closeLabel="Close"
        danger
        onConfirm={confirm}
        onCancel={cancel}
      >
        The card will be removed.
      </ConfirmDialog>,
    )
    expect(await screen.findByRole('dialog', { name: 'Are you Sure?' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Yes, delete' }))
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect([confirm.mock.calls.length, cancel.mock.calls.length]).toEqual([1, 1])
  },
)

test.each([
  ['a spinner', <Spinner key="spinner" label="Loading" />],
  ['grey rows', <SkeletonList key="rows" label="Loading" rows={1} />],
])('%s stands for content that is still to come: it is busy, and its label is read out', (_, coming) => {
  const { container } = render(coming)
  expect(container.querySelector('[aria-busy=true]')).not.toBeNull()
  // Screen readers may skip busy elements until they are done, so the label is outside of the busy element.
  expect(screen.getByText('Loading').closest('[aria-busy]')).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('Loading')
})
