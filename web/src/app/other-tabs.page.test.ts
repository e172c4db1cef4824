import { beforeAll, beforeEach, expect, type MockInstance, test, vi } from 'vitest'
import { leave } from '#/platform/leave'
import { storageKeys } from '#/platform/storage'
import { saveSession, setSessionUser } from '#/state/session'
import { aUser } from '#/test/builders'
import { signIn } from '#/test/render-at'
import { followOtherTabs } from './other-tabs'

let reload: MockInstance<typeof leave.reload>

/** Makes a change in another tab, to the storage that it shares with this page. */
function elsewhere(change: () => void): void {
  change()
  window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token }))
}

beforeAll(followOtherTabs)
beforeEach(() => {
  reload = vi.spyOn(leave, 'reload').mockImplementation(() => {})
  saveSession('rs1_token', aUser({ id: 7 }))
})

test('a page whose session another tab has ended is loaded anew', () => {
  elsewhere(() => window.localStorage.clear())
  expect(reload).toHaveBeenCalledTimes(1)
})

test('so is one for which another person has signed in', () => {
  elsewhere(() => signIn(aUser({ id: 8 }), 'rs1_other'))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('and one that comes back from the memory of the browser', () => {
  window.localStorage.clear()
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('the same person signing in again changes nothing here', () => {
  elsewhere(() => signIn(aUser({ id: 7 }), 'rs1_newer'))
  expect(reload).not.toHaveBeenCalled()
})

test('a page of nobody stays, whoever signs in', () => {
  setSessionUser(undefined)
  elsewhere(() => signIn(aUser({ id: 7 })))
  expect(reload).not.toHaveBeenCalled()
})

test('what has happened before anybody listened counts, too', () => {
  window.localStorage.clear()
  followOtherTabs()
  expect(reload).toHaveBeenCalledTimes(1)
})
