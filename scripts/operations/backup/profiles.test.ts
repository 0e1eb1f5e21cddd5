import type { PoolAccount } from '../pool-accounts.ts'
import { describeAccounts, isProfile, type Profile } from './profiles.ts'

test('a profile is recognised by its key', () => {
  expect(isProfile({ pk: { S: 'USER#1' }, sk: { S: 'PROFILE' } })).toBe(true)
  expect(isProfile({ pk: { S: 'USER#1' }, sk: { S: 'PROGRESS#SM#ondes#1' } })).toBe(false)
  expect(isProfile({ pk: { S: 'AUDIT' }, sk: { S: 'PROFILE' } })).toBe(false)
})

const profile = (id: string, isBlocked = false): Profile => ({ id, email: `${id}@exemple.test`, isBlocked })
const account = (sub: string, isEnabled = true): PoolAccount => ({ sub, isEnabled, isUnused: false })

test('reports profiles and accounts that do not fit, by kind', () => {
  const profiles = [
    profile('fits'),
    profile('blocked', true),
    profile('disabled'),
    profile('moved'),
    profile('deleted'),
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

test('reports nothing more when every profile has its account', () => {
  const lines = describeAccounts([profile('fits')], new Map([['fits@exemple.test', account('fits')]]))
  expect(lines.slice(1)).toEqual(['  1 profils ont leur compte'])
})
