import { dueReminder, premiumEndNotice, remindedEnds } from './reminders.ts'

const student = { isPremium: true, premiumUntil: '2027-07-10', blockedAt: null, remindersOffSince: null }
const at = '2027-01-01T00:00:00.000Z'

test.each([
  ['2027-06-25T12:00:00Z', null],
  ['2027-06-26T08:00:00Z', 14],
  ['2027-06-27T08:00:00Z', null],
  ['2027-07-07T08:00:00Z', 3],
  ['2027-07-08T12:00:00Z', null],
  ['2027-07-10T08:00:00Z', null],
])('at %s the mail that is due has %s days left', (now, due) => {
  expect(dueReminder(student, new Date(now))).toBe(due)
})

test.each([
  { isPremium: false },
  { premiumUntil: null },
  { premiumUntil: '2028-07-10' },
  { blockedAt: at },
  { remindersOffSince: at },
])('no mail is due for an account with %j', (changes) => {
  expect(dueReminder({ ...student, ...changes }, new Date('2027-06-26T08:00:00Z'))).toBeNull()
})

test('days are those of Morocco, whose clocks are not those of UTC', () => {
  // In the summer of 2026 midnight in Morocco was 23:00 in UTC.
  expect(remindedEnds(new Date('2026-06-26T22:59:59Z'))).toEqual(['2026-07-10', '2026-06-29'])
  expect(remindedEnds(new Date('2026-06-26T23:00:00Z'))).toEqual(['2026-07-11', '2026-06-30'])
})

test.each([
  ['2027-06-09', null],
  ['2027-06-10', { stage: 30, daysLeft: 30 }],
  ['2027-07-02', { stage: 30, daysLeft: 8 }],
  ['2027-07-03', { stage: 7, daysLeft: 7 }],
  ['2027-07-09', { stage: 7, daysLeft: 1 }],
  ['2027-07-10', { stage: 0, daysLeft: 0 }],
  ['2027-07-11', { stage: 'over', daysLeft: -1 }],
])('on %s the site says %j, and nothing without an end', (today, notice) => {
  expect(premiumEndNotice('2027-07-10', today)).toEqual(notice && { ...notice, lastDay: '2027-07-10' })
  expect(premiumEndNotice(null, today)).toBeNull()
})
