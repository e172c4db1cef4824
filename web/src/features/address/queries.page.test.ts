import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { call, http } from '#/test/contract'
import { server } from '#/test/server'
import { checkServiceability } from './queries'

test('the nearest city is told in the words of the screen, not in the sentence of the server', async () => {
  server.use(
    http.post(call('/api/Addresses/serviceability'), () =>
      HttpResponse.json({ serviceable: false, nearestCity: 'Noida', message: 'The sentence of the server.' }),
    ),
  )
  expect(await checkServiceability({ lat: 26.8, lng: 80.9 })).toEqual({
    serviceable: false,
    message: 'We do not serve this area yet. The nearest city that we serve is Noida.',
  })
})
