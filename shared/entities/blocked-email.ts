import * as v from 'valibot'
import { Timestamp } from './fields.ts'

export const BlockedEmail = v.object({
  email: v.string(),
  reason: v.string(),
  blockedAt: Timestamp,
  /** An owner's address, or SYSTEM. */
  blockedBy: v.string(),
})
export type BlockedEmail = v.InferOutput<typeof BlockedEmail>

export const blockedEmailFieldLabels = {
  reason: 'Raison',
  blockedAt: 'Bloqué le',
  blockedBy: 'Bloqué par',
} as const satisfies Partial<Record<keyof BlockedEmail, string>>

/** The address that the sample requests are about. */
export const SAMPLE_BLOCKED_EMAIL = { email: 'fraude@exemple.test', reason: 'Fraude' } as const
