import { isEstablished } from './established.ts'

const today = new Date('2026-03-08T10:00:00.000Z')
const FREE = { isPremium: false, premiumUntil: null }

test.each([
  [{ ...FREE, createdAt: '2026-03-01T10:00:00.000Z' }, true],
  [{ ...FREE, createdAt: '2026-03-01T10:00:00.001Z' }, false],
  [{ isPremium: true, premiumUntil: null, createdAt: today.toISOString() }, true],
  [{ isPremium: true, premiumUntil: '2026-03-08', createdAt: today.toISOString() }, true],
  [{ isPremium: true, premiumUntil: '2026-03-07', createdAt: today.toISOString() }, false],
])('an account such as %j is established: %s', (user, expected) => {
  expect(isEstablished(user, today)).toBe(expected)
})
