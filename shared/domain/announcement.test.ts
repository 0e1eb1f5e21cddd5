import { isAnnounced } from './announcement.ts'

const during = (from: string, until: string) => ({ announcement: { text: 'Concours blanc', from, until } })

test.each([
  ['2026-11-30T22:59:59.999Z', false],
  ['2026-11-30T23:00:00.000Z', true],
  ['2026-12-03T22:59:59.999Z', true],
  ['2026-12-03T23:00:00.000Z', false],
])('at %s an announcement from 1 to 3 December is shown: %s', (now, isShown) => {
  expect(isAnnounced(during('2026-12-01', '2026-12-03'), new Date(now))).toBe(isShown)
})

test('an announcement of one day is shown on that day, and none never', () => {
  const noon = new Date('2026-12-01T12:00:00Z')
  expect(isAnnounced(during('2026-12-01', '2026-12-01'), noon)).toBe(true)
  expect(isAnnounced({ announcement: null }, noon)).toBe(false)
})
