import { expect, test } from 'vitest'
import { prolongsPremium } from './renewal.ts'

test.each([
  { isPremium: true, premiumLastDay: '2027-07-10', premiumValidUntil: '2028-07-10', prolongs: true },
  { isPremium: true, premiumLastDay: '2027-07-10', premiumValidUntil: null, prolongs: true },
  { isPremium: true, premiumLastDay: '2027-07-10', premiumValidUntil: '2027-07-10', prolongs: false },
  { isPremium: true, premiumLastDay: null, premiumValidUntil: '2028-07-10', prolongs: false },
  { isPremium: false, premiumLastDay: '2027-07-10', premiumValidUntil: '2028-07-10', prolongs: false },
])(
  'an offer until $premiumValidUntil prolongs Premium ($isPremium) until $premiumLastDay: $prolongs',
  ({ prolongs, premiumValidUntil, ...account }) => {
    expect(prolongsPremium(account, { premiumValidUntil })).toBe(prolongs)
  },
)
