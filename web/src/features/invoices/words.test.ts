import { expect, test } from 'vitest'
import { periodWords } from './words'

test('a period is told by its last billed day; a charge of a single moment has none', () => {
  expect(periodWords('2026-10-01', '2026-11-01')).toBe('1 Oct 2026 to 31 Oct 2026')
  expect(periodWords('2026-10-01', '2026-10-02')).toBe('1 Oct 2026 to 1 Oct 2026')
  expect(periodWords('2026-11-22', '2026-11-22')).toBeUndefined()
})
