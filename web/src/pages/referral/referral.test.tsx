import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import type { Contact, Referrals } from '#/features/referral/referrals'
import { storageKeys } from '#/platform/storage'
import { toasts } from '#/platform/toast'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const someReferrals: Referrals = {
  referralCode: 'k3x9m2qa',
  referralLink: 'https://rento.example/invite/k3x9m2qa',
  rewardAmount: 500,
  friendRewardAmount: 300,
  mostAYear: 20,
  canJoin: false,
  referrals: [],
}

/** Simulates a server that records what is posted. */
function aServer(start: Partial<Referrals> = {}, contacts: Contact[] = []) {
  const posted: [path: string, body: unknown][] = []
  const now = { ...someReferrals, ...start }
  const read = async <Body,>(request: Request): Promise<Body> => {
    const body = (await request.json()) as Body
    posted.push([new URL(request.url).pathname, body])
    return body
  }
  server.use(
    http.get(call('/api/Dashboards/referrals'), () => HttpResponse.json(now)),
    http.get(call('/api/UserContactLists/getContactList'), () => HttpResponse.json({ contacts })),
    http.get(call('/api/UserContactLists/getContactListCount'), () => HttpResponse.json({ count: contacts.length })),
    http.post(call('/api/RMUsers/sendReferralInviteEmail'), async ({ request }) => {
      const { emailId: email } = await read<{ emailId: string }>(request)
      now.referrals = [
        { id: 1, name: '', email, status: 'invited', rewardAmount: 500, created: '2026-11-20T06:30:00Z' },
      ]
      return HttpResponse.json({ success: true })
    }),
    http.post(call('/api/Dashboards/joinReferral'), async ({ request }) => {
      await read(request)
      now.canJoin = false
      return HttpResponse.json({ success: true })
    }),
    http.post(call('/api/UserContactLists/addContacts'), async ({ request }) => {
      const body = await read<{ contacts: Contact[] }>(request)
      contacts.push(...body.contacts.map((contact, at) => ({ ...contact, id: at + 1, invited: false })))
      return HttpResponse.json({ success: true })
    }),
    http.post(call('/api/UserContactLists/removeContact'), async ({ request }) => {
      await read(request)
      contacts.pop()
      return HttpResponse.json({ success: true })
    }),
    http.post(call('/api/UserContactLists/invite'), async ({ request }) => {
      const { contactIds } = await read<{ contactIds: number[] }>(request)
      for (const contact of contacts) if (contactIds.includes(contact.id)) contact.invited = true
      return HttpResponse.json({ success: true, invited: contactIds.length })
    }),
  )
  return posted
}

beforeEach(() => toasts.set([]))

test('a friend is invited by mail and stands in the list (ENTITY-62, CALL-48, CALL-49, PROD-09)', async () => {
  const posted = aServer()
  const { user } = await renderAt('/referral')
  expect(await screen.findByRole('heading', { name: '₹500 for you, ₹300 for your friend' })).toBeDefined()
  expect(screen.getByText('https://rento.example/invite/k3x9m2qa')).toBeDefined()
  const field = screen.getByLabelText('E-mail of a friend')
  await user.type(field, 'bilal{Enter}')
  expect(await screen.findByText('Please enter a valid e-mail address.')).toBeDefined()
  await user.type(field, '@example.in{Enter}')
  expect(await screen.findByText('bilal@example.in is on your list now.')).toBeDefined()
  expect(posted).toEqual([['/api/RMUsers/sendReferralInviteEmail', { emailId: 'bilal@example.in' }]])
  const list = (await screen.findByRole('heading', { name: 'Whom you have invited' })).closest('section') as HTMLElement
  expect(await within(list).findByText('₹500 of promotional credit once the first rent is paid')).toBeDefined()
})

test('what became of each friend is said with what it brought', async () => {
  const at = '2026-11-20T06:30:00Z'
  aServer({
    referrals: [
      { id: 1, name: 'Bilal', status: 'rewarded', rewardAmount: 500, created: at, ended: '2026-11-24T06:30:00Z' },
      { id: 2, name: 'Chitra', status: 'joined', rewardAmount: 400, created: at },
      { id: 3, name: '', status: 'lapsed', rewardAmount: 500, created: at },
      { id: 4, name: 'Dev', status: 'rewarded', rewardAmount: 0, created: at },
    ],
  })
  await renderAt('/referral')
  const rows = await screen.findAllByRole('listitem')
  expect(rows.slice(-4).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^BilalCredited₹500 of promotional credit came to your Rentomoney\.24 Nov 2026/),
    expect.stringMatching(/^ChitraCode entered₹400 of promotional credit once the first rent is paid20 Nov 2026/),
    expect.stringMatching(/^A friendOverNo rent was paid in 180 days\./),
    expect.stringMatching(/^DevCreditedYou had promotional credit for as many friends as count within 365 days: 20\./),
  ])
})

test('who was invited enters the code of the invitation, which the link has filled in', async () => {
  const posted = aServer({ canJoin: true })
  const { user } = await renderAt('/referral?code=b7b7b7b7')
  expect(await screen.findByLabelText('Code of your friend')).toHaveProperty('value', 'b7b7b7b7')
  await user.click(screen.getByRole('button', { name: 'Enter the code' }))
  await expect.poll(() => screen.queryByLabelText('Code of your friend')).toBeNull()
  expect(posted).toEqual([['/api/Dashboards/joinReferral', { referralCode: 'b7b7b7b7' }]])
})

