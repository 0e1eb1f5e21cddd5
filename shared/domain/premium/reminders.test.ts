import { dueReminder, premiumEndNotice, remindedEnds } from './reminders.ts'

const student = { isPremium: true, premiumUntil: '2027-07-10', blockedAt: null, remindersOffSince: null }
const at = '2027-01-01T00:00:00.000Z'

test.each([
  { now: '2027-06-25T12:00:00Z', due: null },
  { now: '2027-06-26T08:00:00Z', due: 14 },
  { now: '2027-06-27T08:00:00Z', due: null },
  { now: '2027-07-06T12:00:00Z', due: null },
  { now: '2027-07-07T08:00:00Z', due: 3 },
  { now: '2027-07-08T12:00:00Z', due: null },
  { now: '2027-07-10T08:00:00Z', due: null },
  { now: '2027-07-11T12:00:00Z', due: null },
])('at $now the mail that is due has $due days left', ({ now, due }) => {
  expect(dueReminder(student, new Date(now))).toBe(due)
})

test.each([
  { what: 'has no Premium', changes: { isPremium: false } },
  { what: 'has Premium without an end', changes: { premiumUntil: null } },
  { what: 'has Premium for longer', changes: { premiumUntil: '2028-07-10' } },
  { what: 'is blocked', changes: { blockedAt: at } },
  { what: 'wants no mails', changes: { remindersOffSince: at } },
])('no mail is due for an account that $what', ({ changes }) => {
  expect(dueReminder({ ...student, ...changes }, new Date('2027-06-26T08:00:00Z'))).toBeNull()
})

test('days are those of Morocco, whose clocks are not those of UTC', () => {
  // In the summer of 2026 midnight in Morocco was 23:00 in UTC.
  expect(remindedEnds(new Date('2026-06-26T22:59:59Z'))).toEqual(['2026-07-10', '2026-06-29'])
  expect(remindedEnds(new Date('2026-06-26T23:00:00Z'))).toEqual(['2026-07-11', '2026-06-30'])
})

test.each([
  { today: '2027-06-09', notice: null },
  { today: '2027-06-10', notice: { stage: 30, daysLeft: 30 } },
  { today: '2027-07-02', notice: { stage: 30, daysLeft: 8 } },
  { today: '2027-07-03', notice: { stage: 7, daysLeft: 7 } },
  { today: '2027-07-09', notice: { stage: 7, daysLeft: 1 } },
  { today: '2027-07-10', notice: { stage: 0, daysLeft: 0 } },
  { today: '2027-07-11', notice: { stage: 'over', daysLeft: -1 } },
  { today: '2028-03-01', notice: { stage: 'over', daysLeft: -235 } },
])('on $today the site says $notice', ({ today, notice }) => {
  expect(premiumEndNotice('2027-07-10', today)).toEqual(notice && { ...notice, lastDay: '2027-07-10' })
})

test('the site says nothing of Premium without an end', () => {
  expect(premiumEndNotice(null, '2027-07-10')).toBeNull()
})
