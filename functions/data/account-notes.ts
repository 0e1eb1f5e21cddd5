import * as v from 'valibot'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { writeAudited } from './audit.ts'
import { mailKey, signUpProofKey, signUpsKey, userKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem, readOne } from './table/read.ts'
import { changePart } from './table/transaction.ts'
import { put, update, updateIf, type WriteResult } from './table/write.ts'

/** An expired challenge is refused by its own time; the extra minutes allow for clocks that differ. Milliseconds. */
const KEPT_MS = 5 * 60_000

/** A count is needed until its day is over. Milliseconds. */
const DAY_KEPT_MS = 48 * 3_600_000

const SignUps = v.object({ count: v.number() })

export function createSignUpProofs(table: Table) {
  /** A repetition of the same attempt succeeds. @returns false when another attempt has used it */
  async function use(
    { challenge, expires }: { challenge: string; expires: Date },
    attempt: string,
  ): Promise<boolean> {
    const { outcome } = await updateIf(table, signUpProofKey(challenge), {
      set: { attempt, expiresAt: Math.ceil((expires.getTime() + KEPT_MS) / 1000) },
      where: 'attribute_not_exists(pk) OR attempt = :attempt',
      values: { attempt },
    })
    return outcome === 'done'
  }

  /** An attempt that is repeated may count twice. */
  async function countSignUp(now: Date): Promise<void> {
    const expiresAt = Math.ceil((now.getTime() + DAY_KEPT_MS) / 1000)
    await update(table, signUpsKey(moroccanDay(now)), { set: { expiresAt }, add: { count: 1 } })
  }

  async function readSignUps(now: Date): Promise<number> {
    return readOne(table, {
      key: signUpsKey(moroccanDay(now)),
      parse: (item) => (item ? parseItem(SignUps, item).count : 0),
    })
  }

  return { use, countSignUp, readSignUps }
}

export function createSecondFactors(table: Table) {
  /** Also ends the session and the sign-ins from before `signInsFrom` (epoch seconds). */
  function switchOn({ id }: User, signInsFrom: number, entry: AuditEntry): Promise<WriteResult> {
    const change = {
      exists: true,
      where: 'hasSecondFactor <> :on',
      values: { on: true },
      set: { hasSecondFactor: true, signInsFrom, lease: undefined },
    }
    return writeAudited(table, entry, changePart(table, userKey(id), change))
  }

  /** The sign-ins of the account stay valid. */
  function switchOff({ id }: User, entry: AuditEntry): Promise<WriteResult> {
    const change = { seen: { hasSecondFactor: true }, set: { hasSecondFactor: false } }
    return writeAudited(table, entry, changePart(table, userKey(id), change))
  }

  return { switchOn, switchOff }
}

export function createMails(table: Table) {
  /** Notes that a mail to an account is about to be sent. @returns false when it was noted before */
  async function claim(userId: string, reason: string, now: Date): Promise<boolean> {
    const sentAt = now.toISOString()
    const expiresAt = Date.parse(daysBefore(sentAt.slice(0, 10), -LONGEST_RETENTION.mails)) / 1_000
    const item = { ...mailKey(userId, reason), reason, sentAt, expiresAt }
    return (await put(table, item, { exists: false })) === 'written'
  }

  return { claim }
}
