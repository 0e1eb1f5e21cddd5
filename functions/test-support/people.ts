import { createHash, randomUUID } from 'node:crypto'
import type { SignUpChallenge } from '#shared/contract/sign-up.ts'
import type { Claimant } from '#shared/domain/accounts/sign-in.ts'
import { type Lease, newProfile, type User } from '#shared/entities/user.ts'
import { createSignUpChallenge } from '../account-lifecycle/sign-up-proof.ts'
import type { Table } from '../data/table/client.ts'
import { createUsers } from '../data/users.ts'
import { browserDigest } from '../http/viewer.ts'
import { testBrowser } from './browser.ts'

export const PRIMARY_OWNER = 'proprietaire@exemple.test'
export const SECOND_OWNER = 'associee@exemple.test'
export const OWNER_EMAILS = `${PRIMARY_OWNER},${SECOND_OWNER}`

export function leaseFixture(lastActive: Date): Lease {
  return { id: randomUUID(), lastActive: lastActive.toISOString(), thumbprint: testBrowser.thumbprint }
}

export function claimantFixture(userId: string, changes: Partial<Claimant> = {}): Claimant {
  return {
    userId,
    signedInAt: Math.floor(Date.now() / 1000),
    signInId: randomUUID(),
    thumbprint: testBrowser.thumbprint,
    browser: browserDigest(testBrowser.userAgent),
    network: 'n',
    ...changes,
  }
}

/**
 * Returns a session that stays live for as long as a suite takes under load. Ordinary ones end after a minute without a
 * call.
 */
export function lastingLease(): Lease {
  return leaseFixture(new Date(Date.now() + 3_600_000))
}

export function userFixture(changes: Partial<User> = {}): User {
  const id = changes.id ?? randomUUID()
  const now = new Date()
  return {
    ...newProfile(id, `eleve-${id.slice(0, 8)}@exemple.test`, now),
    lease: leaseFixture(now),
    ...changes,
  }
}

export async function storeUser(table: Table, changes: Partial<User> = {}): Promise<User> {
  const user = userFixture(changes)
  await createUsers(table).createByOperator(user)
  return user
}

/** The key of sign-up challenges in tests, which the trigger accepts. */
export const SIGN_UP_KEY = 'sign-up-key-of-the-tests-0123456789'

/** Solves a challenge as a browser does, but many times as fast. */
export function solveSignUp({ maxnumber, ...signed }: SignUpChallenge): string {
  for (let number = 1; number <= maxnumber; number += 1) {
    const digest = createHash('sha256').update(`${signed.salt}${number}`).digest('hex')
    if (digest === signed.challenge) return encodeProof({ ...signed, number })
  }
  throw new Error('The challenge has no solution')
}

export function encodeProof(proof: object): string {
  return Buffer.from(JSON.stringify(proof)).toString('base64')
}

export async function newSignUpProof({ key = SIGN_UP_KEY, now = new Date() } = {}) {
  return { altcha: solveSignUp(await createSignUpChallenge(key, now)) }
}
