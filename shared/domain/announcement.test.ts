import { isAnnounced } from './announcement.ts'

const during = (from: string, until: string) => ({ announcement: { text: 'Concours blanc', from, until } })

test.each([
  ['2026-11-30', false],
  ['2026-12-01', true],
  ['2026-12-03', true],
  ['2026-12-04', false],
])('on %s an announcement from 1 to 3 December is shown: %s', (today, isShown) => {
  expect(isAnnounced(during('2026-12-01', '2026-12-03'), today)).toBe(isShown)
})

test('shows an announcement of one day on that day only', () => {
  expect(isAnnounced(during('2026-12-01', '2026-12-01'), '2026-12-01')).toBe(true)
  expect(isAnnounced({ announcement: null }, '2026-12-01')).toBe(false)
})
