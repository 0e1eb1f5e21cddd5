import { type OfflineReader, offlineAccess } from './offline-access.ts'

const owner = { account: 'u-1', contactAt: '2026-03-01T10:00:00.000Z' }
const premium = { account: 'u-1', mayOpenPremium: true, isConfirmed: false }
const soon = '2026-03-01T10:00:30.000Z'
const aYearLater = '2027-03-01T10:00:00.000Z'

test.each<[string, OfflineReader, string, 'open' | 'locked' | 'removed']>([
  ['the account itself opens them', premium, soon, 'open'],
  ['on the last moment of 30 days', premium, '2026-03-31T10:00:00.000Z', 'open'],
  ['they are locked after 30 days without contact', premium, '2026-03-31T10:00:00.001Z', 'locked'],
  ['a lost session locks them', null, soon, 'locked'],
  ['a year without a sign-in locks them', null, aYearLater, 'locked'],
  ['another account locks them', { ...premium, account: 'u-2' }, soon, 'locked'],
  ['the end of Premium locks them', { ...premium, mayOpenPremium: false }, soon, 'locked'],
  ['a clock that is a little slow changes nothing', premium, '2026-02-28T10:00:00.000Z', 'open'],
  ['a clock that was set back locks them', premium, '2026-02-28T09:59:59.999Z', 'locked'],
  ['the server opens them, whatever the clock says', { ...premium, isConfirmed: true }, aYearLater, 'open'],
  ['it removes those of another account', { ...premium, account: 'u-2', isConfirmed: true }, soon, 'removed'],
  ['and without Premium', { ...premium, mayOpenPremium: false, isConfirmed: true }, soon, 'removed'],
])('%s', (_, reader, now, fate) => {
  expect(offlineAccess(owner, reader, new Date(now))).toBe(fate)
})

test('documents of an unreadable day are locked', () => {
  expect(offlineAccess({ ...owner, contactAt: '' }, premium, new Date(soon))).toBe('locked')
})
