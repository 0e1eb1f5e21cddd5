import type { PoolAccount } from '../pool-accounts.ts'
import { describeAccounts, type Profile } from './profiles.ts'

const profile = (id: string, isBlocked = false): Profile => ({ id, email: `${id}@exemple.test`, isBlocked })
const account = (sub: string, isEnabled = true): PoolAccount => ({ sub, isEnabled, isUnused: false })

test('reports profiles and accounts that do not fit, by kind', () => {
  const profiles = [
    ...['fits', 'disabled', 'moved', 'deleted'].map((id) => profile(id)),
    profile('blocked', true),
  ]
  const accounts = new Map([
    ['fits@exemple.test', account('fits')],
    ['blocked@exemple.test', account('blocked', false)],
    ['disabled@exemple.test', account('disabled', false)],
    ['moved@exemple.test', account('new')],
    ['later@exemple.test', account('later')],
  ])
  const [, fitting, ...others] = describeAccounts(profiles, accounts)
  expect(fitting).toBe('  3 profils ont leur compte')
  expect(others.map((line) => line.trim().split(' ').slice(0, 3).join(' '))).toEqual([
    '1 profils dont',
    '1 profils sans',
    '1 comptes sans',
    '1 comptes bloqués',
  ])
})
