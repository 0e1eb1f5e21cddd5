import { type OfflineReader, offlineAccess } from './offline-access.ts'

const owner = { account: 'u-1', contactAt: '2026-03-01T10:00:00.000Z' }
const premium: OfflineReader = { account: 'u-1', mayOpenPremium: true }
const soon = '2026-03-01T10:00:30.000Z'

test.each<[string, OfflineReader, string, 'open' | 'locked' | 'removed']>([
  ['the account itself opens them', premium, soon, 'open'],
  ['on the last moment of 30 days', premium, '2026-03-31T10:00:00.000Z', 'open'],
  ['they are removed after 30 days without contact', premium, '2026-03-31T10:00:00.001Z', 'removed'],
  ['also without a sign-in', null, '2026-03-31T10:00:00.001Z', 'removed'],
  ['a lost session locks them', null, soon, 'locked'],
  ['another account removes them', { account: 'u-2', mayOpenPremium: true }, soon, 'removed'],
  ['the end of Premium removes them', { account: 'u-1', mayOpenPremium: false }, soon, 'removed'],
  ['a clock that is a little slow changes nothing', premium, '2026-02-28T10:00:00.000Z', 'open'],
  ['a clock that was set back locks them', premium, '2026-02-28T09:59:59.999Z', 'locked'],
])('%s', (_, reader, now, fate) => {
  expect(offlineAccess(owner, reader, new Date(now))).toBe(fate)
})

test('documents of an unreadable day are removed', () => {
  expect(offlineAccess({ ...owner, contactAt: '' }, premium, new Date(soon))).toBe('removed')
})
