import type { User } from '../../entities/user.ts'
import type { Document } from '../documents/document.ts'
import { DomainError, type ErrorCode } from '../domain-error.ts'
import { isClosedByExam, runningExam } from '../practice/mock-exam.ts'
import { mayOpenPremium } from './roles.ts'

/** Returns whether a document needs no right: a free one, also one that is still to come. */
export function isOpenToAll(document: Document | null): boolean {
  return document?.isFree ?? false
}

/**
 * An account without Premium does not learn which documents exist. `hasSat`: the account has sat the paper that {@link
 * examThatOpens} names. @throws DomainError ACCOUNT_BLOCKED, PREMIUM_REQUIRED, MOCK_EXAM_RUNNING
 */
export function assertMayOpen(user: Opener, document: Document | null, now: Date, hasSat = false): void {
  const refusal = refusalOf(user, document, now, hasSat)
  if (refusal) throw new DomainError(refusal)
}

/**
 * Returns the paper that an account must have sat to open a document; null where that changes nothing, as for Premium.
 */
export function examThatOpens(user: Opener, document: Document | null, now: Date): string | null {
  const isDecided = refusalOf(user, document, now, false) === refusalOf(user, document, now, true)
  return isDecided || !document ? null : document.answersPaper
}

/** Returns whether an account may open a document now that has a file; `hasSat` as for {@link assertMayOpen}. */
export function mayOpen(user: Opener, document: Document, now: Date, hasSat: boolean): boolean {
  return document.file.kind !== 'coming-soon' && refusalOf(user, document, now, hasSat) === null
}

type Opener = Pick<User, 'isAdmin' | 'isPremium' | 'premiumUntil' | 'blockedAt' | 'mockExam'>

function refusalOf(user: Opener, document: Document | null, now: Date, hasSat: boolean): ErrorCode | null {
  if (user.blockedAt !== null) return 'ACCOUNT_BLOCKED'
  const isFree =
    isOpenToAll(document) || (document?.opensAfterExam && (hasSat || hasJustSat(user, document, now)))
  if (!isFree && !mayOpenPremium(user, now)) return 'PREMIUM_REQUIRED'
  return document && isClosedByExam(user.mockExam, document, now) ? 'MOCK_EXAM_RUNNING' : null
}

function hasJustSat({ mockExam }: Opener, { answersPaper }: Document, now: Date): boolean {
  return mockExam?.subjectId === answersPaper && runningExam(mockExam, now) === null
}
