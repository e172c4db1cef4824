import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { markDirectLogin } from '#/state/session'
import { call, http } from '#/test/contract'
import { fault } from '#/test/handlers'
import { keptFiles } from '#/test/kept-files'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'

const path = call('/api/UserProfiles/downloadData')
const button = () => screen.findByRole('button', { name: 'Download my data' })

test('the settings keep a copy of the data as a file', async () => {
  const kept = keptFiles()
  server.use(http.get(path, () => new HttpResponse('PK', { headers: { 'Content-Type': 'application/zip' } })))
  const { user } = await renderAt('/settings')
  await user.click(await button())
  await waitFor(() => expect(kept).toEqual(['my-data.zip']))
})

test('why the data did not come is said, and it can be asked for again', async () => {
  const kept = keptFiles()
  server.use(http.get(path, () => fault(429, 'Please try again in an hour.')))
  const { user } = await renderAt('/settings')
  await user.click(await button())
  expect((await screen.findAllByText('Please try again in an hour.')).length).toBeGreaterThan(0)
  expect(kept).toEqual([])
  server.use(http.get(path, () => new HttpResponse('PK', { headers: { 'Content-Type': 'application/zip' } })))
  await user.click(await button())
  await waitFor(() => expect(kept).toEqual(['my-data.zip']))
})

test('an agent is not offered the data of a customer', async () => {
  markDirectLogin()
  await renderAt('/settings')
  await screen.findByRole('heading', { name: 'Settings' })
  expect(screen.queryByRole('button', { name: 'Download my data' })).toBeNull()
})
