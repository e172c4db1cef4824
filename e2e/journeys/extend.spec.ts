import { expectAccessible } from '../support/accessible'
import { expect, test } from '../support/fixtures'

test.use({ ownCity: true })

test('esha keeps her items for six months more (EXTEND-01 to EXTEND-08, FLOW-03, SUCCESS-02)', async ({
  page,
  signIn,
  city,
}) => {
  const accessible = async () => {
    await expectAccessible(page, 'light')
    await expectAccessible(page, 'dark')
  }
  await signIn('esha', '/home?requestType=extend-subscription')
  const flow = page.getByRole('dialog', { name: 'Extend Subscription' })
  await expect(flow.getByText('Step 1 of 2')).toBeVisible()
  const boxes = flow.getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  await expect(flow.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await flow.getByRole('button', { name: 'Continue' }).click()

  await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'choose-extend-subscription-month')
  await expect(flow.getByText('Step 2 of 2')).toBeVisible()
  await expect(flow.getByRole('radio', { name: '3 months' })).toBeChecked()
  await flow.getByRole('radio', { name: '6 months' }).check()
  await expect(flow.getByRole('listitem')).toHaveCount(2)
  await accessible()
  await flow.getByRole('button', { name: 'Continue' }).click()

  await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'extend-subscription-confirm')
  const mobile = (page.viewportSize()?.width ?? 0) < 1100
  if (mobile) await expect(page.getByRole('dialog', { name: 'Extend by 6 months' })).toBeVisible()
  else await expect(flow.getByRole('heading', { name: 'Extend by 6 months' })).toBeVisible()
  await accessible()
  await page.goBack()
  await expect(flow.getByRole('radio', { name: '6 months' })).toBeChecked()
  await flow.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Extend', exact: true }).click()

  await expect(page).toHaveURL((url) => url.searchParams.get('requestStep') === 'request-created-successfully')
  await accessible()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL((url) => url.pathname.endsWith('/home') && !url.searchParams.has('requestType'))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { subscriptions } = await city.get<{ subscriptions: unknown[] }>(
    await city.token('esha'),
    '/api/Dashboards/getSubscriptions?status=active',
  )
  expect(subscriptions).toHaveLength(3)
})

test('a step without its choice leads back, and an agent finds the flow in the list (CREATE-05, ROLE-04)', async ({
  page,
  signIn,
}) => {
  await signIn('esha', '/home?requestType=extend-subscription&requestStep=extend-subscription-confirm')
  await expect(page).toHaveURL((url) => !url.searchParams.has('requestType'))
  await page.goto('/dashboard/home?requestType=create-new-request')
  const list = page.getByRole('dialog', { name: 'Create a new request' })
  await expect(list.getByRole('link', { name: /Repair request/ })).toBeVisible()
  await expect(list.getByRole('link', { name: /Extend Subscription/ })).toHaveCount(0)
})
