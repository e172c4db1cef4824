import { HttpResponse } from 'msw'
import { afterEach, expect, test } from 'vitest'
import { storageKeys } from '#/platform/storage'
import { call, http } from '#/test/contract'
import { server } from '#/test/server'
import { api } from './client'
import { unwrap } from './unwrap'

const path = '/api/Dashboards/isB2B'

function page(
  answer: Promise<Response | undefined>,
  { token = 'rs1_asha', language = 'en', at = performance.now() } = {},
) {
  window.localStorage.setItem(storageKeys.token, 'rs1_asha')
  window.askedAhead = { token, language, at, answers: { [path]: answer } }
  let asked = 0
  server.use(
    http.get(call(path), () => {
      asked += 1
      return HttpResponse.json({ success: true })
    }),
  )
  return { asked: () => asked }
}

const ahead = () => Promise.resolve(HttpResponse.json({ success: false }))
function lost() {
  const answer = Promise.reject(new TypeError('Failed to fetch'))
  answer.catch(() => {})
  return answer
}
const ask = () => unwrap(api.GET(path))

afterEach(() => {
  delete window.askedAhead
})

test('the answer that the page has asked for is taken, once', async () => {
  const { asked } = page(ahead())
  expect(await ask()).toEqual({ success: false })
  expect(asked()).toBe(0)
  expect(await ask()).toEqual({ success: true })
  expect(asked()).toBe(1)
})

test.each([
  ["another person's", ahead(), { token: 'rs1_bilal' }],
  ['one in another language', ahead(), { language: 'hi' }],
  ['an old one', ahead(), { at: performance.now() - 31_000 }],
  ['a lost one', lost(), {}],
  ['none after all', Promise.resolve(undefined), {}],
])('%s is not taken: the call is made', async (_, answer, kept) => {
  const { asked } = page(answer, kept)
  expect(await ask()).toEqual({ success: true })
  expect(asked()).toBe(1)
})
