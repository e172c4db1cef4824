import { expect, test } from 'vitest'
import { springFor } from '#/ui/Carousel'
import { AUTOPLAY_MS, carouselRules, knownBanners } from './model'

test('HOME-14: the four banners in the order of the server; unknown and double ones are left out', () => {
  const sorted = ['REFERRAL', 'NEW_THING', 'AUTO_DEBIT', 'REFERRAL', 'START_RENTING', 'ADVANCE_RENTAL']
  expect(knownBanners(sorted, false)).toEqual(['REFERRAL', 'AUTO_DEBIT', 'START_RENTING', 'ADVANCE_RENTAL'])
})

test('an agent is not offered to invite friends', () => {
  expect(knownBanners(['REFERRAL', 'AUTO_DEBIT'], true)).toEqual(['AUTO_DEBIT'])
})

test.each([
  ['HOME-15, HOME-17', 1, true, { autoplay: false, sliding: false, loop: false, bullets: false }],
  ['HOME-15, HOME-19', 2, true, { autoplay: true, sliding: true, loop: false, bullets: true }],
  ['HOME-18', 3, true, { autoplay: true, sliding: true, loop: true, bullets: true }],
  ['HOME-18, HOME-19: not on mobile', 4, false, { autoplay: true, sliding: true, loop: false, bullets: false }],
])('%s: %d banners, desktop %s', (_, count, desktop, rules) => {
  expect(carouselRules(count, desktop)).toMatchObject(rules)
})

test('HOME-20, HOME-21, HOME-22: 5 s between changes, which take 500 ms on mobile and 1 s on desktop', () => {
  expect(AUTOPLAY_MS).toBe(5000)
  expect(carouselRules(2, false).speedMs).toBe(500)
  expect(carouselRules(2, true).speedMs).toBe(1000)
})

/**
 * The motion of the library: in each frame a spring pulls with 1/duration, and
 * friction takes a third of the speed.
 */
function framesToRest(duration: number): number {
  const friction = 0.68
  let [position, speed, frames] = [0, 0, 0]
  while (Math.abs(1 - position) > 0.01 || Math.abs(speed) > 0.01) {
    speed = (speed + (1 - position) / duration) * friction
    position += speed
    frames += 1
  }
  return frames
}

test.each([500, 1000])('HOME-21, HOME-22: the spring of %d ms rests after about that time', (ms) => {
  const took = (framesToRest(springFor(ms)) / 60) * 1000
  expect(Math.abs(took - ms)).toBeLessThan(ms * 0.05)
})
