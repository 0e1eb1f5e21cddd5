import * as v from 'valibot'
import { Day, Email, freeText, orNull, requiredText, Timestamp } from './fields.ts'
import { validationMessages as texts } from './validation-messages.ts'

/** What was paid for Premium, as the owner notes it. */
export const Payment = v.object({
  /** Moroccan dirhams, to the centime: the table has no room for a number like 1e-200. */
  amount: v.pipe(
    v.number(texts.amount),
    v.minValue(0, texts.amount),
    v.maxValue(100_000, texts.amount),
    v.transform((amount) => Math.round(amount * 100) / 100),
  ),
  means: requiredText(80),
  /** Number of the transfer, or empty. */
  reference: v.optional(freeText(120), ''),
})
export type Payment = v.InferOutput<typeof Payment>

/**
 * Attributes of a lease that hold the networks of its last calls (`shared/domain/network-changes.ts`), the newest first.
 * One update moves each of them on to the next, which it cannot do in a list that may be missing. Their names are short,
 * since a heartbeat rewrites the item.
 */
export const NETWORK_NOTES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

/** One browser's hold on an account. */
export const Lease = v.object({
  id: v.string(),
  /** By the server's clock. */
  lastActive: Timestamp,
  /** Of the key of the browser that holds it (RFC 7638); empty for a lease from before there were keys, which no browser holds. */
  thumbprint: v.optional(v.string(), ''),
  ...v.entriesFromList(NETWORK_NOTES, v.optional(v.string())),
})
export type Lease = v.InferOutput<typeof Lease>

/** Which browser holds the account's session, or held it last, and how often that has changed today. Small, since a heartbeat rewrites the item. */
export const DeviceChanges = v.object({
  /** Thumbprint of the browser that held the session last. */
  holder: v.string(),
  /** Short digest of the name of that browser; empty where an earlier version has written this, which any name may go on with. */
  browser: v.optional(v.string(), ''),
  /** Day in Morocco of the last change, YYYY-MM-DD. */
  day: v.string(),
  /** Changes of that day. */
  count: v.number(),
})
export type DeviceChanges = v.InferOutput<typeof DeviceChanges>

/** The mock examination that an account sits, or sat last: until it ends, its paper's correction stays closed. */
export const RunningExam = v.object({ id: v.string(), subjectId: v.string(), endsAt: Timestamp })
export type RunningExam = v.InferOutput<typeof RunningExam>

/** A profile with the lease of its one session. */
export const User = v.object({
  /** The Cognito `sub`. */
  id: v.string(),
  email: Email,
  /** The stored flag; whether it holds today is `isPremiumNow`. */
  isPremium: v.boolean(texts.boolean),
  /** Last day in Morocco on which the flag holds; null: no end. */
  premiumUntil: orNull(Day),
  isAdmin: v.boolean(),
  /** Since when the account is blocked; null when it is not. */
  blockedAt: orNull(Timestamp),
  /** Sign-ins from before are over, in epoch seconds; null: none was ended. */
  signInsFrom: orNull(v.number()),
  /** The last sign-ins that signed out, which are over (`shared/domain/accounts/sign-in.ts`). */
  endedSignIns: v.optional(v.array(v.string()), []),
  lease: orNull(Lease),
  /** Null: no browser has held the session yet. */
  deviceChanges: orNull(DeviceChanges),
  /** Here, since a ticket reads the profile anyway; null: none, or it was ended early. */
  mockExam: orNull(RunningExam),
  /** Whether Cognito asks for a code after the password, as it said when it was last asked. */
  hasSecondFactor: v.optional(v.boolean(), false),
  /** What was paid for Premium; null: nothing was noted. */
  payment: orNull(Payment),
  /**
   * The payment request that waits for an owner, by what tells the account's requests apart
   * (`shared/entities/payment-request.ts`); null: none. Short, since a heartbeat rewrites the item.
   */
  openPaymentRequest: orNull(v.string()),
  /** Since when no mail says that Premium is about to end; null: mails do. */
  remindersOffSince: orNull(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type User = v.InferOutput<typeof User>

/** The end of Premium as answers carry it. */
const ShownEnd = v.object({
  /** First instant at which it no longer holds; null: no end. Made for the answer by the server's time zone data. */
  premiumUntil: orNull(Timestamp),
  /** Last day in Morocco; null: no end. What is to be shown, since time zone data of phones may be years old. */
  premiumLastDay: orNull(Day),
})

/** A profile as the owner sees it. `isPremium` is what holds now. */
export const UserView = v.object({
  ...v.pick(User, ['id', 'email', 'isPremium', 'isAdmin', 'payment', 'createdAt', 'updatedAt']).entries,
  ...ShownEnd.entries,
})
export type UserView = v.InferOutput<typeof UserView>

/** The caller's profile as the browser may know it. `isPremium` is what holds now. */
export const Profile = v.object({
  ...v.pick(User, ['id', 'email', 'isPremium', 'isAdmin', 'hasSecondFactor', 'createdAt']).entries,
  ...ShownEnd.entries,
  isOwner: v.boolean(),
  isPrimaryOwner: v.boolean(),
  /** Whether mails say that Premium is about to end. */
  hasReminders: v.boolean(),
  /** The payment request that waits for an owner, with the number by which people speak of it; null: none. */
  openPaymentRequest: v.nullable(v.object({ id: v.string(), number: v.string(), createdAt: Timestamp })),
})
export type Profile = v.InferOutput<typeof Profile>

export const userFieldLabels = {
  email: 'Email',
  isPremium: 'Statut Premium',
  premiumUntil: 'Fin du Premium',
  isAdmin: 'Administrateur',
  blockedAt: 'Bloqué le',
  hasSecondFactor: 'Validation en deux étapes',
  payment: 'Paiement',
  createdAt: 'Inscription',
} as const satisfies Partial<Record<keyof User, string>>

export const paymentFieldLabels: Record<keyof Payment, string> = {
  amount: 'Montant (DH)',
  means: 'Moyen de paiement',
  reference: 'Référence',
}

/** Returns a free account without a session. `email` is normalised. */
export function newProfile(id: string, email: string, createdAt: Date): User {
  const at = createdAt.toISOString()
  return v.parse(User, { id, email, isPremium: false, isAdmin: false, createdAt: at, updatedAt: at })
}
