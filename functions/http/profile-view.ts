import { DomainError } from '#shared/domain/domain-error.ts'
import { shownEnd } from '#shared/domain/premium/premium.ts'
import {
  paymentRequestedAt,
  paymentRequestId,
  paymentRequestNumber,
} from '#shared/entities/payment-request.ts'
import { type Profile, USUAL_MINUTES_A_DAY, type User } from '#shared/entities/user.ts'
import type { Caller, Deps } from './use-case.ts'

export function profileView({ user, roles }: Caller): Profile {
  return {
    id: user.id,
    email: user.email,
    isPremium: roles.isPremium,
    ...shownEnd(user),
    isAdmin: roles.isAdmin,
    isOwner: roles.isOwner,
    isPrimaryOwner: roles.isPrimaryOwner,
    hasSecondFactor: user.hasSecondFactor,
    track: user.track,
    minutesADay: user.minutesADay ?? USUAL_MINUTES_A_DAY,
    hasReminders: user.remindersOffSince === null,
    hasAnswerMails: user.answerMailsOffSince === null,
    hasNewAnswer: user.newAnswerAt !== null,
    lastReadAt: user.lastRead?.readAt ?? null,
    createdAt: user.createdAt,
    openPaymentRequest: openPaymentRequest(user),
  }
}

function openPaymentRequest(user: User): Profile['openPaymentRequest'] {
  if (user.openPaymentRequest === null) return null
  const id = paymentRequestId(user.id, user.openPaymentRequest)
  return { id, number: paymentRequestNumber(id), createdAt: paymentRequestedAt(id) }
}

/** @throws DomainError PROFILE_NOT_FOUND, ACCOUNT_BLOCKED for a caller who was deleted or blocked since */
export async function readAgain({ users }: Pick<Deps, 'users'>, { id }: User): Promise<User> {
  const user = await users.find(id)
  if (!user) throw new DomainError('PROFILE_NOT_FOUND')
  if (user.blockedAt !== null) throw new DomainError('ACCOUNT_BLOCKED')
  return user
}

/** @throws DomainError NOT_FOUND, also for a blocked account, which is listed among the blocked addresses only */
export async function findListedUser({ users }: Pick<Deps, 'users'>, id: string): Promise<User> {
  const user = await users.find(id)
  if (!user || user.blockedAt !== null) throw new DomainError('NOT_FOUND')
  return user
}
