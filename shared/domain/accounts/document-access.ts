import type { User } from '../../entities/user.ts'
import type { Document } from '../documents/document.ts'
import { DomainError } from '../domain-error.ts'
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
export function assertMayOpen(
  user: Pick<User, 'isAdmin' | 'isPremium' | 'premiumUntil' | 'blockedAt' | 'mockExam'>,
  document: Document | null,
  now: Date,
): void {
  if (user.blockedAt !== null) throw new DomainError('ACCOUNT_BLOCKED')
  if (!isOpenToAll(document) && !mayOpenPremium(user, now)) throw new DomainError('PREMIUM_REQUIRED')
  if (document && isClosedByExam(user.mockExam, document, now)) throw new DomainError('MOCK_EXAM_RUNNING')
}
