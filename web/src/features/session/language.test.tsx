import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getLocale, setLocale } from '#/copy'
import { speakEnglish } from '#/copy/english-instead'
import { aUser } from '#/test/builders'
import { call, http } from '#/test/contract'
import { signedIn } from '#/test/handlers'
import { renderAt } from '#/test/render-at'
import { server } from '#/test/server'
import { sendLanguage } from './language'
import { startSession } from './sign-in'

let sent: unknown[] = []

beforeEach(() => {
  sent = []
  server.use(
    http.post(call('/api/RMUsers/7/setLanguage'), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ success: true })
    }),
  )
})
afterEach(() => void setLocale('en', { reload: false }))

test('signing in tells the server the language of the browser when none was chosen', async () => {
  startSession(new QueryClient(), signedIn(aUser({ language: 'hi' })))
  await waitFor(() => expect(sent).toEqual([{ language: 'en', fromBrowser: true }]))
})

test.each([
  ['the server knows the language', { language: 'en' }],
  ['the customer has chosen another one', { language: 'hi', languageChosen: true }],
])('signing in says nothing when %s', async (_, user) => {
  startSession(new QueryClient(), signedIn(aUser(user)))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sent).toEqual([])
})

test('a language chosen in the settings is sent before the page is loaded anew', async () => {
  const { user } = await renderAt('/settings')
  await user.click(await screen.findByRole('button', { name: 'हिन्दी' }))
  await waitFor(() => expect(sent).toEqual([{ language: 'hi', fromBrowser: false }]))
})

test('the sign-in has a choice of language', async () => {
  await renderAt('/login', { signedIn: false })
  const choice = await screen.findByRole('list', { name: 'Language' })
  expect(within(choice).getAllByRole('button')).toHaveLength(8)
  expect(within(choice).getByRole('button', { name: 'English' }).getAttribute('aria-current')).toBe('true')
  within(choice).getByRole('button', { name: 'हिन्दी' }).click()
  expect(getLocale()).toBe('hi')
})

test("English that stands for a language that could not be loaded is nobody's choice", async () => {
  speakEnglish()
  startSession(new QueryClient(), signedIn(aUser({ language: 'hi' })))
  await sendLanguage(7, 'hi')
  expect(sent).toEqual([{ language: 'hi', fromBrowser: false }])
})
