import type { User } from '../../entities/user.ts'
import type { Document } from '../documents/document.ts'
import { DomainError, type ErrorCode } from '../domain-error.ts'
import { isClosedByExam } from '../practice/mock-exam.ts'
import { mayOpenPremium } from './roles.ts'

/** Returns whether a document needs no right: a free one, also one that is still to come. */
export function isOpenToAll(document: Document | null): boolean {
  return document?.isFree ?? false
}

/**
 * Checks that an account may open a document now. An account without Premium does not learn which documents exist.
 * @param document null when there is none
 * @throws DomainError ACCOUNT_BLOCKED, PREMIUM_REQUIRED, MOCK_EXAM_RUNNING
 */
export function assertMayOpen(user: Opener, document: Document | null, now: Date): void {
  const refusal = refusalOf(user, document, now)
  if (refusal) throw new DomainError(refusal)
}

/** Returns whether an account may open a document now that has a file. */
export function mayOpen(user: Opener, document: Document, now: Date): boolean {
  return document.file.kind !== 'coming-soon' && refusalOf(user, document, now) === null
}

type Opener = Pick<User, 'isAdmin' | 'isPremium' | 'premiumUntil' | 'blockedAt' | 'mockExam'>

function refusalOf(user: Opener, document: Document | null, now: Date): ErrorCode | null {
  if (user.blockedAt !== null) return 'ACCOUNT_BLOCKED'
  if (!isOpenToAll(document) && !mayOpenPremium(user, now)) return 'PREMIUM_REQUIRED'
  return document && isClosedByExam(user.mockExam, document, now) ? 'MOCK_EXAM_RUNNING' : null
}