test.each([
  [
    { status: 'joined', rewardAmount: 300 },
    /^You were invited by Asha.*on 20 Nov 2026.*₹300 of promotional credit come to your Rentomoney once your first rent is paid, if that is by 19 May 2027\./,
  ],
  [{ status: 'joined', rewardAmount: 0 }, /^You were invited by Asha.*on 20 Nov 2026.*\.$/],
  [
    { status: 'rewarded', rewardAmount: 300, ended: '2026-12-03T06:30:00Z' },
    /₹300 of promotional credit came to your Rentomoney\. 3 Dec 2026/,
  ],
  [{ status: 'lapsed', rewardAmount: 300 }, /No rent was paid in 180 days\.$/],
  [{ status: 'joined', rewardAmount: 0, inviter: '' }, /^You were invited by A friend/],
] as const)('who has entered a code sees what comes of it: %j', async (came, words) => {
  const entered = '2026-11-20T06:30:00Z'
  aServer({ cameBy: { inviter: 'Asha', entered, paysBy: '2027-05-19', ...came } })
  await renderAt('/referral')
  const card = (await screen.findByRole('heading', { name: /^You were invited by/ })).closest('section')
  expect(card?.textContent).toMatch(words)
  expect(screen.queryByLabelText('Code of your friend')).toBeNull()
})

test.each([
  [{ rewardAmount: 0, friendRewardAmount: 0 }, false, false],
  [{ rewardAmount: 0 }, true, false],
  [{}, true, true],
])('nothing is promised that the operator does not give: %j', async (change, credit, limit) => {
  aServer(change)
  await renderAt('/referral')
  await screen.findByText(/^Your friend enters your code before the first rent is paid\./)
  expect(screen.queryByText(/promotional credit comes to Rentomoney/) !== null).toBe(credit)
  expect(screen.queryByText('Friends who earn you promotional credit within 365 days: 20 at most.') !== null).toBe(
    limit,
  )
})

test('a code that nobody has is refused below its field', async () => {
  aServer({ canJoin: true })
  server.use(
    http.post(call('/api/Dashboards/joinReferral'), () =>
      fault(404, 'We do not know this code. Please check it with your friend.'),
    ),
  )
  const { user } = await renderAt('/referral')
  await user.type(await screen.findByLabelText('Code of your friend'), 'zzzz{Enter}')
  expect(await screen.findByText(/We do not know this code/)).toBeDefined()
})

test('contacts are counted, kept with consent, invited and removed (ENTITY-63, CALL-50, CALL-51, CALL-52)', async () => {
  const posted = aServer()
  const { user } = await renderAt('/referral')
  expect(await screen.findByRole('heading', { name: 'Contacts (0)' })).toBeDefined()
  await user.type(screen.getByLabelText('Name'), 'Dev')
  await user.type(screen.getByLabelText('Mobile number'), '9000100004')
  await user.click(screen.getByRole('button', { name: 'Add the contact' }))
  expect(await screen.findByText('Please agree first.')).toBeDefined()
  expect(posted).toEqual([])
  await user.click(screen.getByRole('checkbox', { name: /These friends know/ }))
  await user.click(screen.getByRole('button', { name: 'Add the contact' }))
  expect(await screen.findByRole('heading', { name: 'Contacts (1)' })).toBeDefined()
  await user.click(await screen.findByRole('checkbox', { name: /Dev/ }))
  await user.click(screen.getByRole('button', { name: 'Invite (1)' }))
  await expect.poll(() => screen.queryByRole('checkbox', { name: /Dev/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove Dev' }))
  expect(await screen.findByRole('heading', { name: 'Contacts (0)' })).toBeDefined()
  expect(posted.map(([path]) => path.split('/').at(-1))).toEqual(['addContacts', 'invite', 'removeContact'])
})

test('contacts of a file are kept, a file without any says so', async () => {
  const posted = aServer()
  const { user } = await renderAt('/referral')
  await user.click(await screen.findByRole('checkbox', { name: /These friends know/ }))
  const input = document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['nobody'], 'none.vcf', { type: 'text/vcard' }))
  await expect
    .poll(() => toasts.get().map(({ text }) => text))
    .toEqual(['No contact with an Indian mobile number was found.'])
  await user.upload(
    input,
    new File(['BEGIN:VCARD\nFN:Dev\nTEL:+919000100004\nEND:VCARD'], 'dev.vcf', { type: 'text/vcard' }),
  )
  expect(await screen.findByRole('heading', { name: 'Contacts (1)' })).toBeDefined()
  expect(posted).toEqual([
    ['/api/UserContactLists/addContacts', { contacts: [{ name: 'Dev', mobileNumber: '9000100004' }], consent: true }],
  ])
})

test('an agent invites nobody, and nothing is asked for', async () => {
  const posted = aServer()
  window.localStorage.setItem(storageKeys.isDirectLogin, 'true')
  await renderAt('/referral')
  expect(await screen.findByText('Only the customer can invite friends.')).toBeDefined()
  expect(posted).toEqual([])
})
